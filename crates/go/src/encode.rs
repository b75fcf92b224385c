//! What a network sees. Planes are laid row by row from the upper left corner, and so are the places of a policy, with the pass
//! after them: both as in [`gym`].
//!
//! | set | planes |
//! |---|---|
//! | `shape` | own and other stones; the board; chains with one, two, three liberties; forbidden points; the last two stones; a pass before; komi for the mover |
//! | `thesis` | the ten of the founding document: black and white stones now, one, two and three plies ago; whose turn; the last move |

use crate::go::Go;
use crate::gym;
use crate::position::{Move, Position};
use tabula_core::encode::{SQUARE, turn_square};
use tabula_core::{Encode, Insight, Planes, Side, Square};

const SHAPE: &[&str] = &[
    "own",
    "other",
    "board",
    "one liberty",
    "two liberties",
    "three liberties",
    "forbidden",
    "last",
    "last but one",
    "passed",
    "komi",
];
const THESIS: &[&str] = &[
    "black",
    "white",
    "black one ply ago",
    "white one ply ago",
    "black two plies ago",
    "white two plies ago",
    "black three plies ago",
    "white three plies ago",
    "turn",
    "last",
];
/// The name of the founding document's planes.
pub const THESIS_PLANES: &str = "thesis";
/// Positions of which the thesis shows the stones, besides the present one.
const BEFORE: usize = 3;
/// So many points of komi are a 1.
const KOMI: f32 = 15.0;

impl Go {
    fn shape(&self, at: &Position, out: &mut [f32]) {
        let cells = self.points();
        let mut set = |plane: usize, cell: usize| out[plane * cells + cell] = 1.0;
        for point in (0..cells as u16).map(Square) {
            let cell = self.cell(point);
            set(2, cell);
            if let Some(side) = at.stone(point) {
                set(usize::from(side != at.turn), cell);
                if let liberties @ 1..=3 = at.liberties(point) {
                    set(2 + liberties, cell);
                }
            }
        }
        self.forbidden(at).into_iter().for_each(|point| set(6, self.cell(point)));
        for (plane, place) in at.last.into_iter().enumerate() {
            if place as usize != crate::board::NOWHERE {
                set(7 + plane, self.cell(at.board.point(place as usize)));
            }
        }
        out[9 * cells..10 * cells].fill(f32::from(u8::from(at.passes > 0)));
        let komi = f32::from(at.komi) / 2.0 / KOMI;
        out[10 * cells..].fill(if at.turn == Side::First { -komi } else { komi });
    }

    fn thesis(&self, recent: &[&Position], out: &mut [f32]) {
        let cells = self.points();
        for (pair, at) in out.chunks_exact_mut(2 * cells).zip(recent.iter().take(1 + BEFORE)) {
            for point in (0..cells as u16).map(Square) {
                if let Some(side) = at.stone(point) {
                    pair[side as usize * cells + self.cell(point)] = 1.0;
                }
            }
        }
        let at = recent[0];
        out[8 * cells..9 * cells].fill(f32::from(at.turn as u8));
        if let Some(last) = at.last() {
            out[9 * cells + self.cell(last)] = 1.0;
        }
    }
}

impl Encode for Go {
    fn planes(&self) -> Vec<Planes> {
        let planes =
            |name, channels, memory| Planes { name, channels, rows: self.size(), columns: self.size(), memory };
        vec![planes("shape", SHAPE, 0), planes(THESIS_PLANES, THESIS, BEFORE)]
    }

    fn encode(&self, set: &Planes, recent: &[&Position], out: &mut [f32]) {
        if set.name == THESIS_PLANES {
            self.thesis(recent, out);
        } else {
            self.shape(recent[0], out);
        }
    }

    fn places(&self) -> usize {
        self.points() + 1
    }

    fn place(&self, _: &Position, m: Move) -> usize {
        gym::action(self, m)
    }

    fn symmetries(&self) -> usize {
        SQUARE
    }

    fn turn_cell(&self, symmetry: usize, cell: usize) -> usize {
        turn_square(self.size(), symmetry, cell)
    }

    fn turn_place(&self, symmetry: usize, place: usize) -> usize {
        if place == self.points() { place } else { turn_square(self.size(), symmetry, place) }
    }

    fn cell(&self, point: Square) -> usize {
        gym::action(self, Move::At(point))
    }

    /// By area, as the board stands.
    fn aftermath(&self, end: &Position) -> Option<Insight> {
        let mut owners = vec![0.0; self.points()];
        for (point, holder) in crate::count::holders(end, &[]).into_iter().enumerate() {
            owners[self.cell(Square(point as u16))] = match holder {
                Some(Side::First) => 1.0,
                Some(Side::Second) => -1.0,
                None => 0.0,
            };
        }
        Some(Insight { lead: self.margin(end) as f32 / 2.0, owners })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use tabula_core::testkit::{Battery, encoding};
    use tabula_core::{Line, Notation};

    fn game(moves: &[&str]) -> (Go, Line<Go>) {
        let game = Go::new(3, Rules::CHINESE).unwrap();
        let mut line = Line::new(&game);
        for text in moves {
            let m = game.read_move(line.now(), text).unwrap();
            line.play(&game, m);
        }
        (game, line)
    }

    fn seen(name: &str, moves: &[&str]) -> Vec<String> {
        let (game, line) = game(moves);
        let set = game.planes().into_iter().find(|set| set.name == name).unwrap();
        let mut out = vec![0.0; set.size()];
        let recent: Vec<&Position> = line.positions().iter().rev().collect();
        game.encode(&set, &recent, &mut out);
        out.chunks(9).map(|plane| plane.iter().map(|x| if *x == 0.0 { '.' } else { '1' }).collect()).collect()
    }

    #[test]
    fn the_ten_planes_of_the_thesis() {
        let planes = seen("thesis", &["a3", "c1", "b2"]);
        let [a3, both, c1, none, all] = ["1........", "1...1....", "........1", ".........", "111111111"];
        let last = "....1....";
        assert_eq!(planes, [both, c1, a3, c1, a3, none, none, none, all, last]);
    }

    #[test]
    fn the_planes_of_the_default_set() {
        let planes = seen("shape", &["a2", "c1", "b3", "pass"]);
        let [own, other, none, all] = [".1.1.....", "........1", ".........", "111111111"];
        // Black's two stones have three liberties together with the corner, the white one two.
        assert_eq!(planes[..3], [own, other, all]);
        assert_eq!(planes[3..6], [none, other, ".1.1....."]);
        assert_eq!(planes[6..], [none, none, ".1.......", all, all]);
    }

    #[test]
    fn planes_and_places_turn_together() {
        encoding(&Go::new(5, Rules::CHINESE).unwrap(), Battery { games: 5, plies: 60, seed: 3 });
    }

    #[test]
    fn the_aftermath_is_the_area() {
        let (game, line) = game(&["b3", "c3", "b2", "c2", "b1", "pass", "pass"]);
        let after = game.aftermath(line.now()).unwrap();
        // The last point lies between both.
        assert_eq!(after.owners, [1., 1., -1., 1., 1., -1., 1., 1., 0.]);
        assert_eq!(after.lead, 4.0 - f32::from(line.now().komi()) / 2.0);
    }
}
