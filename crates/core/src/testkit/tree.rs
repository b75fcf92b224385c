//! A game written as an explicit tree: `((3 5) (2 9))`.
//!
//! ```text
//! tree  = leaf | [mover] "(" tree { tree } ")"
//! mover = "+" first | "-" second | "?" chance; without one, the players alternate, the first begins
//! leaf  = integer (a value for the first player) | "W" | "L" | "D" (the first player wins, loses, draws)
//! ```
//!
//! Below a chance node a branch may carry its weight: `?(3:10 1:-6)`.

use crate::{
    BoardView, Cause, Cells, Evaluator, Fault, Faults, Game, Hint, Key, Mover, Notation, Outcome, Score, Show, Side,
    Square, Tactics, Trace, Watch,
};
use crate::{Dice, dice};

/// A game that is nothing but its tree.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Kind>,
}

/// A place in a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node(u32);

/// The n-th branch of a node; a leaf with a value has one branch, back to itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch(u16);

#[derive(Clone, Debug)]
enum Kind {
    Inner { mover: Mover, branches: Vec<(Node, u32)> },
    Value { mover: Side, value: i32 },
    Over(Outcome),
}

impl Tree {
    /// Reads a tree; the fault names the column.
    ///
    /// ```
    /// use tabula_core::testkit::Tree;
    /// assert!(Tree::parse("((3 5) (2 9))").is_ok());
    /// assert_eq!(Tree::parse("((3 5)").unwrap_err().to_string(), "column 7: the tree ends before its ')'");
    /// ```
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let mut reader = Reader { text: text.as_bytes(), at: 0, nodes: Vec::new() };
        reader.node(Side::First)?;
        reader.skip_space();
        if reader.at < reader.text.len() {
            return Err(reader.fault("text after the end of the tree"));
        }
        Ok(Self { nodes: reader.nodes })
    }

    /// A tree with up to `breadth` branches per node and all values at `depth`; with `chance`, some nodes belong to the die.
    pub fn random(dice: &mut Dice, depth: u32, breadth: usize, chance: bool) -> Self {
        let mut nodes = Vec::new();
        grow(&mut nodes, dice, depth, breadth, chance, Side::First);
        Self { nodes }
    }

    fn kind(&self, at: Node) -> &Kind {
        &self.nodes[at.0 as usize]
    }
}

fn grow(nodes: &mut Vec<Kind>, dice: &mut dice::Dice, depth: u32, breadth: usize, chance: bool, turn: Side) -> Node {
    let here = Node(nodes.len() as u32);
    let value = dice.below(41) as i32 - 20;
    nodes.push(Kind::Value { mover: turn, value });
    if depth == 0 {
        return here;
    }
    if dice.below(12) == 0 {
        let winner = [Some(Side::First), Some(Side::Second), None][dice.below(3)];
        nodes[here.0 as usize] = Kind::Over(Outcome { winner, cause: Cause::Leaf });
        return here;
    }
    let by_die = chance && dice.below(3) == 0;
    let next = if by_die { turn } else { !turn };
    let branches = (0..=dice.below(breadth))
        .map(|_| {
            let weight = 1 + dice.below(4) as u32;
            (grow(nodes, dice, depth - 1, breadth, chance, next), weight)
        })
        .collect();
    let mover = if by_die { Mover::Chance } else { turn.into() };
    nodes[here.0 as usize] = Kind::Inner { mover, branches };
    here
}

impl Game for Tree {
    type Position = Node;
    type Move = Branch;
    const CHANCE: bool = true;

    fn start(&self) -> Node {
        Node(0)
    }

    fn mover(&self, at: &Node) -> Mover {
        match self.kind(*at) {
            Kind::Inner { mover, .. } => *mover,
            Kind::Value { mover, .. } => (*mover).into(),
            Kind::Over(_) => Side::First.into(),
        }
    }

    fn moves(&self, at: &Node, out: &mut Vec<Branch>) {
        match self.kind(*at) {
            Kind::Inner { mover: Mover::Chance, .. } | Kind::Over(_) => {}
            Kind::Inner { branches, .. } => out.extend((0..branches.len()).map(|i| Branch(i as u16))),
            Kind::Value { .. } => out.push(Branch(0)),
        }
    }

    fn play<W: Watch>(&self, at: &mut Node, m: Branch, _: &mut W) {
        if let Kind::Inner { branches, .. } = self.kind(*at) {
            *at = branches[m.0 as usize].0;
        }
    }

    fn ended(&self, at: &Node) -> Option<Outcome> {
        match self.kind(*at) {
            Kind::Over(outcome) => Some(*outcome),
            _ => None,
        }
    }

    fn stuck(&self, _: &Node) -> Outcome {
        Outcome::draw(Cause::Leaf)
    }

    fn key(&self, at: &Node) -> Key {
        Key(Dice::new(u64::from(at.0)).next_u64())
    }

    fn chances(&self, at: &Node, out: &mut Vec<(Branch, u32)>) {
        if let Kind::Inner { mover: Mover::Chance, branches } = self.kind(*at) {
            out.extend(branches.iter().enumerate().map(|(i, &(_, weight))| (Branch(i as u16), weight)));
        }
    }

    fn hint(&self, _: &Node, m: Branch) -> Hint {
        Hint(u32::from(m.0))
    }
}

impl Tactics for Tree {}

impl Notation for Tree {
    fn read_position(&self, text: &str) -> Result<Node, Faults> {
        match text.parse() {
            Ok(number) if (number as usize) < self.nodes.len() => Ok(Node(number)),
            _ => {
                Err(Fault::at(1, format!("expected a node from 0 to {}, found '{text}'", self.nodes.len() - 1)).into())
            }
        }
    }

    fn write_position(&self, at: &Node) -> String {
        at.0.to_string()
    }

