//! What can be set about a player of this house: each setting with its name, what it accepts, and what it does.
//!
//! Player specs, option lists of protocols and menus all derive from [`Knob::ALL`].

use crate::level;
use crate::lore::{LoreKnob, Wanted, path};
use crate::near::unknown;
use crate::weights::Weights;
use crate::{Clock, OptionCard, OptionKind};
use std::sync::LazyLock;
use std::time::Duration;
use tabula_core::Fault;
use tabula_search::alphabeta::{Margin, Resources};
use tabula_search::mcts::Leaf;
use tabula_search::textbook::{Horizon, Iterate, Memory, Order, Plan};
use tabula_search::{Method, Params};

/// How a player thinks, and for how long.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Settings {
    pub(crate) method: Method,
    pub(crate) params: Params,
    pub(crate) eval: String,
    /// The file of a net that judges instead; empty for none.
    pub(crate) net: String,
    /// The weights of the evaluation.
    pub(crate) weights: Weights,
    pub(crate) clock: Clock,
    /// After so many positions it does not look deeper, but finishes what it has begun.
    pub(crate) soft: Option<u64>,
    pub(crate) seed: u64,
    /// How many of the best moves it tells of.
    pub(crate) lines: usize,
    /// Time kept in hand for what happens between it and the referee, in milliseconds ...
    pub(crate) overhead: u64,
    /// ... and for what happens inside.
    pub(crate) flex: u64,
    pub(crate) lore: Wanted,
    /// The rating that it does not exceed; `None` for full strength.
    pub(crate) rating: Option<u32>,
}

impl Settings {
    /// The search that a game is best played by, with so much memory in MiB; for the textbook ones, whatever makes them better: a table and
    /// quiescence.
    pub(crate) fn best(eval: &str, (method, hash): (Method, usize)) -> Self {
        let plan = Plan { iterate: Iterate::Deepen, horizon: Horizon::Quiet };
        Self {
            method,
            params: Params {
                plan,
                memory: Memory::Table,
                resources: Resources { hash, threads: 1 },
                ..Params::default()
            },
            eval: eval.to_string(),
            net: String::new(),
            weights: Weights::BuiltIn,
            clock: Clock::default(),
            soft: None,
            seed: 0,
            lines: 1,
            overhead: 10,
            flex: 10,
            lore: Wanted::default(),
            rating: None,
        }
    }

    /// Whether both make the same search.
    pub(crate) fn same_search(&self, other: &Self) -> bool {
        let judge = |settings: &Self| {
            let weaker = settings.rating.is_some();
            (settings.eval.clone(), settings.net.clone(), settings.weights.clone(), weaker)
        };
        (self.method, self.params) == (other.method, other.params) && judge(self) == judge(other)
    }

    /// What of the time is not to be spent.
    pub(crate) fn kept_in_hand(&self) -> Duration {
        Duration::from_millis(self.overhead + self.flex)
    }
}

/// Something that can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Knob {
    Search,
    Eval,
    Net,
    Weights,
    Depth,
    Nodes,
    Soft,
    MoveTime,
    Horizon,
    Order,
    Memory,
    Iterate,
    Width,
    Sample,
    Throws,
    Leaf,
    Hash,
    Threads,
    Lines,
    Overhead,
    Flex,
    Level,
    Skill,
    Elo,
    Seed,
    Lore(LoreKnob),
}

const HORIZONS: [(&str, Horizon); 2] = [("sharp", Horizon::Sharp), ("quiet", Horizon::Quiet)];
const ORDERS: [(&str, Order); 3] = [("listed", Order::Listed), ("gain", Order::Gain), ("judged", Order::Judged)];
const MEMORIES: [(&str, Memory); 2] = [("none", Memory::None), ("table", Memory::Table)];
const ITERATIONS: [(&str, Iterate); 2] = [("deepen", Iterate::Deepen), ("once", Iterate::Once)];
const LEAVES: [(&str, Leaf); 4] =
    [("judged", Leaf::Judged), ("settled", Leaf::Settled), ("short", Leaf::Short), ("random", Leaf::Random)];

/// No search looks further.
const MAX_DEPTH: u64 = 100;
/// A day.
const MAX_MILLIS: u64 = 24 * 60 * 60 * 1000;
const MAX_WIDTH: u64 = 1000;
/// More than machines have; each takes a few megabytes.
const MAX_THREADS: u64 = 256;
/// More moves than any position of chess has.
const MAX_LINES: u64 = 256;
/// What may be kept in hand, in milliseconds.
const MAX_OVERHEAD: u64 = 5000;
const MAX_FLEX: u64 = 1000;
const MAX: u64 = i64::MAX as u64;

