//! `tabula sprt`: a match that ends as soon as it is clear which of two hypotheses holds.

use super::contest::Contest;
use crate::failure::BadArgument;
use crate::interrupt;
use crate::scoreboard::{self, number};
use crate::style::Style;
use clap::{Args, ValueEnum};
use std::io::Write;
use tabula_arena::standings::Standings;
use tabula_arena::stats::{Decision, Model, Sample, Sprt, strength};

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
}

impl SprtCommand {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let test = self.test()?;
        // Before any thread is started.
        let halt = interrupt::halt_on_signals();
        let event = self.contest.event(&[self.one.clone(), self.other.clone()], self.games as usize)?;
        let (low, high) = test.bounds();
        let status = |standings: &Standings| {
            let duel = standings.duel(0, 1);
            let (games, sample) = (duel.games, sample(standings));
            let elo = strength(&sample).map_or(String::new(), |found| {
                format!("  Elo {} +- {}", number(found.elo.value, 1), number(found.elo.error, 1))
            });
            let ratio = test.ratio(&sample);
            format!("+{} ={} -{}{elo}  LLR {ratio:.2} ({low:.2}, {high:.2})", games.wins, games.draws, games.losses)
        };
        let enough = |standings: &Standings| test.decide(&sample(standings)) != Decision::Open;
        let (standings, interrupted) = self.contest.run(&event, &halt, &status, &enough)?;
        if self.contest.json {
            writeln!(out, "{:#}", scoreboard::json(&event, &standings, Some(&test), interrupted))?;
        } else {
            write!(out, "{}", scoreboard::text(&event, &standings, Some(&test), Style::of_stdout(false)))?;
        }
        Ok(())
    }

    fn test(&self) -> Result<Sprt, BadArgument> {
        if self.elo0 >= self.elo1 || !self.elo0.is_finite() || !self.elo1.is_finite() {
            let what = format!("expected more than --elo0 ({}), found {}", self.elo0, self.elo1);
            return Err(BadArgument::new("--elo1", what));
        }
        for (name, value) in [("--alpha", self.alpha), ("--beta", self.beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(BadArgument::new(name, format!("expected a number between 0 and 0.5, found {value}")));
            }
        }
        let model = match self.model {
            Scale::Normalised => Model::Normalised,
            Scale::Logistic => Model::Logistic,
        };
        Ok(Sprt { model, elo0: self.elo0, elo1: self.elo1, alpha: self.alpha, beta: self.beta })
    }
}

/// What the test looks at: pairs of games, since the two games of an opening are not independent.
fn sample(standings: &Standings) -> Sample {
    standings.duel(0, 1).pairs.sample()
}
