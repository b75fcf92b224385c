//! `tabula sprt`: a match that ends as soon as it is clear which of two hypotheses holds.

use super::contest::Contest;
use super::running::Job;
use crate::failure::BadArgument;
use crate::interrupt;
use clap::{Args, ValueEnum};
use std::io::Write;
use tabula_arena::Format;
use tabula_arena::stats::{Model, Sprt};

/// Tests whether one player is stronger than another, with as few games as it takes
#[derive(Args)]
#[command(after_help = "Examples:
  tabula sprt 'uci:./new uci' 'uci:./old uci' --elo0 0 --elo1 5 --tc 3+0.03 --openings o.epd --concurrency 2
  tabula sprt tabula:depth=4 tabula:depth=3 --elo0 0 --elo1 50 --model logistic

The test ends when the logarithm of the likelihood ratio (LLR), computed from pairs of games, leaves its bounds:
above, the first player is better by elo1 rather than by elo0; below, it is not.")]
pub(crate) struct SprtCommand {
    /// The player that is hoped to be better
    #[arg(value_name = "A")]
    one: String,
    /// The player to compare with
    #[arg(value_name = "B")]
    other: String,
    /// The difference that is to be refuted
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// The difference that is hoped for
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,
    /// How often a change worth elo0 may be accepted
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// How often a change worth elo1 may be refused
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// In which Elo the differences are stated
    #[arg(long, value_enum, value_name = "MODEL", default_value_t = Scale::Normalised)]
    model: Scale,
    /// Gives up after so many games
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    games: u32,
    #[command(flatten)]
    contest: Contest,
}

/// In which Elo differences are stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Scale {
    /// In standard deviations of a game
    Normalised,
    /// By the mean score
    Logistic,
    /// With a draw parameter, as BayesElo has it; by games, not by pairs
    Bayesian,
}

impl SprtCommand {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let test = self.test()?;
        // Before any thread is started.
        let halt = interrupt::halt_on_signals();
        let players = [self.one.clone(), self.other.clone()];
        let event = self.contest.event(&players, Format::RoundRobin, self.games as usize)?;
        let keeping = &self.contest.keeping;
        Job { event: &event, test: Some(&test), anchors: &[], keeping }.run(&halt, out).map(|_| ())
    }

    fn test(&self) -> Result<Sprt, BadArgument> {
        let model = match self.model {
            Scale::Normalised => Model::Normalised,
            Scale::Logistic => Model::Logistic,
            Scale::Bayesian => Model::Bayesian,
        };
        let test = Sprt { model, elo0: self.elo0, elo1: self.elo1, alpha: self.alpha, beta: self.beta };
        match test.fault() {
            Some(what) => Err(BadArgument::new("the test", what)),
            None => Ok(test),
        }
    }
}