impl Knob {
    pub(crate) const ALL: [Self; 33] = [
        Self::Search,
        Self::Eval,
        Self::Net,
        Self::Weights,
        Self::Depth,
        Self::Nodes,
        Self::Soft,
        Self::MoveTime,
        Self::Horizon,
        Self::Order,
        Self::Memory,
        Self::Iterate,
        Self::Width,
        Self::Sample,
        Self::Throws,
        Self::Leaf,
        Self::Hash,
        Self::Threads,
        Self::Lines,
        Self::Overhead,
        Self::Flex,
        Self::Level,
        Self::Skill,
        Self::Elo,
        Self::Seed,
        Self::Lore(LoreKnob::Tables),
        Self::Lore(LoreKnob::Syzygy),
        Self::Lore(LoreKnob::SyzygyLimit),
        Self::Lore(LoreKnob::Syzygy50),
        Self::Lore(LoreKnob::OwnBook),
        Self::Lore(LoreKnob::Book),
        Self::Lore(LoreKnob::BookBest),
        Self::Lore(LoreKnob::Forced),
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Eval => "eval",
            Self::Net => "net",
            Self::Weights => "weights",
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::Soft => "soft",
            Self::MoveTime => "movetime",
            Self::Horizon => "horizon",
            Self::Order => "order",
            Self::Memory => "memory",
            Self::Iterate => "iterate",
            Self::Width => "width",
            Self::Sample => "sample",
            Self::Throws => "throws",
            Self::Leaf => "leaf",
            Self::Hash => "hash",
            Self::Threads => "threads",
            Self::Lines => "lines",
            Self::Overhead => "overhead",
            Self::Flex => "flex",
            Self::Level => "level",
            Self::Skill => "skill",
            Self::Elo => "elo",
            Self::Seed => "seed",
            Self::Lore(knob) => knob.name(),
        }
    }

    const fn about(self) -> &'static str {
        match self {
            Self::Search => "how it looks ahead",
            Self::Eval => "how it judges a position",
            Self::Net => "the file of a network that judges instead",
            Self::Weights => "the file of weights by which the evaluation judges, as `tabula tune` writes it",
            Self::Depth => "plies to look ahead at most; 0 for no limit",
            Self::Nodes => "positions to visit at most; 0 for no limit",
            Self::Soft => "positions after which it looks no deeper; 0 for no limit",
            Self::MoveTime => "milliseconds per move at most; 0 for no limit",
            Self::Horizon => "whether noisy moves are followed where the depth is used up",
            Self::Order => "which moves are tried first",
            Self::Memory => "whether positions are remembered",
            Self::Iterate => "depth by depth, or the last depth at once",
            Self::Width => "how many moves type-b follows",
            Self::Sample => "how many quiet throws of the die stand for all of them in star; 0 for all",
            Self::Throws => "how many throws of the die star follows; later ones are weighed at sight",
            Self::Leaf => "how mcts values a position: judged, after captures, after a few random moves, played out",
            Self::Hash => "MiB in which the strong search, star and mcts remember positions",
            Self::Threads => "how many threads the strong search uses",
            Self::Lines => "how many of the best moves it tells of, where its search can",
            Self::Overhead => "milliseconds lost between it and whoever keeps the time",
            Self::Flex => "milliseconds kept in hand besides",
            Self::Level => "how well it plays, from 1; 10 for as well as it can",
            Self::Skill => "the same from 0; 20 for as well as it can",
            Self::Elo => "the same as a rating; the greatest for as well as it can",
            Self::Seed => "what its lots are drawn from",
            Self::Lore(knob) => knob.about(),
        }
    }

    /// The setting as data; the values of `settings` are its defaults.
    pub(crate) fn card(self, settings: &Settings, judges: &[&str]) -> OptionCard {
        let params = &settings.params;
        let methods = Method::ALL.map(Method::name);
        let kind = match self {
            Self::Search => words(settings.method.name(), &methods),
            Self::Eval => words(&settings.eval, judges),
            Self::Net => OptionKind::Text { default: settings.net.clone() },
            Self::Weights => OptionKind::Text { default: settings.weights.name() },
            Self::Depth => number(0, 0, MAX_DEPTH),
            Self::Nodes | Self::Soft => number(0, 0, MAX),
            Self::MoveTime => number(0, 0, MAX_MILLIS),
            Self::Horizon => words_of(params.plan.horizon, &HORIZONS),
            Self::Order => words_of(params.order, &ORDERS),
            Self::Memory => words_of(params.memory, &MEMORIES),
            Self::Iterate => words_of(params.plan.iterate, &ITERATIONS),
            Self::Width => number(params.width as u64, 1, MAX_WIDTH),
            Self::Sample => number(params.outlook.sample as u64, 0, MAX_WIDTH),
            Self::Throws => number(params.outlook.throws.into(), 0, MAX_DEPTH),
            Self::Leaf => words_of(params.style.leaf, &LEAVES),
            Self::Hash => number(params.resources.hash as u64, 1, most_hash()),
            Self::Threads => number(params.resources.threads as u64, 1, MAX_THREADS),
            Self::Lines => number(settings.lines as u64, 1, MAX_LINES),
            Self::Overhead => number(settings.overhead, 0, MAX_OVERHEAD),
            Self::Flex => number(settings.flex, 0, MAX_FLEX),
            Self::Level => number(level::MOST_LEVEL.into(), 1, level::MOST_LEVEL.into()),
            Self::Skill => number(level::MOST_SKILL.into(), 0, level::MOST_SKILL.into()),
            Self::Elo => number(level::FULL.into(), level::WEAKEST.into(), level::FULL.into()),
            Self::Seed => number(settings.seed, 0, MAX),
            Self::Lore(knob) => knob.kind(&settings.lore),
        };
        OptionCard { name: self.name().to_string(), kind, about: self.about().to_string() }
    }

    /// Sets it, or says what it accepts. Whether an evaluator exists is for its game to say.
    pub(crate) fn apply(self, value: &str, settings: &mut Settings) -> Result<(), Fault> {
        let name = self.name();
        let (clock, params) = (&mut settings.clock, &mut settings.params);
        match self {
            Self::Search => {
                settings.method = Method::named(value)
                    .ok_or_else(|| Fault::new(unknown(name, value, &Method::ALL.map(Method::name))))?;
            }
            Self::Eval => settings.eval = value.to_string(),
            Self::Net => settings.net = path(value),
            Self::Weights => settings.weights = Weights::named(path(value)),
            Self::Depth => clock.limits.depth = limit(name, value, MAX_DEPTH)?.map(|depth| depth as u32),
            Self::Nodes => clock.limits.nodes = limit(name, value, MAX)?,
            Self::Soft => settings.soft = limit(name, value, MAX)?,
            Self::MoveTime => {
                let (digits, unit) = match value.strip_suffix("ms") {
                    Some(digits) => (digits, 1),
                    None => value.strip_suffix('s').map_or((value, 1), |digits| (digits, 1000)),
                };
                let time = limit(name, digits, MAX_MILLIS / unit)?;
                clock.move_time = time.map(|time| Duration::from_millis(time * unit));
            }
            Self::Horizon => params.plan.horizon = word_of(name, value, &HORIZONS)?,
            Self::Order => params.order = word_of(name, value, &ORDERS)?,
            Self::Memory => params.memory = word_of(name, value, &MEMORIES)?,
            Self::Iterate => params.plan.iterate = word_of(name, value, &ITERATIONS)?,
            Self::Width => params.width = read_number(name, value, 1, MAX_WIDTH)? as usize,
            Self::Sample => params.outlook.sample = read_number(name, value, 0, MAX_WIDTH)? as usize,
            Self::Throws => params.outlook.throws = read_number(name, value, 0, MAX_DEPTH)? as u32,
            Self::Leaf => params.style.leaf = word_of(name, value, &LEAVES)?,
            Self::Hash => params.resources.hash = read_number(name, value, 1, most_hash())? as usize,
            Self::Threads => params.resources.threads = read_number(name, value, 1, MAX_THREADS)? as usize,
            Self::Lines => settings.lines = read_number(name, value, 1, MAX_LINES)? as usize,
            Self::Overhead => settings.overhead = read_number(name, value, 0, MAX_OVERHEAD)?,
            Self::Flex => settings.flex = read_number(name, value, 0, MAX_FLEX)?,
            Self::Level => {
                settings.rating = level::of_level(read_number(name, value, 1, level::MOST_LEVEL.into())? as u32);
            }
            Self::Skill => {
                settings.rating = level::of_skill(read_number(name, value, 0, level::MOST_SKILL.into())? as u32);
            }
            Self::Elo => {
                let (least, most) = (level::WEAKEST.into(), level::FULL.into());
                settings.rating = level::of_elo(read_number(name, value, least, most)? as u32);
            }
            Self::Seed => settings.seed = read_number(name, value, 0, MAX)?,
            Self::Lore(knob) => knob.apply(value, &mut settings.lore)?,
        }
        Ok(())
    }
}

