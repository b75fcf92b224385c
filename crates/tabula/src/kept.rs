//! Games in files: every game of the house, in the notation of its family (PDN for draughts, SGF for Go, PGN for all others).
//!
//! In PGN a game that is not chess names itself in the tag `Variant`.

use anyhow::{Context, anyhow, bail};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::SystemTime;
use tabula_core::{Cause, Faults, Outcome, Side};
use tabula_engine::{Setup, Shelf, Table, catalogue};
use tabula_server::moment;
use tabula_wire::pgn::{Import, Tag, Verdict};
use tabula_wire::{Kind, games};

/// The game on a table as text; `agreed` is a result that the board does not show, `names` are the players'.
pub(crate) fn write(table: &dyn Table, agreed: Option<Outcome>, names: [&str; 2]) -> String {
    let [first, second] = names;
    let seats = games::seats(table.card());
    let tags = [Tag::new("Date", today()), Tag::new(seats[0], first), Tag::new(seats[1], second)];
    games::write(&games::export(table, &tags, agreed.map(Verdict::from)), games::dialect(table.card()))
}

/// Opens the table that a file asks for. The game at hand comes first: a definition of one's own is in no list.
pub(crate) fn open(shelf: &dyn Shelf, setup: &Setup) -> Result<Box<dyn Table>, Faults> {
    let at = |shelf: &dyn Shelf| shelf.table(&Setup { game: shelf.card().id.clone(), start: setup.start.clone() });
    if shelf.card().is_called(&setup.game) { at(shelf) } else { at(&*catalogue::find(&setup.game)?) }
}

/// A game of a file (the first is 1), replayed to its end; a game that cannot be is refused.
pub(crate) fn read(file: &Path, shelf: &dyn Shelf, number: u32) -> anyhow::Result<Import> {
    let place = file.display();
    let stream = File::open(file).with_context(|| format!("cannot read {place}"))?;
    let dialect = games::dialect(shelf.card());
    let mut all = games::reader(BufReader::new(stream), dialect);
    let reading = all.nth(number.saturating_sub(1) as usize).ok_or_else(|| match number {
        1 => anyhow!("{place}: there is no game in it"),
        _ => anyhow!("{place}: there is no game {number} in it"),
    })?;
    let reading = reading.with_context(|| format!("cannot read {place}"))?;
    let import = games::import(reading, dialect, &|setup| open(shelf, setup));
    if let Some(fault) = import.faults.iter().find(|fault| matches!(fault.kind, Kind::Start | Kind::Move)) {
        bail!("{place}: {fault}");
    }
    if let Some(table) = &import.table
        && shelf.card().id != table.card().id
    {
        bail!("{place}: expected a game of {}, found one of {}", shelf.card().id, table.card().id);
    }
    Ok(import)
}

/// The first game of a file on a table, and its result where the board does not show it.
///
/// A file whose game cannot be replayed to its end is refused: going on from the middle would lose the rest.
pub(crate) fn load(file: &Path, shelf: &dyn Shelf) -> anyhow::Result<(Box<dyn Table>, Option<Outcome>)> {
    let import = read(file, shelf, 1)?;
    let place = file.display();
    let Some(table) = import.table else { bail!("{place}: the game cannot be set up") };
    let agreed = match (table.outcome(), import.game.result) {
        (Some(_), _) | (None, Verdict::Open) => None,
        (None, Verdict::First) => Some(Outcome::win(Side::First, Cause::Resignation)),
        (None, Verdict::Second) => Some(Outcome::win(Side::Second, Cause::Resignation)),
        (None, Verdict::Draw) => Some(Outcome::draw(Cause::Agreement)),
    };
    Ok((table, agreed))
}

/// Today's date, as games write it.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    moment::date(seconds).replace('-', ".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::save;

    fn file(name: &str, text: &str) -> std::path::PathBuf {
        let file = std::env::temp_dir().join(format!("tabula-kept-{}-{name}.pgn", std::process::id()));
        save(&file, text).unwrap();
        file
    }

    fn load_text(name: &str, text: &str) -> anyhow::Result<(Box<dyn Table>, Option<Outcome>)> {
        let file = file(name, text);
        let loaded = load(&file, &*catalogue::find("tictactoe").unwrap());
        std::fs::remove_file(file).unwrap();
        loaded
    }

    #[test]
    fn a_game_comes_back_from_its_text() {
        let shelf = catalogue::find("tictactoe").unwrap();
        let setup = Setup { game: "Tic-tac-toe".into(), start: Some("3/1x1/3 o".into()) };
        let mut table = open(&*shelf, &setup).unwrap();
        table.play("a1").unwrap();
        let resigned = Some(Outcome::win(Side::Second, Cause::Resignation));
        let text = write(&*table, resigned, ["Ann", "tabula"]);
        assert!(text.contains("[White \"Ann\"]\n[Black \"tabula\"]\n[Result \"0-1\"]\n"), "{text}");
        let (again, agreed) = load_text("again", &text).unwrap();
        assert_eq!((again.record(), agreed), (table.record(), resigned));
    }

    #[test]
    fn a_file_that_cannot_be_gone_on_with_is_refused_with_its_place() {
        for (name, text, said) in [
            ("empty", "", "there is no game in it"),
            ("move", "[Variant \"tictactoe\"]\n\n1. b2 a1\n2. b2 *", "game 1, line 4: "),
            ("game", "[Variant \"nonsense\"]\n\n*", "unknown game 'nonsense'"),
        ] {
            let answer = format!("{:#}", load_text(name, text).err().unwrap());
            assert!(answer.contains(said), "{answer}");
        }
    }
}
