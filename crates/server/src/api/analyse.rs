//! What players think of positions and of games.

use serde::{Deserialize, Serialize};
use tabula_core::{Score, Side};
use tabula_engine::review::{Found, chances};
use utoipa::ToSchema;

/// How good a position is for the side that moves first.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Value {
    /// Expected points of side 0, from 0 to 1.
    pub share: f64,
    /// In hundredths of a pawn, or what the game has.
    pub units: Option<i32>,
    /// Moves to the end, positive if side 0 wins.
    pub mate: Option<i32>,
    /// Expected lead in points.
    pub points: Option<f64>,
}

impl Value {
    /// A score of the side to move.
    pub fn of(score: Score, mover: Side) -> Self {
        Self::seen(score, chances(score), None, mover)
    }

    /// What was found for the side to move.
    pub fn found(found: &Found, mover: Side) -> Self {
        let points = found.insight.as_ref().map(|insight| f64::from(insight.lead));
        Self::seen(found.score, found.chances(), points, mover)
    }

    /// `chances` from 0 to 100, of the side to move; `points` of side 0.
    pub fn seen(score: Score, chances: f64, points: Option<f64>, mover: Side) -> Self {
        let (score, chances) = if mover == Side::First { (score, chances) } else { (-score, 100.0 - chances) };
        let mate = score.moves_to_end();
        Self {
            share: chances / 100.0,
            units: mate.is_none().then(|| score.value()),
            mate,
            points: points.map(|points| (points * 10.0).round() / 10.0),
        }
    }
}

/// A line with its value.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Line {
    /// 1 is the best.
    pub rank: usize,
    /// Plies.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds.
    pub time: u64,
    /// Positions in a second.
    pub speed: u64,
    /// How good.
    pub value: Value,
    /// How often a tree search tried it.
    pub visits: Option<u64>,
    /// The moves as programs exchange them.
    pub codes: Vec<String>,
    /// The moves as people read them.
    pub texts: Vec<String>,
}

impl Line {
    /// A line that was found by the side to move.
    pub fn of(rank: usize, found: Found, mover: Side) -> Self {
        let value = Value::found(&found, mover);
        Self {
            rank,
            depth: found.depth,
            nodes: found.nodes,
            time: found.time.as_millis() as u64,
            speed: (found.nodes as f64 / found.time.as_secs_f64().max(1e-3)) as u64,
            value,
            visits: found.tries.map(|tries| tries.visits),
            codes: found.codes,
            texts: found.texts,
        }
    }
}

/// What is known of a move without thinking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Known {
    /// `tables` or `book`.
    pub source: String,
    /// The move.
    pub code: String,
    /// The move as people read it.
    pub text: String,
    /// `win 12`, `draw`, `loss 3`, or the part of the games of a book.
    pub result: String,
}

/// A question about a position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ThinkAsk {
    /// Which game.
    pub game: String,
    /// Where it begins.
    #[serde(default)]
    pub start: Option<String>,
    /// What was played.
    #[serde(default)]
    pub moves: Vec<String>,
    /// How many lines.
    #[serde(default)]
    pub lines: Option<usize>,
    /// Who is asked.
    #[serde(default)]
    pub player: Option<super::PlayerAsk>,
    /// How long.
    #[serde(default)]
    pub millis: Option<u64>,
}

/// What comes back, a line of JSON each.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Thought {
    /// So many are before us.
    Waiting {
        /// How many.
        waiting: usize,
    },
    /// The best lines so far.
    Lines {
        /// The best one first.
        lines: Vec<Line>,
        /// Per square, -100 to 100 for side 0.
        owner: Option<Vec<i8>>,
        /// What tables and books say.
        known: Vec<Known>,
    },
    /// The end.
    Done {
        /// Always.
        done: bool,
        /// `time`, `enough` or `turn`.
        why: &'static str,
    },
    /// Something failed.
    Failed {
        /// What.
        error: crate::problem::Problem,
    },
}

/// A question about every move of a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewAsk {
    /// Which game.
    pub game: String,
    /// Where it begins.
    #[serde(default)]
    pub start: Option<String>,
    /// What was played.
    pub moves: Vec<String>,
    /// How long for each position.
    #[serde(default)]
    pub millis: Option<u64>,
}

/// A line without its value.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct Bare {
    /// The moves as programs exchange them.
    pub codes: Vec<String>,
    /// The moves as people read them.
    pub texts: Vec<String>,
}

impl From<Option<Found>> for Bare {
    fn from(found: Option<Found>) -> Self {
        found.map_or_else(Self::default, |found| Self { codes: found.codes, texts: found.texts })
    }
}

/// A move with what it cost.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Judged {
    /// Which move, from 0.
    pub ply: usize,
    /// The value before it.
    pub before: Value,
    /// The value after it.
    pub after: Value,
    /// What it cost, of 100.
    pub loss: f64,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub verdict: &'static str,
    /// What was better.
    pub best: Bare,
    /// What answers it.
    pub reply: Bare,
}

impl Judged {
    /// A step of a review; the die is not judged.
    pub fn of(ply: usize, step: tabula_engine::review::Step) -> Option<Self> {
        step.played.by?;
        let best_played = step.best.as_ref().is_some_and(|best| best.codes[0] == step.played.code);
        let seen = |score: Score, chances: f64| Value::seen(score, chances, None, Side::First);
        Some(Self {
            ply,
            before: seen(step.before, step.chances[0]),
            after: seen(step.after, step.chances[1]),
            loss: step.loss,
            verdict: match step.judgement {
                Some(judgement) => judgement.word(),
                None if best_played => "best",
                None => "good",
            },
            best: step.best.into(),
            reply: step.reply.into(),
        })
    }
}
