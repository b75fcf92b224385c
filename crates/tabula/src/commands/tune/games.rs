//! `tabula tune genetic`, `spsa`, `tdleaf` and `resume`: weights from games that are played on the way.

use super::{positive, share};
use crate::failure::BadArgument;
use crate::interrupt::halt_on_signals;
use crate::progress::Live;
use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tabula_arena::Openings;
use tabula_lab::descent::Stride;
use tabula_lab::weights::genetic::{Crossover, Replacement, Selection};
use tabula_lab::weights::{
    Closing, Manner, News, Plan, Prepared, Road, Spoil, Summary, WEIGHTS, Wish, genetic, spsa, tdleaf,
};

/// What all runs have in common.
#[derive(Args)]
struct Common {
    /// The game: its id, or the path of a definition
    game: String,
    /// The folder of the run
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// The evaluation whose weights are learnt [default: the game's own]
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// The weights to begin with [default: those that are built in]
    #[arg(long, value_name = "FILE", visible_alias = "from")]
    weights: Option<PathBuf>,
    /// Only weights with such names are learnt, as in 'material.*,bishop.pair' [default: all]
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    only: Vec<String>,
    /// Spoils those weights by lot before the start: a seed, and how far each is moved as a share of its size [0.5]
    #[arg(long, value_name = "SEED[,AMOUNT]", value_parser = spoil)]
    spoil: Option<Spoil>,
    /// Positions to visit for each move
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random moves before the players think [default: by the size of the board]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=100))]
    random_plies: Option<u16>,
    /// Ends a game drawn after so many moves of each player
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,
    /// What is drawn by lot is drawn from this
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games against the weights of the start, ten times in a run; 0 for none
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    gauge: u32,
    /// Games of the closing match against the weights of the start; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    closing: u32,
    #[command(flatten)]
    usual: Usual,
}

/// What every call says anew.
#[derive(Args)]
struct Usual {
    /// Games played at a time; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// The summary as JSON
    #[arg(long)]
    json: bool,
}

/// Breeds weights: a population whose fitness is what it scores in games between random pairs
#[derive(Args)]
#[command(after_help = "Examples:
  tabula tune genetic czech --eval thesis --out runs/bred
  tabula tune genetic chess --eval flat --out runs/flat --selection universal --crossover multi-point
  tabula tune genetic chess --only 'material.*' --out runs/material --replacement best --generations 20")]
pub(super) struct Genetic {
    #[command(flatten)]
    common: Common,
    /// Generations
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    generations: u64,
    /// Individuals
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(2..=10_000))]
    population: u16,
    /// Opponents of each in a generation, each met in a pair of games
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: u16,
    /// How far the first individuals differ from the start, as a share of each weight's size
    #[arg(long, value_name = "X", default_value_t = 0.3, value_parser = share)]
    spread: f32,
    /// Who has children
    #[arg(long, value_name = "WAY", default_value = "tournament", value_parser = named(Selection::ALL))]
    selection: Selection,
    /// How many meet in a tournament
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    tournament: u16,
    /// How the genes of two parents are mixed
    #[arg(long, value_name = "WAY", default_value = "uniform", value_parser = named(Crossover::ALL))]
    crossover: Crossover,
    /// Cuts of the multi-point crossover
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(2..=1000))]
    points: u16,
    /// The share of genes that mutate
    #[arg(long, value_name = "X", default_value_t = 0.01, value_parser = share)]
    mutation: f32,
    /// By what share of its size a gene mutates at most
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = share)]
    by: f32,
    /// Whose places children take
    #[arg(long, value_name = "WAY", default_value = "weakest", value_parser = named(Replacement::ALL))]
    replacement: Replacement,
    /// How many children [default: as many as individuals for full, half for weakest and random, twice for best]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    children: Option<u16>,
}

/// Tunes by SPSA, as fishtest does: all weights are tried at once in two directions, which meet in pairs of games
#[derive(Args)]
#[command(
    after_help = "With c_end and r_end by patterns, the last that fits a weight counts: --c-end '5,material.*=20'.

Examples:
  tabula tune spsa chess --only 'material.*' --out runs/spsa --iterations 2000
  tabula tune spsa czech --eval thesis --out runs/thesis --c-end '5,king=40' --r-end 0.01"
)]
pub(super) struct Spsa {
    #[command(flatten)]
    common: Common,
    /// Iterations, a pair of games each
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    iterations: u64,
    /// Iterations that begin at the same weights, and are played at the same time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    batch: u32,
    /// How fast the pace falls
    #[arg(long, value_name = "X", default_value_t = 0.602, value_parser = share)]
    alpha: f32,
    /// How fast the trial moves fall
    #[arg(long, value_name = "X", default_value_t = 0.101, value_parser = share)]
    gamma: f32,
    /// A, as a share of the iterations
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = share)]
    steady: f32,
    /// The trial move in the end, in hundredths of a pawn, or PATTERN=X for some weights [default: a tenth of each weight]
    #[arg(long, value_name = "X,PATTERN=X", value_delimiter = ',', value_parser = rule)]
    c_end: Vec<(String, f64)>,
    /// The pace in the end, a_end / c_end^2, likewise [default: 0.002]
    #[arg(long, value_name = "X,PATTERN=X", value_delimiter = ',', value_parser = rule)]
    r_end: Vec<(String, f64)>,
}

