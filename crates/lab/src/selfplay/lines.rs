//! Every line that the opponents of a net can play, where the net plays its most likely move without any search.

use super::tree::{mover, worth_of};
use std::collections::HashMap;
use tabula_core::{Claims, Encode, Line, Side};
use tabula_nets::Mind;
use tabula_nn::Desk;

/// What came of all lines in which the net plays one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// Lines that the net won.
    pub won: u64,
    /// Lines that nobody won.
    pub drawn: u64,
    /// Lines that the net lost.
    pub lost: u64,
}

impl Lines {
    fn add(&mut self, other: Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

/// All lines with the net as the first and as the second player; `None` if there are more positions than allowed.
///
/// Whoever plays perfectly loses none, in a game that is not lost from the start.
pub fn all_lines<G: Encode>(game: &G, mind: &Mind, most: usize) -> Option<[Lines; 2]> {
    let mut walk = Walk { game, mind, most, desk: Desk::new(1), known: HashMap::new() };
    let mut both = [Lines::default(); 2];
    for (side, lines) in Side::BOTH.into_iter().zip(&mut both) {
        walk.known.clear();
        *lines = walk.from(&mut Line::new(game), side)?;
    }
    Some(both)
}

struct Walk<'a, G: Encode> {
    game: &'a G,
    mind: &'a Mind,
    most: usize,
    desk: Desk,
    known: HashMap<u64, Lines>,
}

impl<G: Encode> Walk<'_, G> {
    fn from(&mut self, line: &mut Line<G>, net: Side) -> Option<Lines> {
        let game = self.game;
        let key = game.key(line.now()).0;
        if let Some(&lines) = self.known.get(&key) {
            return Some(lines);
        }
        if self.known.len() >= self.most {
            return None;
        }
        let mut lines = Lines::default();
        if let Some(outcome) = line.outcome(game, Claims::Taken) {
            match worth_of(outcome, net) {
                worth if worth > 0.0 => lines.won = 1,
                worth if worth < 0.0 => lines.lost = 1,
                _ => lines.drawn = 1,
            }
        } else {
            let mut moves = line.legal(game);
            if mover(game, line.now()) == net {
                let best = self.best(line, &moves);
                moves = vec![moves[best]];
            }
            for m in moves {
                line.play(game, m);
                let below = self.from(line, net);
                line.back();
                lines.add(below?);
            }
        }
        self.known.insert(key, lines);
        Some(lines)
    }

    fn best(&mut self, line: &Line<G>, moves: &[G::Move]) -> usize {
        let (mut batch, mut logits) = (Vec::new(), Vec::new());
        let recent: Vec<&G::Position> = line.positions().iter().rev().take(1 + self.mind.planes().memory).collect();
        self.mind.show(self.game, &recent, &mut batch);
        self.mind.think(&mut self.desk, &batch);
        self.mind.logits((&self.desk, 0), self.game, line.now(), moves, &mut logits);
        (0..moves.len()).max_by(|a, b| logits[*a].total_cmp(&logits[*b])).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_nn::Net;
    use tabula_rows::TicTacToe;

    fn lines(bias: [f32; 9]) -> [Lines; 2] {
        let plan = "2x3x3: flatten, heads policy (dense 9) value (dense 1)";
        let mut net = Net::new(plan.parse().unwrap(), 1).unwrap();
        let tensors: Vec<_> =
            net.tensors().iter().map(|tensor| (tensor.name.clone(), tensor.start, tensor.len())).collect();
        net.weights_mut().fill(0.0);
        for (name, start, len) in tensors {
            if name.ends_with("policy.0.bias") {
                net.weights_mut()[start..start + len].copy_from_slice(&bias);
            }
        }
        all_lines(&TicTacToe, &Mind::new(&TicTacToe, &net, "").unwrap(), 10_000).unwrap()
    }

    /// Counted by a plain program of its own, in another language.
    #[test]
    fn who_always_takes_the_first_free_cell_wins_and_loses_as_many_lines_as_were_counted_elsewhere() {
        let counts = |bias| lines(bias).map(|Lines { won, drawn, lost }| [won, drawn, lost]);
        assert_eq!(counts([9., 8., 7., 6., 5., 4., 3., 2., 1.]), [[83, 16, 58], [200, 36, 429]]);
        // The middle first, then the corners.
        assert_eq!(counts([8., 1., 7., 2., 9., 3., 6., 4., 5.]), [[144, 38, 21], [380, 140, 253]]);
    }

    #[test]
    fn a_game_with_too_many_positions_is_left_alone() {
        let net = Net::new("2x3x3: flatten, heads policy (dense 9) value (dense 1)".parse().unwrap(), 1).unwrap();
        assert_eq!(all_lines(&TicTacToe, &Mind::new(&TicTacToe, &net, "").unwrap(), 20), None);
    }
}