    fn read_move(&self, at: &Node, text: &str) -> Result<Branch, Fault> {
        let branches = match self.kind(*at) {
            Kind::Inner { branches, .. } => branches.len(),
            Kind::Value { .. } => 1,
            Kind::Over(_) => 0,
        };
        (0..branches)
            .map(|i| Branch(i as u16))
            .find(|m| m.0.to_string() == text)
            .ok_or_else(|| Fault::at(1, format!("no branch '{text}' here")))
    }

    fn write_move(&self, _: &Node, m: Branch) -> String {
        m.0.to_string()
    }
}

impl Show for Tree {
    fn view(&self, _: &Node) -> BoardView {
        BoardView {
            files: 0,
            ranks: 0,
            cells: Cells::Grid,
            skips_i: false,
            men: Vec::new(),
            alarm: None,
            notes: Vec::new(),
        }
    }

    fn trail(&self, _: &Node, _: Branch) -> (Option<Square>, Option<Square>) {
        (None, None)
    }
}

/// Reads the value that stands at a leaf of a [`Tree`]; inner nodes are worth nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeValue(());

impl Trace for TreeValue {
    type Watch = ();

    fn push(&mut self) -> &mut () {
        &mut self.0
    }

    fn pop(&mut self) {}
}

impl Evaluator<Tree> for TreeValue {
    fn reset(&mut self, _: &Tree, _: &Node) {}

    fn value(&mut self, tree: &Tree, at: &Node) -> Score {
        match tree.kind(*at) {
            Kind::Value { mover: Side::First, value } => Score::estimate(*value),
            Kind::Value { mover: Side::Second, value } => Score::estimate(-value),
            _ => Score::ZERO,
        }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    nodes: Vec<Kind>,
}

impl Reader<'_> {
    fn fault(&self, what: &str) -> Fault {
        Fault::at(self.at + 1, what)
    }

    fn skip_space(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    /// The digits (and sign) from here on, if they make a number.
    fn number(&mut self) -> Option<i32> {
        let rest = &self.text[self.at..];
        let sign = usize::from(rest.first() == Some(&b'-'));
        let length = sign + rest[sign..].iter().take_while(|b| b.is_ascii_digit()).count();
        let value = std::str::from_utf8(&rest[..length]).ok()?.parse().ok()?;
        self.at += length;
        Some(value)
    }

    fn node(&mut self, turn: Side) -> Result<Node, Fault> {
        self.skip_space();
        let here = Node(self.nodes.len() as u32);
        self.nodes.push(Kind::Value { mover: turn, value: 0 });
        let start = self.at;
        let mover = match self.text.get(self.at) {
            Some(b'?') => Mover::Chance,
            Some(b'+') => Side::First.into(),
            Some(b'-') if self.text.get(self.at + 1) == Some(&b'(') => Side::Second.into(),
            _ => turn.into(),
        };
        let marked = matches!(self.text.get(self.at), Some(b'?' | b'+' | b'-'));
        self.at += usize::from(marked && self.text.get(self.at + 1) == Some(&b'('));
        let kind = if self.take(b'(') {
            Kind::Inner { mover, branches: self.branches(mover, turn)? }
        } else {
            self.at = start;
            self.leaf(turn)?
        };
        self.nodes[here.0 as usize] = kind;
        Ok(here)
    }

    fn branches(&mut self, mover: Mover, turn: Side) -> Result<Vec<(Node, u32)>, Fault> {
        let next = match mover {
            Mover::Player(side) => !side,
            Mover::Chance => turn,
        };
        let mut branches = Vec::new();
        loop {
            self.skip_space();
            if self.take(b')') {
                break;
            }
            if self.at >= self.text.len() {
                return Err(self.fault("the tree ends before its ')'"));
            }
            let start = self.at;
            let weight = match self.number() {
                Some(weight) if weight > 0 && mover == Mover::Chance && self.take(b':') => weight as u32,
                _ => {
                    self.at = start;
                    1
                }
            };
            branches.push((self.node(next)?, weight));
        }
        if branches.is_empty() { Err(self.fault("a node without branches")) } else { Ok(branches) }
    }

    fn leaf(&mut self, turn: Side) -> Result<Kind, Fault> {
        for (letter, winner) in [(b'W', Some(Side::First)), (b'L', Some(Side::Second)), (b'D', None)] {
            if self.take(letter) {
                return Ok(Kind::Over(Outcome { winner, cause: Cause::Leaf }));
            }
        }
        match self.number() {
            Some(value) => Ok(Kind::Value { mover: turn, value }),
            None => Err(self.fault("expected a number, W, L, D or '('")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::perft;

    #[test]
    fn a_tree_reads_movers_weights_and_results() {
        let tree = Tree::parse("-(?(3:10 -6) W (1 D))").unwrap();
        assert_eq!(tree.mover(&tree.start()), Side::Second.into());
        let mut chances = Vec::new();
        tree.chances(&Node(1), &mut chances);
        assert_eq!(chances, [(Branch(0), 3), (Branch(1), 1)]);
        assert_eq!(perft(&tree, &tree.start(), 2), 4);
    }

    #[test]
    fn a_tree_in_which_the_die_moves_keeps_the_laws() {
        crate::testkit::battery(&Tree::parse("?((1 2) 3:?(4 W))").unwrap(), crate::testkit::Battery::default());
    }

    #[test]
    fn a_broken_tree_is_answered_with_the_place_of_the_fault() {
        for (text, column) in [("", 1), ("()", 3), ("(1 x)", 4), ("(1 2) 3", 7), ("(1 2", 5), ("x(1)", 1)] {
            assert_eq!(Tree::parse(text).unwrap_err().column, Some(column), "{text}");
        }
    }
}
