//! A game in the catalogue.

use crate::endings::Endgames;
use crate::methods::MethodCard;
use crate::spec::PlayerSpec;
use crate::value::Valued;
use crate::{GameCard, Player, Setup, Table};
use std::path::Path;
use std::sync::Arc;
use tabula_core::perft::Ends;
use tabula_core::tuning::Tunable;
use tabula_core::{Fault, Faults, KindView, Sight};

/// A game that can be taken from the catalogue: it opens tables and seats players.
pub trait Shelf: Send + Sync {
    /// Which game this is.
    fn card(&self) -> &GameCard;

    /// The kinds of men; none where men do not differ.
    fn kinds(&self) -> Vec<KindView>;

    /// A table with the start position of `setup` on it.
    fn table(&self, setup: &Setup) -> Result<Box<dyn Table>, Faults>;

    /// The start position of a new game, where it is drawn by lot; `None` where every game begins alike.
    fn deal(&self, lot: u64) -> Option<String>;

    /// A player of this house; the fault names the setting and its column in the spec.
    fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn Player>, Fault>;

    /// The searches a player of this game may use.
    fn searches(&self) -> Vec<MethodCard>;

    /// The evaluators of this game; the first is the default.
    fn evaluators(&self) -> Vec<MethodCard>;

    /// What each evaluator says of a position (`None`: the start), without looking ahead.
    fn values(&self, position: Option<&str>) -> Result<Vec<Valued>, Faults>;

    /// An evaluator (`None`: the first that has weights) as a tuner sees it; the fault says that it is unknown or has no weights.
    fn tunable(&self, eval: Option<&str>) -> Result<Arc<dyn Tunable>, Fault>;

    /// How a network that is updated move by move sees its positions, where it can have one.
    fn sight(&self) -> Option<Arc<dyn Sight>>;

    /// The number of paths of `depth` moves below each move of a position (`None`: the start).
    fn perft(&self, position: Option<&str>, depth: u32, threads: usize) -> Result<Vec<(String, u64)>, Faults>;

    /// The endgame tables of a folder; `None` where the game's endings cannot be numbered.
    fn endgames(&self, folder: &Path) -> Option<Result<Box<dyn Endgames>, Fault>>;

    /// The games that end after 0, 1, ... `depth` moves from a position (`None`: the start).
    fn ends(&self, position: Option<&str>, depth: u32) -> Result<Vec<Ends>, Faults>;
}
