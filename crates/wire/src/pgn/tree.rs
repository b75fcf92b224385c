//! A game as it was written: tags, moves, variations, notes.
//!
//! Nodes and lines live in two arenas, so a variation of any depth costs no stack. Moves are text here; what they
//! mean is asked in [`import`](crate::pgn::import).

use super::{Tag, Verdict};

/// A game as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// What stood before the tags or between them.
    pub head: Vec<Note>,
    /// The tags in order, unknown and repeated ones too.
    pub tags: Vec<Tag>,
    /// The moves.
    pub tree: Tree,
    /// The result at the end of the moves.
    pub result: Verdict,
    /// What stood after the result.
    pub tail: Vec<Note>,
}

impl Game {
    /// The value of the first tag with this name, in any case of letters.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.value.as_str())
    }
}

/// Something written beside the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// `{text}`. A single line break between words is a space.
    Comment(String),
    /// `; text` to the end of the line.
    Aside(String),
    /// A line that begins with `%`.
    Escape(String),
    /// `$n` where there is no move before it.
    Nag(u32),
    /// A result that ends nothing: in a variation, or after the result of the game.
    Result(Verdict),
}

/// Names a move of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The place in the arena: nodes are numbered in the order in which they were added.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Names a line of a [`Tree`]: the main line or a variation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct LineId(u32);

impl LineId {
    /// The moves that were played.
    pub const MAIN: Self = Self(0);
}

/// A move with everything written about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The move as written, without its number and without `!` and `?`.
    pub text: String,
    /// Notes between the last variation (or the beginning of the line) and the move.
    pub before: Vec<Note>,
    /// The glyphs as numbers: `!` is 1.
    pub nags: Vec<u32>,
    /// Notes after the move.
    pub after: Vec<Note>,
    /// What could have been played instead of this move.
    pub variations: Vec<LineId>,
}

/// A run of moves: the main line or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Notes between the variation before this one and its opening parenthesis.
    pub lead: Vec<Note>,
    /// Variations that were written before any move of this line.
    pub loose: Vec<LineId>,
    /// The moves.
    pub moves: Vec<NodeId>,
    /// Notes at the end that belong to no move.
    pub tail: Vec<Note>,
}

/// The moves of a game.
///
/// ```
/// use tabula_wire::pgn::{LineId, Tree};
/// let mut tree = Tree::default();
/// let e4 = tree.add(LineId::MAIN, "e4");
/// let instead = tree.vary(e4);
/// tree.add(instead, "d4");
/// tree.add(LineId::MAIN, "e5");
/// let main: Vec<_> = tree.main().map(|node| node.text.as_str()).collect();
/// assert_eq!(main, ["e4", "e5"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    lines: Vec<Line>,
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: Vec::new(), lines: vec![Line::default()] }
    }
}

impl Tree {
    /// How many moves there are, in all variations.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no move at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A move.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A move, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// All moves of all variations, in the order of the arena.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// A line.
    pub fn line(&self, id: LineId) -> &Line {
        &self.lines[id.0 as usize]
    }

    /// A line, to be changed.
    pub fn line_mut(&mut self, id: LineId) -> &mut Line {
        &mut self.lines[id.0 as usize]
    }

    /// The moves that were played.
    pub fn main(&self) -> impl Iterator<Item = &Node> {
        self.line(LineId::MAIN).moves.iter().map(|&id| self.node(id))
    }

    /// Adds a move to the end of a line.
    pub fn add(&mut self, line: LineId, text: impl Into<String>) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { text: text.into(), ..Node::default() });
        self.line_mut(line).moves.push(id);
        id
    }

    /// Begins another variation that replaces a move.
    pub fn vary(&mut self, instead: NodeId) -> LineId {
        let id = self.new_line();
        self.node_mut(instead).variations.push(id);
        id
    }

    /// Begins a variation before any move of a line, as broken files have them.
    pub fn vary_before(&mut self, line: LineId) -> LineId {
        let id = self.new_line();
        self.line_mut(line).loose.push(id);
        id
    }

    fn new_line(&mut self) -> LineId {
        let id = LineId(self.lines.len() as u32);
        self.lines.push(Line::default());
        id
    }
}
