//! What a network sees: the dark squares in rows, as the player to move sees the board, whose men go up.
//!
//! The place of a move is where it begins and where it ends; captures that only differ in what they take on the way share one.

use crate::board::{Colour, places};
use crate::position::{Move, Position};
use crate::rules::Draughts;
use tabula_core::{Encode, Planes};

const MEN: &[&str] = &["own men", "own kings", "other men", "other kings", "squares", "quiet plies"];

impl Draughts {
    /// The number of a square, from 0, as the mover sees it.
    fn seen_from(&self, mover: Colour, place: u32) -> usize {
        let board = self.code.board;
        let index = board.number(place) - 1;
        (if mover == Colour::White { index } else { board.squares() - 1 - index }) as usize
    }
}

impl Encode for Draughts {
    fn planes(&self) -> Vec<Planes> {
        let size = self.code.board.size() as usize;
        vec![Planes { name: "men", channels: MEN, rows: size, columns: size, memory: 0 }]
    }

    fn encode(&self, set: &Planes, recent: &[&Position], out: &mut [f32]) {
        let (at, board) = (recent[0], self.code.board);
        let own = at.turn();
        let sets = [at.men(own), at.kings(own), at.men(!own), at.kings(!own), board.all()];
        for (plane, bits) in out.chunks_exact_mut(set.cells()).zip(sets) {
            for place in places(bits) {
                let (row, column) = board.row_and_column(place);
                let cell = (row * board.size() + column) as usize;
                plane[if own == Colour::White { cell } else { set.cells() - 1 - cell }] = 1.0;
            }
        }
        let quiet = f32::from(at.quiet) / self.code.quiet.max(1) as f32;
        out[5 * set.cells()..].fill(quiet.min(1.0));
    }

    fn places(&self) -> usize {
        let squares = self.code.board.squares() as usize;
        squares * squares
    }

    fn place(&self, at: &Position, m: Move) -> usize {
        let [from, to] = [m.from, m.to].map(|place| self.seen_from(at.turn(), u32::from(place)));
        from * self.code.board.squares() as usize + to
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code;
    use tabula_core::testkit::{Battery, encoding};
    use tabula_core::{Game, Notation};

    #[test]
    fn both_players_see_the_start_alike() {
        let game = Draughts::new(code::CZECH);
        let mut at = game.start();
        let [set] = game.planes()[..] else { panic!("one set") };
        let see = |at: &Position| {
            let mut out = vec![0.0; set.size()];
            game.encode(&set, &[at], &mut out);
            out
        };
        let white = see(&at);
        at.hand_over();
        assert_eq!(see(&at), white);
        assert_eq!(white[..64].iter().sum::<f32>(), 12.0);
        assert!(white[..32].iter().all(|x| *x == 0.0), "own men stand below");
    }

    #[test]
    fn a_step_has_the_same_place_for_both() {
        let game = Draughts::new(code::CZECH);
        let at = game.start();
        let m = game.read_move(&at, "22-18").unwrap();
        assert_eq!(game.place(&at, m), 21 * 32 + 17);
        let mut next = at;
        game.play(&mut next, m, &mut ());
        assert_eq!(game.place(&next, game.read_move(&next, "11-15").unwrap()), 21 * 32 + 17);
    }

    #[test]
    fn places_are_places() {
        encoding(&Draughts::new(code::CZECH), Battery { games: 5, plies: 80, seed: 1 });
        encoding(&Draughts::new(code::INTERNATIONAL), Battery { games: 2, plies: 80, seed: 1 });
    }
}
