//! What a player knows besides what it thinks: endgame tables and an opening book, with their settings.
//!
//! Where to find them is a matter of settings; that there are any is a matter of the game, said in the
//! [catalogue](crate::catalogue).

use crate::book::Book;
use crate::endings;
use crate::settings::read_number;
use crate::syzygy::{self, Syzygy};
use crate::{OptionKind, Record};
use std::path::Path;
use std::sync::Arc;
use tabula_chess::{Chess, Orthodox};
use tabula_core::{Dice, Endings, Exact, Fault, Game, Known, Line};
use tabula_rows::Gomoku;
use tabula_rows::gomoku::Forced;

/// What of it is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wanted {
    /// Folders of endgame tables of this house; empty for none.
    pub(crate) own_tables: String,
    /// Those from elsewhere.
    pub(crate) tables: syzygy::Order,
    /// The file; empty for none.
    pub(crate) book: String,
    /// Whether moves are played from it.
    pub(crate) own_book: bool,
    /// The heaviest move always, instead of a lot by weight.
    pub(crate) best: bool,
    /// Whether forced wins are calculated, where the game has such.
    pub(crate) forced: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            own_tables: String::new(),
            tables: syzygy::Order::default(),
            book: String::new(),
            own_book: true,
            best: false,
            forced: true,
        }
    }
}

/// Something that can be set about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LoreKnob {
    Tables,
    Syzygy,
    SyzygyLimit,
    Syzygy50,
    OwnBook,
    Book,
    BookBest,
    Forced,
}

impl LoreKnob {
    /// Those of chess.
    pub(crate) const OF_CHESS: [Self; 7] =
        [Self::Tables, Self::Syzygy, Self::SyzygyLimit, Self::Syzygy50, Self::OwnBook, Self::Book, Self::BookBest];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::Syzygy => "syzygy",
            Self::SyzygyLimit => "syzygy-limit",
            Self::Syzygy50 => "syzygy-50",
            Self::OwnBook => "own-book",
            Self::Book => "book",
            Self::BookBest => "book-best",
            Self::Forced => "forced",
        }
    }

    pub(crate) const fn about(self) -> &'static str {
        match self {
            Self::Tables => "the directories of endgame tables that `tabula tables` has made",
            Self::Syzygy => "the directories of Syzygy endgame tables",
            Self::SyzygyLimit => "the most men on the board for which tables are asked",
            Self::Syzygy50 => "whether a win that the 50-move rule takes away counts as a draw",
            Self::OwnBook => "whether moves are played from the book",
            Self::Book => "the file of a Polyglot opening book",
            Self::BookBest => "whether the heaviest move of the book is always played",
            Self::Forced => "whether wins by an unbroken line of threats are looked for besides searching",
        }
    }

    pub(crate) fn kind(self, usual: &Wanted) -> OptionKind {
        match self {
            Self::Tables => OptionKind::Text { default: usual.own_tables.clone() },
            Self::Syzygy => OptionKind::Text { default: usual.tables.path.clone() },
            Self::SyzygyLimit => OptionKind::Number {
                default: i64::from(usual.tables.limit),
                min: 0,
                max: i64::from(syzygy::Order::MOST_MEN),
            },
            Self::Syzygy50 => OptionKind::Switch { default: usual.tables.fifty },
            Self::OwnBook => OptionKind::Switch { default: usual.own_book },
            Self::Book => OptionKind::Text { default: usual.book.clone() },
            Self::BookBest => OptionKind::Switch { default: usual.best },
            Self::Forced => OptionKind::Switch { default: usual.forced },
        }
    }

    pub(crate) fn apply(self, value: &str, wanted: &mut Wanted) -> Result<(), Fault> {
        let name = self.name();
        match self {
            Self::Tables => wanted.own_tables = path(value),
            Self::Syzygy => wanted.tables.path = path(value),
            Self::SyzygyLimit => {
                wanted.tables.limit = read_number(name, value, 0, u64::from(syzygy::Order::MOST_MEN))? as u32;
            }
            Self::Syzygy50 => wanted.tables.fifty = switch(name, value)?,
            Self::OwnBook => wanted.own_book = switch(name, value)?,
            Self::Book => wanted.book = path(value),
            Self::BookBest => wanted.best = switch(name, value)?,
            Self::Forced => wanted.forced = switch(name, value)?,
        }
        Ok(())
    }
}

/// UCI writes a text that is not there as a word.
pub(crate) fn path(value: &str) -> String {
    if value == "<empty>" { String::new() } else { value.to_string() }
}

fn switch(name: &str, value: &str) -> Result<bool, Fault> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Fault::new(format!("{name} is true or false, found '{value}'"))),
    }
}

