//! Games that people play.

use super::board::{Look, Outcome, SideNumber, SquareNumber};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who plays, as a page asks for it. No program is started that the operator did not name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum PlayerAsk {
    /// A person at this board.
    Human {
        /// What they are called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Our player, made weaker.
    Level {
        /// From 1 to 10.
        level: u32,
    },
    /// Our player with any search and any evaluation.
    Search {
        /// The search.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        search: Option<String>,
        /// The evaluation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        eval: Option<String>,
        /// Plies at most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        /// Positions at most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
        /// Milliseconds at most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        millis: Option<u64>,
    },
    /// A program that the operator configured.
    Engine {
        /// Its id in the configuration.
        id: String,
        /// Milliseconds at most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        millis: Option<u64>,
    },
    /// What a run of learning has learnt so far.
    Run {
        /// The run.
        id: String,
        /// Milliseconds at most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        millis: Option<u64>,
    },
    /// Any legal move.
    Random,
}

/// A game that is to begin.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayAsk {
    /// Which game.
    pub game: String,
    /// Where it begins.
    #[serde(default)]
    pub start: Option<String>,
    /// What was played already.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who plays, the first one first.
    pub players: [PlayerAsk; 2],
    /// How long they may think.
    #[serde(default)]
    pub clock: Option<Control>,
}

/// A time for the game, and more after each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// Milliseconds for the game.
    pub base: u64,
    /// Milliseconds after each move.
    pub inc: u64,
}

/// A game that has begun.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Begun {
    /// By which word it is asked for.
    pub id: String,
    /// Who knows this may play.
    pub key: String,
    /// How it stands.
    pub play: Play,
}

/// A game as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Play {
    /// By which word it is asked for.
    pub id: String,
    /// Grows with each change.
    pub version: u64,
    /// When it began.
    pub begun: String,
    /// The position.
    pub look: Look,
    /// Who plays.
    pub players: [Seat; 2],
    /// How long they may think.
    pub clock: Option<Control>,
    /// What they have left.
    pub left: Option<[u64; 2]>,
    /// Whose clock runs.
    pub running: Option<SideNumber>,
    /// An engine is at it.
    pub thinking: bool,
    /// Who offers a draw.
    pub offer: Option<SideNumber>,
    /// Both have passed: which stones are dead?
    pub counting: Option<Counting>,
    /// The end, whatever ended it.
    pub outcome: Option<Outcome>,
    /// What went wrong with an engine.
    pub note: Option<String>,
}

/// Who sits at a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Seat {
    /// `human` or `engine`.
    pub kind: &'static str,
    /// The name.
    pub name: String,
    /// As it was asked for.
    pub ask: PlayerAsk,
}

/// A board that is being counted.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Counting {
    /// Where dead men stand.
    pub dead: Vec<SquareNumber>,
    /// Who agrees.
    pub agreed: [bool; 2],
    /// The result if both do.
    pub outcome: Outcome,
    /// To whom each square belongs: 1 for side 0, -1 for side 1.
    pub owner: Vec<i8>,
}

/// Something that somebody does in a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct Act {
    /// The version that was seen; an act on an older one is refused.
    #[serde(default)]
    pub version: Option<u64>,
    /// What is done.
    #[serde(flatten)]
    pub what: What,
}

/// What can be done.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "act", rename_all = "lowercase")]
pub enum What {
    /// A move, in whatever notation the game knows.
    Move {
        /// The move.
        r#move: String,
    },
    /// Takes back to where the person was to move.
    Back,
    /// Persons and engines change seats.
    Swap,
    /// Offers a draw.
    Offer,
    /// Accepts the draw that was offered.
    Accept,
    /// Declines it.
    Decline,
    /// Gives up.
    Resign {
        /// Who, where both are persons.
        #[serde(default)]
        side: Option<SideNumber>,
    },
    /// The group here is dead, or is not.
    Dead {
        /// Where.
        on: SquareNumber,
    },
    /// Agrees to the count.
    Agree {
        /// Who, where both are persons.
        #[serde(default)]
        side: Option<SideNumber>,
    },
    /// Plays on instead.
    Resume,
}

/// A good move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Hint {
    /// As programs exchange it.
    pub code: String,
    /// As people read it.
    pub text: String,
    /// The squares it goes over.
    pub path: Vec<SquareNumber>,
}
