//! Positions, and what may be done in them.

use serde::{Deserialize, Serialize};
use tabula_core::{Cause, Cells, Mover, Side};
use tabula_engine::Table;
use utoipa::ToSchema;

/// 0 moves first.
pub type SideNumber = u8;
/// `rank * files + file`.
pub type SquareNumber = u16;

/// The number of a side.
pub const fn number(side: Side) -> SideNumber {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// The side of a number; whatever is not 0 is the second.
pub const fn side(number: SideNumber) -> Side {
    if number == 0 { Side::First } else { Side::Second }
}

/// A board to be drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Board {
    /// Columns.
    pub files: u8,
    /// Rows.
    pub ranks: u8,
    /// `squares`, `points` or `grid`.
    pub cells: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Names of the rows, from the bottom.
    pub rows: Vec<String>,
    /// Who stands where.
    pub men: Vec<Man>,
    /// Where an attacked royal piece stands.
    pub alarm: Option<SquareNumber>,
    /// What the board does not show.
    pub notes: Vec<String>,
}

/// A man on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Man {
    /// Where.
    pub on: SquareNumber,
    /// Whose; `null` for a neutral one.
    pub side: Option<SideNumber>,
    /// As in positions as text.
    pub letter: String,
    /// What it is, in one word.
    pub kind: String,
}

/// Something that may be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Deed {
    /// What is sent back.
    pub code: String,
    /// As people read it.
    pub text: String,
    /// The squares to point at; a move that can be made in several ways is told several times.
    pub path: Vec<SquareNumber>,
    /// Where men are taken.
    pub taken: Vec<SquareNumber>,
    /// What a man becomes.
    pub makes: Option<String>,
}

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Played {
    /// As programs exchange it.
    pub code: String,
    /// As people read it.
    pub text: String,
    /// By whom; `null` for the die.
    pub by: Option<SideNumber>,
    /// The squares it went over.
    pub path: Vec<SquareNumber>,
    /// Where men were taken.
    pub taken: Vec<SquareNumber>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Outcome {
    /// Who has won; `null` for a draw.
    pub winner: Option<SideNumber>,
    /// What decided it.
    pub cause: String,
    /// By how many points.
    pub margin: Option<f64>,
}

/// A position of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Look {
    /// Which game.
    pub game: String,
    /// Where it began; `null` is the usual start.
    pub start: Option<String>,
    /// The position as text.
    pub position: String,
    /// The board.
    pub board: Board,
    /// Who moves; `null` for the die, or when the game is over.
    pub mover: Option<SideNumber>,
    /// What may be done, or what the die may show.
    pub deeds: Vec<Deed>,
    /// What was done.
    pub played: Vec<Played>,
    /// The end, by the rules.
    pub outcome: Option<Outcome>,
}

/// Any position: which game, from where, after which moves.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LookAsk {
    /// Which game.
    pub game: String,
    /// Where it begins.
    #[serde(default)]
    pub start: Option<String>,
    /// What was played.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl From<tabula_core::Outcome> for Outcome {
    fn from(outcome: tabula_core::Outcome) -> Self {
        let (cause, margin) = match outcome.cause {
            Cause::Mate => ("mate", None),
            Cause::RoyalLost => ("royal-lost", None),
            Cause::Stalemate => ("stalemate", None),
            Cause::DeadMaterial => ("dead-material", None),
            Cause::Repetition => ("repetition", None),
            Cause::NoProgress => ("no-progress", None),
            Cause::Row => ("row", None),
            Cause::BoardFull => ("board-full", None),
            Cause::Count(halves) => ("count", Some(f64::from(halves) / 2.0)),
            Cause::Leaf => ("leaf", None),
            Cause::Resignation => ("resignation", None),
            Cause::Agreement => ("agreement", None),
        };
        Self { winner: outcome.winner.map(number), cause: cause.into(), margin }
    }
}

impl Outcome {
    /// An end that no rule of a game knows.
    pub fn beside(winner: Option<Side>, cause: &str) -> Self {
        Self { winner: winner.map(number), cause: cause.into(), margin: None }
    }

    /// As records write it.
    pub const fn points(&self) -> &'static str {
        match self.winner {
            Some(0) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Board {
    /// The board on a table.
    pub fn of(table: &dyn Table) -> Self {
        let view = table.view();
        let name = |square: usize| view.square_name(tabula_core::Square(square as u16));
        let letters = |name: String| name.chars().take_while(char::is_ascii_alphabetic).collect::<String>();
        let files = usize::from(view.files);
        Self {
            files: view.files,
            ranks: view.ranks,
            cells: match view.cells {
                Cells::Squares => "squares",
                Cells::Points => "points",
                Cells::Grid => "grid",
            }
            .into(),
            columns: (0..files).map(|file| letters(name(file))).collect(),
            rows: (1..=view.ranks).map(|rank| rank.to_string()).collect(),
            men: view
                .men
                .iter()
                .map(|man| Man {
                    on: man.on.0,
                    side: man.side.map(number),
                    letter: man.letter.to_string(),
                    kind: kind(&man.name),
                })
                .collect(),
            alarm: view.alarm.map(|square| square.0),
            notes: view.notes,
        }
    }
}

/// The name of a kind as one word, by which pages find its picture and its name in other languages.
pub fn kind(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

fn numbers(squares: &[tabula_core::Square]) -> Vec<SquareNumber> {
    squares.iter().map(|square| square.0).collect()
}

/// What was done on a table, the moves from `first` on.
pub fn played(table: &dyn Table, first: usize) -> Vec<Played> {
    let told = table.played().iter().enumerate().skip(first).map(|(ply, played)| {
        let deed = table.done(ply).unwrap_or_default();
        Played {
            code: played.code.clone(),
            text: played.text.clone(),
            by: played.by.map(number),
            path: deed.ways.first().map_or(Vec::new(), |way| numbers(way)),
            taken: numbers(&deed.taken),
        }
    });
    told.collect()
}

impl Look {
    /// What stands on a table.
    pub fn of(table: &dyn Table) -> Self {
        let outcome = table.outcome();
        let deeds = if outcome.is_some() { Vec::new() } else { deeds(table) };
        Self {
            game: table.card().id.clone(),
            start: table.record().setup.start,
            position: table.position(),
            board: Board::of(table),
            mover: match table.mover() {
                Mover::Player(side) if outcome.is_none() => Some(number(side)),
                _ => None,
            },
            deeds,
            played: played(table, 0),
            outcome: outcome.map(Outcome::from),
        }
    }
}

/// What may be done on a table, each way of doing it by itself.
fn deeds(table: &dyn Table) -> Vec<Deed> {
    let each = |(played, deed): (tabula_engine::Played, tabula_core::Deed)| {
        let makes = deed.makes.as_deref().map(kind);
        let taken = numbers(&deed.taken);
        let ways = deed.ways.into_iter().map(move |way| Deed {
            code: played.code.clone(),
            text: played.text.clone(),
            path: numbers(&way),
            taken: taken.clone(),
            makes: makes.clone(),
        });
        ways.collect::<Vec<_>>()
    };
    table.deeds().into_iter().flat_map(each).collect()
}
