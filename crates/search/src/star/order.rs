//! The moves of a node, the best guess first: the table's move; captures by what they win; the killer; quiet moves by
//! history; captures that lose.

use super::worker::{List, Worker};
use tabula_core::{Evaluator, Tactics};

const FIRST: i32 = 1 << 29;
const GOOD: i32 = 1 << 26;
const KILLER: i32 = 1 << 25;
const BAD: i32 = -(1 << 26);

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// All moves of the position, or only the noisy ones, with the numbers that order them.
    pub(super) fn list(&mut self, first: Option<G::Move>, all: bool) -> List<G::Move> {
        let mut list = self.take_list();
        let mut listed = std::mem::take(&mut self.listed);
        let (game, at) = (self.game, self.path.now());
        if all {
            game.moves(at, &mut listed);
        } else {
            game.noisy(at, &mut listed);
        }
        let lessons = self.memory.history.after(self.way());
        let killer = self.killer();
        list.extend(listed.drain(..).map(|m| {
            let order = if Some(m) == first {
                FIRST
            } else if game.is_noisy(at, m) {
                let stage = if game.holds(at, m, 0) { GOOD } else { BAD };
                stage
                    + game.gain(at, m).value() * 16
                    + self.memory.history.noisy(game.slot(at, m), game.prey(at, m)) / 64
            } else if Some(m) == killer {
                KILLER
            } else {
                lessons.quiet(game.slot(at, m))
            };
            (order, m)
        }));
        self.listed = listed;
        list
    }
}

/// Takes the best of those from `next` on to that place. Most nodes need only a few, so nothing is sorted.
pub(super) fn pick<M: Copy>(list: &mut List<M>, next: usize) -> Option<(i32, M)> {
    // The first of equals, so that what the game lists first comes first.
    let best = (next..list.len()).reduce(|best, i| if list[i].0 > list[best].0 { i } else { best })?;
    list[next..=best].rotate_right(1);
    Some(list[next])
}

/// Whether a move with this number is a capture that loses.
pub(super) const fn is_bad(order: i32) -> bool {
    order < BAD / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_is_picked_first_and_equals_as_listed() {
        let mut list = vec![(1, 'a'), (3, 'b'), (2, 'c'), (3, 'd')];
        let picked: Vec<_> = (0..5).map_while(|next| pick(&mut list, next)).map(|(_, m)| m).collect();
        assert_eq!(picked, ['b', 'd', 'c', 'a']);
    }
}
