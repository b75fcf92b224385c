//! A position as any screen can draw it, without knowing the rules.

use crate::{Game, Side, Square};

/// How men stand on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    /// In the fields of a chequered board.
    Squares,
    /// On the crossings of lines, as in Go.
    Points,
    /// In the fields of a plain grid, as in tic-tac-toe.
    Grid,
}

/// A man on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManView {
    /// Where it stands.
    pub on: Square,
    /// Whose it is; `None` for a neutral one.
    pub side: Option<Side>,
    /// Its letter in positions as text, in the case in which it is written there.
    pub letter: char,
    /// A picture of it in one character, for terminals that show it.
    pub glyph: char,
    /// Its name, for people who hear the board.
    pub name: String,
}

/// A kind of man, for whoever has to explain it to another program or to a person.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KindView {
    /// Its letter, in capitals.
    pub letter: char,
    /// Its name.
    pub name: String,
    /// How it moves, in Betza's letters as XBoard reads them; empty where they do not serve.
    pub moves: String,
}

/// A move as hands make it, for whoever plays by pointing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deed {
    /// The squares to point at, one after the other, from origin to goal: a placed stone has its goal alone, a pass nothing.
    /// Most moves can be made in one way; a chain of captures or castling in several.
    pub ways: Vec<Vec<Square>>,
    /// Where men are taken.
    pub taken: Vec<Square>,
    /// What the moved man becomes, if it changes: the name of a kind.
    pub makes: Option<String>,
}

/// Everything needed to draw a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// Columns.
    pub files: u8,
    /// Rows; the first player sits at row 0, at the bottom.
    pub ranks: u8,
    /// Squares or points.
    pub cells: Cells,
    /// Whether the names of columns leave `i` out, as in Go.
    pub skips_i: bool,
    /// The men, in the order of their squares.
    pub men: Vec<ManView>,
    /// Whose royal piece is attacked, and where it stands.
    pub alarm: Option<Square>,
    /// Lines below the board, for what it does not show: pockets, counters. Not the turn and not the result,
    /// which whoever holds the game knows.
    pub notes: Vec<String>,
}

impl BoardView {
    /// The man on a square.
    pub fn man(&self, on: Square) -> Option<&ManView> {
        self.men.iter().find(|man| man.on == on)
    }

    /// The name of a square: `a1`, `j10`.
    pub fn square_name(&self, square: Square) -> String {
        let (file, rank) = ((square.0 % u16::from(self.files)) as u8, square.0 / u16::from(self.files));
        let skipped = u8::from(self.skips_i && file >= b'i' - b'a');
        format!("{}{}", char::from(b'a' + file + skipped), rank + 1)
    }
}

/// Draws positions.
pub trait Show: Game {
    /// The board as it looks at `at`.
    fn view(&self, at: &Self::Position) -> BoardView;

    /// The kinds of men; none where men do not differ.
    fn kinds(&self) -> Vec<KindView> {
        Vec::new()
    }

    /// The squares a move goes from and to, for marking it; a placed stone has no origin.
    fn trail(&self, at: &Self::Position, m: Self::Move) -> (Option<Square>, Option<Square>);

    /// How a move is made by hand. The default knows origin and goal, and nothing of what is taken.
    fn deed(&self, at: &Self::Position, m: Self::Move) -> Deed {
        let (from, to) = self.trail(at, m);
        Deed { ways: vec![from.into_iter().chain(to).collect()], ..Deed::default() }
    }
}
