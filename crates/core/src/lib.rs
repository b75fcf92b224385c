//! The vocabulary of Tabula, and the traits that everything else is written in.
//!
//! A *game* is an object that knows the rules; a *position* is plain state. Every rule is asked as
//! `game.verb(&position)`. A game that answers the required questions of [`Game`] can at once be
//! played, searched and counted; each further answer ([`Tactics`], [`Notation`], [`Show`]) only makes
//! it faster or nicer.
//!
//! This crate is silent: it prints nothing, opens nothing, and knows neither the time nor a source of
//! chance. Stop flags, pace and seeds come in from above.
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | the rules: [`Game`], [`Watch`] |
//! | [`tuning`] | what a tuner asks of an evaluation |
//! | [`tactics`] | what alpha-beta can exploit: [`Tactics`] |
//! | [`evaluator`] | judging a position: [`Evaluator`], [`Trace`] |
//! | [`oracle`] | what a tree search asks at a leaf: [`Oracle`] |
//! | [`any`](AnyEvaluator) | any evaluator behind one type |
//! | [`encode`] | positions and moves as a network takes them in: [`Encode`] |
//! | [`known`] | results that need no search: [`Known`] |
//! | [`ending`] | positions with few men, numbered: [`Endings`], [`Fate`] |
//! | [`search`] | the one seam for algorithms: [`Search`], [`Job`], [`Report`], [`Verdict`] |
//! | [`mod@line`] | a game in progress: history, repetition, move counts |
//! | [`notation`], [`view`] | positions and moves as text and as pictures |
//! | [`limits`], [`stop`] | how far to think, and when to stop |
//! | [`score`], [`outcome`], [`side`] | values, results, players |
//! | [`perft`] | counting move paths |
//! | [`cache`] | words to the machine about its memory |
//! | [`checksum`] | tells spoilt bytes from whole ones |
//! | [`dice`] | reproducible pseudo-random numbers |
//! | [`testkit`] | the battery of laws that every game inherits, and a game written as an explicit tree |

mod any;
pub mod cache;
pub mod checksum;
pub mod dice;
pub mod encode;
pub mod ending;
pub mod evaluator;
pub mod fault;
pub mod game;
pub mod known;
pub mod limits;
pub mod line;
pub mod notation;
pub mod oracle;
pub mod outcome;
pub mod perft;
pub mod score;
pub mod search;
pub mod side;
pub mod sight;
pub mod stop;
pub mod tactics;
pub mod testkit;
pub mod tuning;
pub mod view;

pub use any::AnyEvaluator;
pub use dice::Dice;
pub use encode::{Encode, Planes};
pub use ending::{Endings, Fate};
pub use evaluator::{Evaluator, Opinion, Plain, Trace};
pub use fault::{Fault, Faults};
pub use game::{Game, Hint, Key, Man, Square, Watch};
pub use known::{Exact, Known};
pub use limits::Limits;
pub use line::{Claims, HistoryRule, Line};
pub use notation::Notation;
pub use oracle::{Hope, Insight, Oracle, Trail};
pub use outcome::{Cause, Outcome};
pub use score::Score;
pub use search::{Bound, Job, Pace, Progress, Report, Search, Steady, Tries, Verdict};
pub use side::{BySide, Mover, Side};
pub use sight::{Seen, Sight, Stroller};
pub use stop::Stop;
pub use tactics::{ASPECTS, CERTAIN, Prospect, Tactics};
pub use view::{BoardView, Cells, Deed, KindView, ManView, Show};