/// Tables and book, opened.
pub(crate) struct Lore<G: Game> {
    pub(crate) tables: Option<Arc<dyn Known<G>>>,
    book: Option<Book>,
    best: bool,
}

impl<G: Game> Lore<G> {
    pub(crate) const NONE: Self = Self { tables: None, book: None, best: false };

    /// The moves that keep a known result and lead towards the end; none where nothing is known. With them every search
    /// plays such an ending well, whether or not it asks in its tree.
    pub(crate) fn root_moves(&self, game: &G, line: &Line<G>) -> Vec<G::Move> {
        let choices = self.tables.as_deref().and_then(|known| known.choices(game, line));
        choices.map_or(Vec::new(), |(_, moves)| moves)
    }

    /// The book's move at the end of a record, if it has one; the same lot draws the same move.
    pub(crate) fn book_move(&self, record: &Record, lot: u64) -> Option<String> {
        let moves = self.book.as_ref()?.moves(record).ok()?;
        if self.best {
            return moves.into_iter().next().map(|m| m.code);
        }
        let weights: Vec<_> = moves.iter().enumerate().map(|(i, m)| (i, u32::from(m.weight))).collect();
        // Neighbouring lots must not draw alike: the first number of a generator is thrown away.
        let mut dice = Dice::new(lot);
        let mut dice = Dice::new(dice.next_u64() ^ record.moves.len() as u64);
        dice.pick_weighted(&weights).map(|i| moves[i].code.clone())
    }
}

/// Tables of several kinds: whichever knows first is believed.
struct Several<G: Game>(Vec<Box<dyn Known<G>>>);

impl<G: Game> Known<G> for Several<G> {
    fn probe(&self, game: &G, at: &G::Position) -> Option<Exact> {
        self.0.iter().find_map(|known| known.probe(game, at))
    }

    fn choices(&self, game: &G, line: &Line<G>) -> Option<(Exact, Vec<G::Move>)> {
        self.0.iter().find_map(|known| known.choices(game, line))
    }
}

/// The lore of a game of which nothing is known but its own tables.
pub(crate) fn of_family<G: Endings>(game: &G, wanted: &Wanted) -> Result<Lore<G>, Fault> {
    let tables: Option<Arc<dyn Known<_>>> = match wanted.own_tables.as_str() {
        "" => None,
        path => Some(Arc::new(endings::open(game, path)?)),
    };
    Ok(Lore { tables, ..Lore::NONE })
}

/// The lore of five in a row: wins that are forced by fours and threes.
pub(crate) fn of_rows(_: &Gomoku, wanted: &Wanted) -> Result<Lore<Gomoku>, Fault> {
    let tables: Option<Arc<dyn Known<_>>> = if wanted.forced { Some(Arc::new(Forced::default())) } else { None };
    Ok(Lore { tables, ..Lore::NONE })
}

/// The lore of orthodox chess and Chess960.
pub(crate) fn of_chess(game: &Chess<u64, Orthodox>, wanted: &Wanted) -> Result<Lore<Chess<u64, Orthodox>>, Fault> {
    let own = wanted.own_tables.as_str();
    let tables: Option<Arc<dyn Known<_>>> = match (own, wanted.tables.path.as_str()) {
        (_, "") => of_family(game, wanted)?.tables,
        ("", _) => Some(Arc::new(Syzygy::open(&wanted.tables)?)),
        // Our own know the distance to the end: they come first.
        _ => {
            Some(Arc::new(Several(vec![Box::new(endings::open(game, own)?), Box::new(Syzygy::open(&wanted.tables)?)])))
        }
    };
    let book = match wanted.book.as_str() {
        "" => None,
        _ if !wanted.own_book => None,
        file => Some(Book::open(Path::new(file))?),
    };
    Ok(Lore { tables, book, best: wanted.best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_chess::chess;

    #[test]
    fn a_bad_value_is_answered_by_what_is_accepted() {
        let mut wanted = Wanted::default();
        for (knob, value, said) in [
            (LoreKnob::SyzygyLimit, "8", "syzygy-limit takes a whole number from 0 to 7, found '8'"),
            (LoreKnob::Syzygy50, "yes", "syzygy-50 is true or false, found 'yes'"),
        ] {
            assert_eq!(knob.apply(value, &mut wanted).unwrap_err().to_string(), said);
        }
        assert_eq!(wanted, Wanted::default());
    }

    #[test]
    fn an_empty_path_takes_the_tables_away() {
        let mut wanted = Wanted::default();
        LoreKnob::Syzygy.apply("/tables", &mut wanted).unwrap();
        assert!(of_chess(&chess(), &wanted).is_err());
        LoreKnob::Syzygy.apply("<empty>", &mut wanted).unwrap();
        assert!(of_chess(&chess(), &wanted).unwrap().tables.is_none());
    }
}
