//! Who was the first to play where in the rest of a game: what a descent says of moves it did not begin with.

use tabula_core::Side;

/// For each slot of a move, who used it first. Slots are told from the end of the game towards its beginning.
pub(super) struct Played {
    /// In which descent, and by whom.
    first: Vec<(u32, Side)>,
    descent: u32,
}

impl Played {
    pub(super) fn new(slots: usize) -> Self {
        Self { first: vec![(0, Side::First); slots], descent: 0 }
    }

    /// A new descent ended with these moves.
    pub(super) fn begin(&mut self, moves: &[(Side, usize)]) {
        self.descent += 1;
        for &(side, slot) in moves.iter().rev() {
            self.before(side, slot);
        }
    }

    /// Before all that was told, this was played.
    pub(super) fn before(&mut self, side: Side, slot: usize) {
        if let Some(first) = self.first.get_mut(slot) {
            *first = (self.descent, side);
        }
    }

    /// Who played there first, if anybody did.
    pub(super) fn first(&self, slot: usize) -> Option<Side> {
        self.first.get(slot).filter(|(descent, _)| *descent == self.descent).map(|&(_, side)| side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_to_play_somewhere_is_remembered_until_the_next_descent() {
        let mut played = Played::new(4);
        played.begin(&[(Side::Second, 1), (Side::First, 2), (Side::First, 1)]);
        assert_eq!((played.first(1), played.first(2), played.first(0)), (Some(Side::Second), Some(Side::First), None));
        played.before(Side::First, 1);
        assert_eq!(played.first(1), Some(Side::First));
        played.begin(&[(Side::First, 3)]);
        assert_eq!((played.first(1), played.first(3), played.first(9)), (None, Some(Side::First), None));
    }
}
