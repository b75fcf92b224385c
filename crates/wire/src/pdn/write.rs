//! Games as text, by the restrictions that the standard puts on writing.

use super::{Kind, numbering};
use crate::pgn::{Dialect, Game, LineId, Note, Tag, Verdict, write_as};

/// What stands between games, whatever their result: that is told by the tag.
const SEPARATOR: &str = "*";

/// Writes a game. The standard has comments in braces and nothing else beside moves, so every other note becomes one.
pub fn write(game: &Game) -> String {
    let mut game = game.clone();
    let first = numbering(&game);
    tell_result(&mut game);
    plain(&mut game.head);
    plain(&mut game.tail);
    for id in game.tree.ids() {
        let node = game.tree.node_mut(id);
        plain(&mut node.before);
        plain(&mut node.after);
        for line in node.variations.clone() {
            plain_line(&mut game, line);
        }
    }
    plain_line(&mut game, LineId::MAIN);
    write_as(&game, first, SEPARATOR)
}

/// Puts the result into its tag, where it is not yet: the end of the moves does not tell it.
fn tell_result(game: &mut Game) {
    let told = game.tag("Result").and_then(|text| Dialect::Pdn.verdict(text));
    if game.result == Verdict::Open || told == Some(game.result) {
        return;
    }
    let text = Kind::of_game(game).unwrap_or_else(|| Kind::guess(game)).points.text(game.result);
    match game.tags.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case("Result")) {
        Some(tag) => tag.value = text.into(),
        None => game.tags.push(Tag::new("Result", text)),
    }
}

/// Writes a file of games, an empty line between each two.
pub fn write_all<'a>(games: impl IntoIterator<Item = &'a Game>) -> String {
    let texts: Vec<_> = games.into_iter().map(write).collect();
    texts.join("\n")
}

fn plain_line(game: &mut Game, line: LineId) {
    let line = game.tree.line_mut(line);
    plain(&mut line.lead);
    plain(&mut line.tail);
}

fn plain(notes: &mut [Note]) {
    for note in notes {
        let text = match note {
            Note::Nag(_) => continue,
            Note::Comment(text) | Note::Aside(text) | Note::Escape(text) => std::mem::take(text),
            Note::Result(verdict) => verdict.to_string(),
        };
        // Braces cannot stand in braces.
        *note = Note::Comment(text.replace('{', "(").replace('}', ")"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn::read_all;

    #[test]
    fn what_was_written_is_read_back_and_written_the_same() {
        let file = "[Event \"?\"]\n[Result \"1-1\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n\
                    1. 32-28 $1 19-23 {usual} (1... 18-23 2. 38-32 {solid}) 2. 28x19 14x23 *\n\n\
                    [Event \"?\"]\n[Result \"0-1\"]\n[GameType \"21,B,8,8,N1,0\"]\n[FEN \"B:W21-32:B1-12\"]\n\n\
                    1... 11-15 2. 23-19 *\n";
        let readings = read_all(file.as_bytes());
        assert!(readings.iter().all(|reading| reading.faults.is_empty()), "{readings:?}");
        assert_eq!(write_all(readings.iter().map(|reading| &reading.game)), file);
    }

    #[test]
    fn a_result_that_stands_only_behind_the_moves_is_put_into_the_tag() {
        let write_again = |text: &str| write(&read_all(text.as_bytes())[0].game);
        assert_eq!(write_again("1. 32-28 2-0"), "[Result \"2-0\"]\n\n1. 32-28 *\n");
        assert_eq!(write_again("[Result \"*\"]\n1. 11-15 0-1"), "[Result \"0-1\"]\n\n1. 11-15 *\n");
        assert_eq!(write_again("1. 32-28 *"), "1. 32-28 *\n");
    }

    #[test]
    fn every_note_becomes_a_comment() {
        let readings = read_all(b"% head\n[Event \"?\"]\n1. 32-28 ; one {of two}\n 19-23 (2. 28x19 2-0) {x} *");
        let text = write(&readings[0].game);
        assert_eq!(text, "{head}\n[Event \"?\"]\n\n1. 32-28 {one (of two)} 1... 19-23 (1... 28x19 {1-0}) {x} *\n");
        assert_eq!(write(&read_all(text.as_bytes())[0].game), text);
    }
}
