//! The searches of the textbooks, each a small file that can be read in one sitting.
//!
//! They are there to be compared, to teach, and to check one another: those that [are exact](Method::is_exact)
//! tell the same value for the same depth. Strength comes from elsewhere; nothing here reduces, prunes by guess
//! or extends.
//!
//! | file | search |
//! |---|---|
//! | `minimax.rs`, `negamax.rs` | every line, in two notations |
//! | `alphabeta.rs`, `pvs.rs`, `mtdf.rs` | the same value from fewer lines |
//! | `expectiminimax.rs` | the three kinds of nodes of a game with a die, written out |
//! | `type_b.rs`, `probability.rs` | other trees: only the moves that look best; deep where lines are forced |
//!
//! They share what is not their point:
//!
//! | file | piece |
//! |---|---|
//! | `walk.rs` | counting nodes, limits, results, signs, best lines |
//! | `iterate.rs` | iterative deepening |
//! | `window.rs` | alpha and beta |
//! | `quiescence.rs` | what happens at the horizon |
//! | `order.rs`, `table.rs`, `aids.rs` | order of moves and transposition table, for whoever wants them |
//!
//! Three conventions hold for all. A *node* is a visited position, root and leaves included. The die costs no
//! depth. A result by the rules is seen even at the horizon.

mod aids;
mod alphabeta;
mod expectiminimax;
mod iterate;
mod minimax;
mod mtdf;
mod negamax;
mod order;
mod probability;
mod pvs;
mod quiescence;
mod table;
mod type_b;
mod walk;
mod window;

pub use aids::{Aids, Memory};
pub use alphabeta::AlphaBeta;
pub use expectiminimax::Expectiminimax;
pub use iterate::{Iterate, Plan};
pub use minimax::Minimax;
pub use mtdf::Mtdf;
pub use negamax::Negamax;
pub use order::Order;
pub use probability::{Probability, Rule};
pub use pvs::Pvs;
pub use quiescence::Horizon;
pub use type_b::TypeB;

use crate::Random;
use tabula_core::{Evaluator, Search, Tactics};

/// A search by its name: the one list from which catalogue, help and comparisons derive.
///
/// ```
/// use tabula_search::Method;
/// assert_eq!(Method::named("alphabeta-ordered"), Some(Method::AlphaBetaOrdered));
/// assert_eq!(Method::ALL.len(), 11);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// See [`Minimax`].
    Minimax,
    /// See [`Negamax`].
    Negamax,
    /// See [`AlphaBeta`]; moves as listed.
    AlphaBeta,
    /// See [`AlphaBeta`]; moves in order.
    AlphaBetaOrdered,
    /// See [`Pvs`].
    Pvs,
    /// See [`Mtdf`].
    Mtdf,
    /// See [`TypeB`].
    TypeB,
    /// See [`Probability`].
    Probability,
    /// See [`Probability`] with [`Rule::Mixture`].
    Mixture,
    /// See [`Expectiminimax`].
    Expectiminimax,
    /// See [`Random`].
    Random,
}

/// What can be set about a search; each takes what concerns it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Params {
    /// Depth by depth or at once, and what happens at the horizon.
    pub plan: Plan,
    /// The order for the searches that order: alphabeta-ordered, pvs, mtdf.
    pub order: Order,
    /// Whether alphabeta-ordered and pvs remember positions; mtdf always does, alphabeta never.
    pub memory: Memory,
    /// How many moves type-b follows.
    pub width: usize,
    /// The probability below which a node is a leaf, for probability and mixture.
    pub threshold: f64,
}

impl Default for Params {
    fn default() -> Self {
        Self { plan: Plan::default(), order: Order::Gain, memory: Memory::None, width: 5, threshold: 1e-8 }
    }
}

impl Method {
    /// All of them, the plainest first.
    pub const ALL: [Self; 11] = [
        Self::Minimax,
        Self::Negamax,
        Self::AlphaBeta,
        Self::AlphaBetaOrdered,
        Self::Pvs,
        Self::Mtdf,
        Self::TypeB,
        Self::Probability,
        Self::Mixture,
        Self::Expectiminimax,
        Self::Random,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Negamax => "negamax",
            Self::AlphaBeta => "alphabeta",
            Self::AlphaBetaOrdered => "alphabeta-ordered",
            Self::Pvs => "pvs",
            Self::Mtdf => "mtdf",
            Self::TypeB => "type-b",
            Self::Probability => "probability",
            Self::Mixture => "mixture",
            Self::Expectiminimax => "expectiminimax",
            Self::Random => "random",
        }
    }

    /// One sentence on what it does.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Minimax => "follows every line: one player takes the greatest value, the other the least",
            Self::Negamax => "minimax in one function, with the sign turned at each change of turn",
            Self::AlphaBeta => "leaves out lines that cannot matter, moves as listed",
            Self::AlphaBetaOrdered => "leaves out more, because promising moves come first",
            Self::Pvs => "searches the first move for its value and asks of the others only whether they are better",
            Self::Mtdf => "closes in on the value by yes-or-no questions, with a table of positions seen before",
            Self::TypeB => "looks at all moves briefly and follows only the few that look best",
            Self::Probability => "goes deep where few moves are possible and stays shallow where many are",
            Self::Mixture => "limited by depth as a rule, by probability once at most five moves are legal",
            Self::Expectiminimax => "minimax for games with a die, which is worth the mean of its outcomes",
            Self::Random => "draws lots",
        }
    }

    /// Whether it tells the value of the full tree of its depth, as minimax does.
    pub const fn is_exact(self) -> bool {
        match self {
            Self::Minimax
            | Self::Negamax
            | Self::AlphaBeta
            | Self::AlphaBetaOrdered
            | Self::Pvs
            | Self::Mtdf
            | Self::Expectiminimax => true,
            Self::TypeB | Self::Probability | Self::Mixture | Self::Random => false,
        }
    }

    /// The search with that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// The search itself, which judges by `eval`.
    pub fn build<G: Tactics, E: Evaluator<G> + 'static>(self, eval: E, params: Params) -> Box<dyn Search<G>> {
        let Params { plan, order, memory, width, threshold } = params;
        match self {
            Self::Minimax => Box::new(Minimax::new(eval, plan)),
            Self::Negamax => Box::new(Negamax::new(eval, plan)),
            Self::AlphaBeta => Box::new(AlphaBeta::new(eval, plan, Aids::new(Order::Listed, Memory::None))),
            Self::AlphaBetaOrdered => Box::new(AlphaBeta::new(eval, plan, Aids::new(order, memory))),
            Self::Pvs => Box::new(Pvs::new(eval, plan, Aids::new(order, memory))),
            Self::Mtdf => Box::new(Mtdf::new(eval, plan, order)),
            Self::TypeB => Box::new(TypeB::new(eval, plan, width)),
            Self::Probability => Box::new(Probability::new(eval, plan, Rule::Probability, threshold)),
            Self::Mixture => Box::new(Probability::new(eval, plan, Rule::Mixture, threshold)),
            Self::Expectiminimax => Box::new(Expectiminimax::new(eval, plan)),
            Self::Random => Box::new(Random),
        }
    }
}
