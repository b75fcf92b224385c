//! Games from definition files: a path is accepted wherever an id is.
//!
//! Here, and only here, the width of a board's sets is chosen: the narrowest that holds it is the fastest.

use crate::catalogue::{CHESS_SIDES, card, chess_kit, rare_kit};
use crate::{GameCard, Shelf};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use tabula_arsenal as arsenal;
use tabula_board::Wide;
use tabula_chess::Definition;
use tabula_core::{Fault, Faults};

/// Larger files are no definitions.
const MOST_BYTES: u64 = 1 << 20;

/// Whether a word is the path of a definition rather than an id.
pub(crate) fn is_path(name: &str) -> bool {
    name.ends_with(".toml") || name.contains(['/', '\\'])
}

/// The game that a file defines; each fault names the file, and the line where it has one.
pub(crate) fn open(path: &str) -> Result<Arc<dyn Shelf>, Faults> {
    let in_file =
        |faults: Faults| Faults(faults.0.into_iter().map(|fault| Fault::new(format!("{path}: {fault}"))).collect());
    let text = read(path).map_err(|error| Faults::from(Fault::new(format!("cannot read {path}: {error}"))))?;
    shelve(&text, &id(path)).map_err(in_file)
}

fn read(path: &str) -> std::io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    // Half of a definition might be a definition, but not the one that was meant.
    if text.len() as u64 > MOST_BYTES {
        return Err(std::io::Error::new(std::io::ErrorKind::FileTooLarge, "a definition has at most 1 MiB"));
    }
    Ok(text)
}

/// The name of the file, without its ending.
fn id(path: &str) -> String {
    Path::new(path).file_stem().map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

pub(crate) fn shelve(text: &str, id: &str) -> Result<Arc<dyn Shelf>, Faults> {
    let definition = Definition::read(text)?;
    // Cards hold words, to be put into sentences.
    let about = definition.about.trim().trim_end_matches('.');
    let about = if about.is_empty() { "a game of one's own" } else { about };
    let card: GameCard = card(id, &definition.name, "chess", CHESS_SIDES, about);
    Ok(match (definition.shape().size(), definition.roams()) {
        (..=64, false) => {
            let game = definition.build::<u64>()?;
            chess_kit(game, card, arsenal::narrow, arsenal::narrow_general, arsenal::narrow_tables()).shelve()
        }
        (65..=128, false) => {
            let game = definition.build::<u128>()?;
            chess_kit(game, card, arsenal::broad, arsenal::broad_general, arsenal::broad_tables()).shelve()
        }
        (_, false) => rare_kit(definition.build::<Wide>()?, card, arsenal::wide, arsenal::wide_tables()).shelve(),
        (_, true) => {
            rare_kit(definition.build_roaming::<u64>()?, card, arsenal::roaming, arsenal::roaming_tables()).shelve()
        }
    })
}

/// The definitions that are built in, by id.
const SHIPPED: [(&str, &str); 8] = [
    ("maharajah", include_str!("../../../definitions/maharajah.toml")),
    ("janus", include_str!("../../../definitions/janus.toml")),
    ("embassy", include_str!("../../../definitions/embassy.toml")),
    ("amazon", include_str!("../../../definitions/amazon.toml")),
    ("grand", include_str!("../../../definitions/grand.toml")),
    ("capablanca", include_str!("../../../definitions/capablanca.toml")),
    ("caparandom", include_str!("../../../definitions/caparandom.toml")),
    ("behemoth", include_str!("../../../definitions/behemoth.toml")),
];

/// The text of a definition that is built in.
pub(crate) fn text(id: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == id).map(|(_, text)| *text)
}

/// The games that come as definitions, in the order in which menus show them.
pub(crate) fn shipped() -> impl Iterator<Item = Arc<dyn Shelf>> {
    SHIPPED.iter().map(|(id, text)| shelve(text, id).unwrap_or_else(|faults| unreachable!("{id}: {faults}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::find;

    #[test]
    fn boards_of_every_size_are_opened_on_some_width() {
        // Two steps for each pawn, two for each knight, and the way of the rook that stands beside a gap.
        for (files, ranks, moves) in [(8, 8, 20), (10, 8, 26), (16, 16, 44)] {
            let (pawns, gap) = ("p".repeat(files), files - 8);
            let officers = format!("rnbqkbnr{}", if gap > 0 { gap.to_string() } else { String::new() });
            let empty = vec![files.to_string(); ranks - 4].join("/");
            let black = format!("{officers}/{pawns}");
            let white = format!("{pawns}/{officers}").to_uppercase();
            let text = format!(
                "from = \"chess\"\nboard = \"{files}x{ranks}\"\nstart = \"{black}/{empty}/{white} w - - 0 1\"\n"
            );
            let shelf = shelve(&text, "large").unwrap_or_else(|faults| panic!("{files}x{ranks}: {faults}"));
            assert_eq!(shelf.perft(None, 1, 1).unwrap().len(), moves, "{files}x{ranks}");
        }
    }

    #[test]
    fn a_path_is_no_id_and_a_missing_file_is_named() {
        assert!(is_path("./x") && is_path("my.toml") && !is_path("chess"));
        let said = find("./no-such-file.toml").err().unwrap().to_string();
        assert!(said.starts_with("cannot read ./no-such-file.toml: "), "{said}");
    }

    #[test]
    fn what_a_game_is_about_can_be_put_into_a_sentence() {
        assert_eq!(shelve("from = \"chess\"\nabout = \"Mate in time. \"\n", "x").unwrap().card().about, "Mate in time");
    }

    #[test]
    fn a_file_that_is_too_long_is_refused_rather_than_cut() {
        let path = std::env::temp_dir().join(format!("tabula-too-long-{}.toml", std::process::id()));
        let comment = "#".repeat(MOST_BYTES as usize);
        std::fs::write(&path, format!("from = \"chess\"\n{comment}\nnonsense")).unwrap();
        let said = find(&path.to_string_lossy()).err().map(|faults| faults.to_string());
        std::fs::remove_file(&path).unwrap();
        assert!(said.as_ref().is_some_and(|said| said.ends_with("a definition has at most 1 MiB")), "{said:?}");
    }
}
