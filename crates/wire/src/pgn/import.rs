//! What a game means: its moves replayed on a table, in all variations.
//!
//! A word that is no move ends what can be replayed of its line, and nothing else: the rest of the line stays in the
//! game as it was written, is written out again, and the fault says where it begins.

use super::number::unmarked;
use super::respell::{is_null, plain};
use super::{Game, LineId, NodeId, Numbering, Reading, Verdict};
use crate::{ImportFault, Kind, Place};
use tabula_core::{Cause, Fault, Faults, Mover};
use tabula_engine::{Played, Setup, Table, catalogue};

/// Opens a table for the game and the start position of a file.
///
/// [`Setup::game`] is the id that [`game_id`] makes of the tag `Variant`.
pub type Open<'a> = &'a dyn Fn(&Setup) -> Result<Box<dyn Table>, Faults>;

/// A game with its meaning.
pub struct Import {
    /// The game as written.
    pub game: Game,
    /// Which game, and from where, as the tags say.
    pub setup: Setup,
    /// The table after the last main-line move that could be replayed; `None` if the start position could not be
    /// opened. After a null move its record begins behind that move.
    pub table: Option<Box<dyn Table>>,
    /// What each move means, by [`NodeId::index`]; `None` for what could not be replayed.
    pub played: Vec<Option<Played>>,
    /// Everything wrong with text and moves, in the order of the file.
    pub faults: Vec<ImportFault>,
}

impl Import {
    /// The moves of the main line up to the first that could not be replayed.
    pub fn main(&self) -> impl Iterator<Item = &Played> {
        self.game.tree.line(LineId::MAIN).moves.iter().map_while(|id| self.played[id.index()].as_ref())
    }
}

/// The id of the game that a tag `Variant` names: `chess` where there is none.
///
/// ```
/// use tabula_wire::pgn::import::game_id;
/// assert_eq!(game_id(None), "chess");
/// assert_eq!(game_id(Some("Fischerandom")), "chess960");
/// assert_eq!(game_id(Some("Capablanca Random")), "caparandom");
/// assert_eq!(game_id(Some("King of the Hill")), "kingofthehill");
/// ```
pub fn game_id(variant: Option<&str>) -> String {
    let letters: String = variant.unwrap_or_default().chars().filter(|c| c.is_alphanumeric()).collect();
    match letters.to_lowercase().as_str() {
        "" | "chess" | "standard" | "standardchess" | "normal" | "orthodox" | "fromposition" => "chess".into(),
        "chess960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "freestyle" => "chess960".into(),
        // A game of the house may have a tag that is not its id.
        other => catalogue::find(other).map_or_else(|_| other.into(), |shelf| shelf.card().id.clone()),
    }
}

/// Replays a game on a table that `open` opens.
pub fn import(reading: Reading, open: Open<'_>) -> Import {
    let (id, first) = (game_id(reading.game.tag("Variant")), Numbering::of_game(&reading.game));
    replay(reading, id, "Variant", first, open)
}

/// Replays a game of the id that the tag `kind` says, whose first move has this number.
pub(crate) fn replay(reading: Reading, id: String, kind: &str, first: Numbering, open: Open<'_>) -> Import {
    let game = &reading.game;
    let fen = game.tag("FEN").map(str::trim).filter(|fen| !fen.is_empty());
    let setup = Setup { game: id, start: fen.map(str::to_owned) };
    let (tables, made, faults) = Default::default();
    let mut replay = Replay { reading: &reading, open, setup: &setup, first, tables, made, faults };
    if fen.is_none() && game.tag("SetUp") == Some("1") {
        replay.fault(
            tag_place(&reading, "SetUp"),
            Kind::Start,
            "tag SetUp promises a position, but there is no tag FEN",
        );
    }
    let mut played = vec![None; game.tree.len()];
    match open(&setup) {
        Ok(table) => {
            replay.tables.push(table);
            replay.lines(&mut played);
            replay.check_result();
        }
        Err(faults) => {
            let place = tag_place(&reading, if fen.is_some() { "FEN" } else { kind });
            for fault in faults.0 {
                replay.fault(place, Kind::Start, format!("the start position cannot be set up: {fault}"));
            }
        }
    }
    let Replay { mut tables, faults: found, .. } = replay;
    let mut faults = reading.faults.clone();
    faults.extend(found);
    faults.sort_by_key(|fault| fault.place);
    Import { setup, table: tables.pop(), played, faults, game: reading.game }
}

