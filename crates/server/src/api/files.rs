//! Games as files, and as trees that a page can hold.

use super::analyse::Value;
use super::board::SideNumber;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Anything that was pasted.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadAsk {
    /// The text.
    pub text: String,
    /// The game, where the text does not say.
    #[serde(default)]
    pub game: Option<String>,
}

/// What it was.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReadAnswer {
    /// `pgn`, `sgf`, `pdn`, `fen` or `moves`.
    pub format: &'static str,
    /// The games in it.
    pub games: Vec<Tree>,
    /// What is wrong with it, with places.
    pub faults: Vec<String>,
}

/// A game with variations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// Which game.
    pub game: String,
    /// Where it begins.
    pub start: Option<String>,
    /// Name and value of each tag.
    pub tags: Vec<(String, String)>,
    /// The first stands for the start.
    pub nodes: Vec<Node>,
    /// As records write it.
    pub result: String,
}

/// A move in a tree.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// As programs exchange it.
    pub code: String,
    /// As people read it.
    pub text: String,
    /// Whose.
    pub by: Option<SideNumber>,
    /// What follows; the first is the main line.
    pub children: Vec<usize>,
    /// What is said of it.
    pub comment: String,
    /// Signs by their numbers.
    pub signs: Vec<u32>,
    /// How good the position after it is.
    #[serde(default)]
    pub value: Option<Value>,
}

/// A tree that is to become text.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WriteAsk {
    /// The game.
    pub tree: Tree,
    /// `pgn`, `sgf`, `pdn` or `fen`.
    pub format: String,
    /// The position that is meant, for `fen`.
    #[serde(default)]
    pub at: Option<usize>,
}

/// The text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct WriteAnswer {
    /// The text.
    pub text: String,
    /// A name for the file.
    pub name: String,
}