/// Learns by TDLeaf(lambda): what is thought of a position is drawn towards what is thought later in its game
#[derive(Args)]
#[command(after_help = "Examples:
  tabula tune tdleaf chess --only 'material.*,place.*' --out runs/tdleaf
  tabula tune tdleaf chess --out runs/ladder --opponent tabula:level=3 --opponent start --opponent self
  tabula tune tdleaf czech --out runs/czech --stride adagrad --rate 10")]
pub(super) struct Tdleaf {
    #[command(flatten)]
    common: Common,
    /// Steps of learning
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    steps: u64,
    /// Games of a step
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u16).range(2..=10_000))]
    games: u16,
    /// How much each later move counts, of the one before
    #[arg(long, value_name = "L", default_value_t = 0.7, value_parser = share)]
    lambda: f32,
    /// What turns hundredths of a pawn into the exponent of a chance
    #[arg(long, value_name = "K", default_value_t = 0.0055, value_parser = positive)]
    k: f32,
    /// How weights follow the slope
    #[arg(long, value_enum, value_name = "WAY", default_value_t = Following::Adam)]
    stride: Following,
    /// The length of the first steps in hundredths of a pawn; it falls to a tenth
    #[arg(long, value_name = "R", default_value_t = 4.0, value_parser = positive)]
    rate: f32,
    /// Learns also from gains by moves of the opponent that were not expected
    #[arg(long)]
    no_clip: bool,
    /// An opponent: self, start (the first weights) or a player; several are a ladder, weakest first [default: self]
    #[arg(long, value_name = "PLAYER")]
    opponent: Vec<String>,
}

/// Goes on with a run that was stopped or killed
#[derive(Args)]
pub(super) struct Resume {
    /// The folder of the run
    folder: PathBuf,
    #[command(flatten)]
    usual: Usual,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Following {
    /// Steps of about the same length for every weight
    Adam,
    /// The same at first, then shorter for weights that have moved much
    Adagrad,
}

/// Accepts the names of a list.
fn named<T: Copy + Send + Sync + 'static>(all: &'static [(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(all.iter().map(|(name, _)| *name));
    names.try_map(|word| all.iter().find(|(name, _)| *name == word).map(|(_, one)| *one).ok_or("unknown"))
}

fn spoil(text: &str) -> Result<Spoil, String> {
    let (seed, amount) = text.split_once(',').unwrap_or((text, "0.5"));
    let wanted = || format!("expected a seed, or a seed and an amount from 0 to 10 as in 1,0.5; found '{text}'");
    let amount = f64::from_str(amount.trim()).ok().filter(|x| (0.0..=10.0).contains(x)).ok_or_else(wanted)?;
    Ok(Spoil { seed: seed.trim().parse().map_err(|_| wanted())?, amount })
}

/// A number for all weights, or for those that a pattern names.
fn rule(text: &str) -> Result<(String, f64), String> {
    let (pattern, number) = text.split_once('=').unwrap_or(("*", text));
    let good = number.trim().parse().ok().filter(|x: &f64| *x > 0.0 && x.is_finite());
    let wanted = || format!("expected a number above 0, or PATTERN=NUMBER, found '{text}'");
    Ok((pattern.trim().to_string(), good.ok_or_else(wanted)?))
}

impl Genetic {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let settings = genetic::Settings {
            population: self.population.into(),
            rounds: self.rounds.into(),
            spread: self.spread.into(),
            selection: self.selection,
            tournament: self.tournament.into(),
            crossover: self.crossover,
            points: self.points.into(),
            mutation: self.mutation.into(),
            by: self.by.into(),
            replacement: self.replacement,
            children: self.children.map(usize::from),
        };
        self.common.begin(Road::Genetic(settings), self.generations, out)
    }
}

impl Spsa {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let settings = spsa::Settings {
            alpha: self.alpha.into(),
            gamma: self.gamma.into(),
            steady: self.steady.into(),
            c_end: self.c_end.clone(),
            r_end: self.r_end.clone(),
            batch: self.batch,
        };
        self.common.begin(Road::Spsa(settings), self.iterations.div_ceil(self.batch.into()), out)
    }
}