/// The largest table, in MiB: half of the machine's memory, for a program that takes more is ended by the system.
fn most_hash() -> u64 {
    /// Where the machine does not tell.
    const UNKNOWN: u64 = 2048;
    static MOST: LazyLock<u64> = LazyLock::new(|| {
        let told = std::fs::read_to_string("/proc/meminfo").ok();
        let total = told.as_deref().and_then(|text| text.lines().find_map(|line| line.strip_prefix("MemTotal:")));
        let kibibytes = total.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
        kibibytes.map_or(UNKNOWN, |kibibytes| (kibibytes / 1024 / 2).max(16))
    });
    *MOST
}

/// Sets a number of a search. They are for tuners and matches, too many for menus, so no knob lists them.
pub(crate) fn apply_margin(margin: &Margin, value: &str, settings: &mut Settings) -> Result<(), Fault> {
    let Margin { name, min, max, .. } = *margin;
    let set = value.parse().is_ok_and(|number| settings.params.set(name, number));
    if set {
        Ok(())
    } else {
        Err(Fault::new(format!("{name} takes a whole number from {min} to {max}, found '{value}'")))
    }
}

fn number(default: u64, min: u64, max: u64) -> OptionKind {
    OptionKind::Number { default: default as i64, min: min as i64, max: max as i64 }
}