fn tag_place(reading: &Reading, name: &str) -> Place {
    let index = reading.game.tags.iter().position(|tag| tag.name.eq_ignore_ascii_case(name));
    index.map_or(reading.place, |index| reading.tag_places[index])
}

/// How a move was made, so that it can be taken back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    Move,
    /// A null move: a table of its own, since no game knows such a move.
    Null,
}

/// A line that is being replayed.
struct Frame {
    line: LineId,
    loose: usize,
    /// The next move, and how many of its variations were replayed.
    next: usize,
    variations: usize,
    numbering: Numbering,
    /// How many moves were made before this line began.
    base: usize,
}

struct Replay<'a> {
    reading: &'a Reading,
    open: Open<'a>,
    setup: &'a Setup,
    first: Numbering,
    /// The table in use is the last; there is one more for each null move.
    tables: Vec<Box<dyn Table>>,
    made: Vec<Made>,
    faults: Vec<ImportFault>,
}

impl Replay<'_> {
    fn fault(&mut self, place: Place, kind: Kind, what: impl Into<String>) {
        self.faults.push(ImportFault { game: Some(self.reading.number), place, kind, what: what.into() });
    }

    /// Replays every line. Variations come before the move that they replace, so that they are reached even if that
    /// move is none.
    fn lines(&mut self, played: &mut [Option<Played>]) {
        let tree = &self.reading.game.tree;
        let numbering = self.first;
        let frame = |line, numbering, base| Frame { line, loose: 0, next: 0, variations: 0, numbering, base };
        let mut stack = vec![frame(LineId::MAIN, numbering, 0)];
        while let Some(top) = stack.last_mut() {
            let line = tree.line(top.line);
            let variation = match line.moves.get(top.next) {
                _ if top.loose < line.loose.len() => {
                    top.loose += 1;
                    Some(line.loose[top.loose - 1])
                }
                Some(&id) => {
                    top.variations += 1;
                    tree.node(id).variations.get(top.variations - 1).copied()
                }
                None => None,
            };
            if let Some(variation) = variation {
                let numbering = top.numbering;
                stack.push(frame(variation, numbering, self.made.len()));
            } else if let Some(&id) = line.moves.get(top.next) {
                match self.play(&tree.node(id).text) {
                    Ok(done) => {
                        played[id.index()] = Some(done);
                        top.next += 1;
                        top.variations = 0;
                        top.numbering = top.numbering.after(&tree.node(id).text);
                    }
                    Err(why) => {
                        let rest = line.moves.len() - top.next - 1;
                        let numbering = top.numbering;
                        top.next = line.moves.len();
                        self.no_move(id, numbering, &why, rest);
                    }
                }
            } else {
                let base = top.base;
                stack.pop();
                if !stack.is_empty() {
                    self.back_to(base);
                }
            }
        }
    }

    fn no_move(&mut self, id: NodeId, numbering: Numbering, why: &Fault, rest: usize) {
        let text = &self.reading.game.tree.node(id).text;
        // Most games begin with the word that they cannot read, which is said already.
        let why = why.what.strip_prefix(&format!("'{text}'")).map_or(&*why.what, |rest| {
            let rest = rest.strip_prefix(" is not a move").unwrap_or(rest);
            rest.strip_prefix(": ").unwrap_or(&why.what)
        });
        let mut what = format!("'{text}' (move {}) is no move here: {why}", numbering.text());
        match rest {
            0 => {}
            1 => what.push_str("; it and the move after it are kept as text"),
            _ => what.push_str(&format!("; it and the {rest} moves after it are kept as text")),
        }
        self.fault(self.reading.move_places[id.index()], Kind::Move, what);
    }

    fn play(&mut self, text: &str) -> Result<Played, Fault> {
        let Some(table) = self.tables.last_mut() else { return Err(Fault::new("there is no table")) };
        // What the die says is marked, so that it can be told from a move.
        let text = if table.mover() == Mover::Chance { unmarked(text) } else { text };
        let tried = match table.play(text) {
            Err(_) if is_null(text) => {
                let played = self.pass(text)?;
                self.made.push(Made::Null);
                return Ok(played);
            }
            // The fault of what was written says more than that of what we made of it.
            Err(fault) => match plain(text) {
                respelled if respelled != text => table.play(&respelled).map_err(|_| fault),
                _ => Err(fault),
            },
            tried => tried,
        };
        if tried.is_ok() {
            self.made.push(Made::Move);
        }
        tried
    }

    /// Makes a null move: the same position with the other side to move, on a new table.
    fn pass(&mut self, text: &str) -> Result<Played, Fault> {
        let cannot = || Fault::new("a null move cannot be made in this position");
        let table = self.tables.last().ok_or_else(cannot)?;
        let by = match table.mover() {
            Mover::Player(side) => Some(side),
            Mover::Chance => None,
        };
        let position = pass_fen(&table.position()).ok_or_else(cannot)?;
        let setup = Setup { game: self.setup.game.clone(), start: Some(position) };
        let table = (self.open)(&setup).map_err(|_| cannot())?;
        self.tables.push(table);
        Ok(Played { code: "0000".into(), text: text.into(), by })
    }

    fn back_to(&mut self, base: usize) {
        for made in self.made.drain(base..).rev() {
            match made {
                Made::Null => {
                    self.tables.pop();
                }
                Made::Move => {
                    if let Some(table) = self.tables.last_mut() {
                        table.back();
                    }
                }
            }
        }
    }

    /// Compares the board's own verdict with the result. Draws that need a claim are left to the players.
    fn check_result(&mut self) {
        let Some(outcome) = self.tables.last().and_then(|table| table.outcome()) else { return };
        let result = self.reading.game.result;
        let claimed = matches!(outcome.cause, Cause::Repetition | Cause::NoProgress | Cause::DeadMaterial)
            // Which men are lost is agreed between the players, and not seen on the board.
            || matches!(outcome.cause, Cause::Count(_));
        if claimed || result == Verdict::Open || result == Verdict::from(outcome) {
            return;
        }
        let last = self.reading.game.tree.line(LineId::MAIN).moves.last();
        let place = last.map_or(self.reading.place, |id| self.reading.move_places[id.index()]);
        let what = format!("the result is {result}, but the board says {} by {}", outcome.points(), outcome.cause);
        self.fault(place, Kind::Result, what);
    }
}

/// A FEN with the other side to move; `None` for what does not look like one.
fn pass_fen(fen: &str) -> Option<String> {
    let mut fields: Vec<_> = fen.split_whitespace().collect();
    if fields.len() < 4 {
        return None;
    }
    let numbering = Numbering::of_position(fen).next();
    let number = numbering.number.to_string();
    fields[1] = match fields[1] {
        "w" => "b",
        "b" => "w",
        _ => return None,
    };
    fields[3] = "-";
    if fields.len() == 6 {
        fields[5] = &number;
    }
    Some(fields.join(" "))
}

#[cfg(test)]
mod tests {
    use super::pass_fen;

    #[test]
    fn a_null_move_changes_the_turn_and_forgets_en_passant() {
        assert_eq!(pass_fen("8/8/8/8/8/8/8/8 b - e3 4 9").as_deref(), Some("8/8/8/8/8/8/8/8 w - - 4 10"));
        assert_eq!(pass_fen("xo. o.. ..."), None);
    }
}