impl Tdleaf {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let myself = || vec![tdleaf::SELF.to_string()];
        let settings = tdleaf::Settings {
            lambda: self.lambda,
            k: self.k,
            stride: match self.stride {
                Following::Adam => Stride::Adam,
                Following::Adagrad => Stride::Adagrad,
            },
            rate: self.rate,
            games: self.games.into(),
            clip: !self.no_clip,
            ladder: if self.opponent.is_empty() { myself() } else { self.opponent.clone() },
        };
        self.common.begin(Road::Tdleaf(settings), self.steps, out)
    }
}

impl Common {
    fn begin(&self, road: Road, steps: u64, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::super::game(&self.game)?;
        let plan = Plan {
            game: self.game.clone(),
            manner: Manner {
                eval: self.eval.clone(),
                nodes: self.nodes,
                lots: self.random_plies.map_or_else(|| Openings::usual_plies(&*shelf), usize::from),
                most_moves: self.max_moves,
                seed: self.seed,
            },
            only: self.only.clone(),
            spoil: self.spoil,
            steps,
            gauge_games: self.gauge,
            closing: self.closing,
            road,
        };
        let read =
            |file: &PathBuf| std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()));
        let from = self.weights.as_ref().map(read).transpose()?;
        let what = format!("tune {}", plan.road.name());
        let prepared =
            Prepared::begin(&plan, from.as_deref(), &self.out).map_err(|fault| BadArgument::new(&what, fault))?;
        self.usual.run(&prepared, &self.out, out)
    }
}

impl Resume {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let prepared = Prepared::resume(&self.folder).map_err(|fault| BadArgument::new("tune resume", fault))?;
        self.usual.run(&prepared, &self.folder, out)
    }
}

impl Usual {
    fn run(&self, run: &Prepared, folder: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
        // Before any thread is started.
        let stop = halt_on_signals();
        let wish = Wish { title: None, threads: self.threads.into(), stop: &stop };
        let mut live = Live::new(usize::try_from(run.plan().steps).unwrap_or(usize::MAX));
        let summary = run.run(std::env::args().collect(), &wish, &mut |news| match news {
            News::Step { step, numbers } => live.tell(*step, || told(numbers)),
            News::Closing { done, of } => live.tell(run.plan().steps, || format!("closing match: pair {done} of {of}")),
        });
        live.end();
        let summary = summary.map_err(|fault| anyhow::anyhow!("{fault}"))?;
        let weights = folder.join(WEIGHTS);
        if self.json {
            writeln!(out, "{}", in_json(run, &summary, &weights))?;
        } else {
            let goes_on = format!(" (stopped; tabula tune resume {} goes on)", folder.display());
            let stopped = if summary.stopped { goes_on.as_str() } else { "" };
            writeln!(out, "{}; weights {}{stopped}", run.told(&summary), weights.display())?;
        }
        Ok(())
    }
}

fn in_json(run: &Prepared, summary: &Summary, weights: &Path) -> serde_json::Value {
    let closing = summary.closing.map(|closing| match_in_json(&closing));
    json!({
        "road": run.plan().road.name(), "numbers": summary.genes, "steps": summary.steps, "games": summary.games,
        "stopped": summary.stopped, "weights": weights.display().to_string(), "closing": closing,
    })
}

/// A closing match.
pub(super) fn match_in_json(Closing { games, strength }: &Closing) -> serde_json::Value {
    json!({
        "wins": games.wins, "draws": games.draws, "losses": games.losses, "score": strength.score,
        "elo": strength.elo.value, "error": strength.elo.error, "superiority": strength.superiority,
    })
}

/// The numbers of a step in a line, but for those that matter to nobody who waits.
fn told(numbers: &[(&str, f64)]) -> String {
    let shown = numbers.iter().filter(|(name, _)| *name != "seconds");
    shown.map(|(name, number)| format!("{} {number:.3}", name.replace('_', " "))).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spoiling_is_a_seed_and_perhaps_an_amount() {
        assert_eq!(spoil("3"), Ok(Spoil { seed: 3, amount: 0.5 }));
        assert_eq!(spoil("3, 0.25"), Ok(Spoil { seed: 3, amount: 0.25 }));
        assert!(["", "x", "3,", "3,-1", "3,NaN"].iter().all(|text| spoil(text).is_err()));
    }

    #[test]
    fn a_rule_is_a_number_for_all_or_for_a_pattern() {
        assert_eq!(rule("0.01"), Ok(("*".to_string(), 0.01)));
        assert_eq!(rule("material.*=20"), Ok(("material.*".to_string(), 20.0)));
        assert!(["", "0", "king=", "king=-1", "inf"].iter().all(|text| rule(text).is_err()));
    }
}