fn words(default: &str, values: &[&str]) -> OptionKind {
    OptionKind::Choice { default: default.to_string(), values: values.iter().map(ToString::to_string).collect() }
}

fn words_of<T: Copy + PartialEq>(default: T, values: &[(&str, T)]) -> OptionKind {
    let names: Vec<_> = values.iter().map(|&(name, _)| name).collect();
    let default = values.iter().find(|(_, value)| *value == default).map_or(names[0], |&(name, _)| name);
    words(default, &names)
}

fn word_of<T: Copy>(kind: &str, word: &str, values: &[(&str, T)]) -> Result<T, Fault> {
    values.iter().find(|(name, _)| *name == word).map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<_> = values.iter().map(|&(name, _)| name).collect();
        Fault::new(unknown(kind, word, &names))
    })
}

/// A bound, where 0 means none.
fn limit(name: &str, value: &str, most: u64) -> Result<Option<u64>, Fault> {
    read_number(name, value, 0, most).map(|number| (number > 0).then_some(number))
}

pub(crate) fn read_number(name: &str, value: &str, least: u64, most: u64) -> Result<u64, Fault> {
    match value.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(Fault::new(format!("{name} takes a whole number from {least} to {most}, found '{value}'"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_and_every_word_of_a_card_is_accepted() {
        let settings = Settings::best("blind", (Method::Strong, 16));
        for knob in Knob::ALL {
            let values = match knob.card(&settings, &["blind"]).kind {
                OptionKind::Number { default, min, max } => [default, min, max].map(|n| n.to_string()).to_vec(),
                OptionKind::Switch { .. } => vec!["true".into(), "false".into()],
                OptionKind::Text { default } => vec![default],
                OptionKind::Choice { default, values } => {
                    assert!(values.contains(&default), "{knob:?}");
                    values
                }
            };
            for value in values {
                assert_eq!(knob.apply(&value, &mut settings.clone()), Ok(()), "{knob:?}={value}");
            }
        }
    }

    #[test]
    fn setting_the_defaults_changes_nothing() {
        let best = Settings::best("blind", (Method::Strong, 16));
        let mut set = best.clone();
        for knob in Knob::ALL {
            let default = match knob.card(&best, &["blind"]).kind {
                OptionKind::Number { default, .. } => default.to_string(),
                OptionKind::Switch { default } => default.to_string(),
                OptionKind::Choice { default, .. } | OptionKind::Text { default } => default,
            };
            knob.apply(&default, &mut set).unwrap();
        }
        assert_eq!(set, best);
    }

    #[test]
    fn time_is_in_milliseconds_unless_it_says_otherwise() {
        let mut settings = Settings::best("blind", (Method::Strong, 16));
        for (text, millis) in [("250", 250), ("250ms", 250), ("2s", 2000)] {
            Knob::MoveTime.apply(text, &mut settings).unwrap();
            assert_eq!(settings.clock.move_time, Some(Duration::from_millis(millis)));
        }
        Knob::MoveTime.apply("0", &mut settings).unwrap();
        assert_eq!(settings.clock.move_time, None);
    }

    #[test]
    fn a_bad_value_is_answered_by_what_is_accepted() {
        let mut settings = Settings::best("blind", (Method::Strong, 16));
        for (knob, value, said) in [
            (Knob::Depth, "101", "depth takes a whole number from 0 to 100, found '101'"),
            (Knob::Width, "0", "width takes a whole number from 1 to 1000, found '0'"),
            (Knob::MoveTime, "1h", "movetime takes a whole number from 0 to 86400000, found '1h'"),
            (Knob::Horizon, "quit", "unknown horizon 'quit'; did you mean 'quiet'? Known: sharp, quiet"),
        ] {
            assert_eq!(knob.apply(value, &mut settings).unwrap_err().to_string(), said);
        }
    }
}
