//! A game for other programs: many give up at the first word they do not understand, so what could not be replayed
//! is written as a comment, and what is unusual in the usual way. The game as it was written is in [`Import::game`].

use super::number::spelled;
use super::writer::rest_of_line;
use super::{Game, Import, LineId, Node, NodeId, Note, Numbering, Tree};

/// What stands before text that could not be replayed.
const UNREAD: &str = "unread:";

impl Import {
    /// The game with every move in the spelling of its rules, and what could not be replayed in comments.
    ///
    /// A game for which no table could be opened comes back as it was written.
    pub fn standard(&self) -> Game {
        let mut game = self.game.clone();
        if self.table.is_none() {
            return game;
        }
        for id in game.tree.ids() {
            if let Some(played) = &self.played[id.index()] {
                game.tree.node_mut(id).text = spelled(played);
            }
        }
        let tree = &mut game.tree;
        let mut reached = Vec::new();
        let mut lines = vec![(LineId::MAIN, Numbering::of_game(&self.game))];
        while let Some((line, start)) = lines.pop() {
            self.cut_unread(tree, line, start);
            reached.push(line);
            lines.extend(tree.line(line).loose.iter().map(|&loose| (loose, start)));
            let mut numbering = start;
            for &id in &tree.line(line).moves {
                lines.extend(tree.node(id).variations.iter().map(|&variation| (variation, numbering)));
                numbering = numbering.after(&tree.node(id).text);
            }
        }
        // The innermost first, so that a variation is already settled when the move that it replaces is.
        for line in reached.into_iter().rev() {
            settle_loose(tree, line);
            comment_results(&mut tree.line_mut(line).tail);
            for id in tree.line(line).moves.clone() {
                settle_empty(tree, id);
                let node = tree.node_mut(id);
                comment_results(&mut node.before);
                comment_results(&mut node.after);
            }
        }
        comment_results(&mut game.tail);
        game
    }

    /// Turns a line from its first move that could not be replayed into a comment.
    fn cut_unread(&self, tree: &mut Tree, line: LineId, start: Numbering) {
        let moves = &tree.line(line).moves;
        let Some(good) = moves.iter().position(|id| self.played[id.index()].is_none()) else { return };
        let numbering = moves[..good].iter().fold(start, |numbering, &id| numbering.after(&tree.node(id).text));
        let last = good.checked_sub(1).map(|last| moves[last]);
        let text = rest_of_line(tree, line, good, numbering);
        // Braces cannot stand in braces.
        let text = text.replace('{', "<").replace('}', ">").split_whitespace().collect::<Vec<_>>().join(" ");
        let note = Note::Comment(format!("{UNREAD} {text}"));
        tree.line_mut(line).moves.truncate(good);
        match last {
            Some(last) if tree.node(last).variations.is_empty() => tree.node_mut(last).after.push(note),
            _ => tree.line_mut(line).tail.insert(0, note),
        }
    }
}

/// Puts variations that stand before any move behind the first one: they replace it.
fn settle_loose(tree: &mut Tree, line: LineId) {
    let Some(&first) = tree.line(line).moves.first() else { return };
    let mut loose = std::mem::take(&mut tree.line_mut(line).loose);
    for &variation in &loose {
        let lead = std::mem::take(&mut tree.line_mut(variation).lead);
        tree.node_mut(first).before.extend(lead);
    }
    loose.append(&mut tree.node_mut(first).variations);
    tree.node_mut(first).variations = loose;
}

/// Puts the notes of variations without a move behind the move itself.
fn settle_empty(tree: &mut Tree, id: NodeId) {
    let (empty, full): (Vec<_>, Vec<_>) = tree.node(id).variations.iter().partition(|&&variation| {
        let line = tree.line(variation);
        line.moves.is_empty() && line.loose.is_empty()
    });
    for variation in empty {
        let line = std::mem::take(tree.line_mut(variation));
        let Node { after, .. } = tree.node_mut(id);
        after.extend(line.lead.into_iter().chain(line.tail));
    }
    tree.node_mut(id).variations = full;
}

/// A result in the middle ends the game for most programs.
fn comment_results(notes: &mut [Note]) {
    for note in notes {
        if let Note::Result(verdict) = note {
            *note = Note::Comment(verdict.to_string());
        }
    }
}
