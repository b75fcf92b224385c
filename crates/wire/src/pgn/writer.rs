//! Games as text, in the export format of the standard.

use super::number::is_roll;
use super::wrap::Wrap;
use super::{Game, LineId, Note, Numbering, Tree};

/// Writes a game; reading it again gives the same game.
pub fn write(game: &Game) -> String {
    write_as(game, Numbering::of_game(game), game.result.text())
}

/// Writes a game whose first move has this number, with what stands at its end.
pub(crate) fn write_as(game: &Game, first: Numbering, end: &str) -> String {
    let mut head = Wrap::default();
    notes(&mut head, &game.head);
    let mut text = head.finish();
    for tag in &game.tags {
        text.push_str(&tag.to_string());
        text.push('\n');
    }
    if !game.tags.is_empty() {
        text.push('\n');
    }
    let mut out = Wrap::default();
    lines(&mut out, &game.tree, Frame::new(LineId::MAIN, first), Tail::Keep);
    out.word(end);
    notes(&mut out, &game.tail);
    text + &out.finish()
}

/// Writes a file of games, an empty line between each two.
pub fn write_all<'a>(games: impl IntoIterator<Item = &'a Game>) -> String {
    let texts: Vec<_> = games.into_iter().map(write).collect();
    texts.join("\n")
}

/// A line that is being written.
struct Frame {
    line: LineId,
    /// Variations before the first move that are already written.
    loose: usize,
    /// Moves that are already written.
    moves: usize,
    /// Variations of the last written move that are already written.
    variations: usize,
    /// The next move.
    numbering: Numbering,
    /// Whether the next move needs its number even if it is the second player's.
    number: bool,
}

impl Frame {
    fn new(line: LineId, numbering: Numbering) -> Self {
        Self { line, loose: 0, moves: 0, variations: 0, numbering, number: true }
    }
}

/// The moves of a line from the `from`-th on, with their variations, as text.
pub(super) fn rest_of_line(tree: &Tree, line: LineId, from: usize, numbering: Numbering) -> String {
    let mut out = Wrap::default();
    // What stands before the first of these moves counts as written.
    let frame = Frame { loose: usize::MAX, moves: from, variations: usize::MAX, ..Frame::new(line, numbering) };
    lines(&mut out, tree, frame, Tail::Omit);
    out.finish()
}

/// Whether the notes at the end of the outermost line are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    Keep,
    Omit,
}

/// Writes a line and all its variations, with a stack of its own: they may be nested more deeply than calls.
fn lines(out: &mut Wrap, tree: &Tree, first: Frame, tail: Tail) {
    let mut stack = vec![first];
    while let Some(frame) = stack.last_mut() {
        let line = tree.line(frame.line);
        let last = frame.moves.checked_sub(1).map(|last| tree.node(line.moves[last]));
        let variation = match last {
            None => line.loose.get(frame.loose),
            Some(node) => node.variations.get(frame.variations),
        };
        if let Some(&variation) = variation {
            let numbering = match last {
                None => frame.numbering,
                Some(_) => frame.numbering.previous(),
            };
            if last.is_some() {
                frame.variations += 1;
            } else {
                frame.loose += 1;
            }
            frame.number = true;
            notes(out, &tree.line(variation).lead);
            out.open();
            stack.push(Frame::new(variation, numbering));
        } else if let Some(&id) = line.moves.get(frame.moves) {
            let node = tree.node(id);
            notes(out, &node.before);
            let roll = is_roll(&node.text);
            if !roll && (frame.number || !node.before.is_empty() || !frame.numbering.second) {
                out.word(&frame.numbering.text());
            }
            out.word(&node.text);
            for nag in &node.nags {
                out.word(&format!("${nag}"));
            }
            notes(out, &node.after);
            frame.number = !node.after.is_empty() || roll && frame.number;
            frame.moves += 1;
            frame.variations = 0;
            frame.numbering = frame.numbering.after(&node.text);
        } else {
            if stack.len() > 1 || tail == Tail::Keep {
                notes(out, &line.tail);
            }
            stack.pop();
            if !stack.is_empty() {
                out.close();
            }
        }
    }
}

fn notes(out: &mut Wrap, notes: &[Note]) {
    for note in notes {
        match note {
            // A brace cannot stand in braces; only a program can have put it there.
            Note::Comment(text) if text.contains('}') => aside(out, text),
            Note::Comment(text) => out.comment(text),
            Note::Aside(text) => aside(out, text),
            Note::Escape(text) => {
                for line in text.split(['\n', '\r']) {
                    out.own_line(&format!("%{}", line.trim_end()));
                }
            }
            Note::Nag(nag) => out.word(&format!("${nag}")),
            Note::Result(verdict) => out.word(verdict.text()),
        }
    }
}

fn aside(out: &mut Wrap, text: &str) {
    for line in text.split(['\n', '\r']) {
        out.line_rest(format!("; {}", line.trim()).trim_end());
    }
}
