//! Evaluations by hand: material alone, and the flat one of the thesis.

use crate::board::{Board, Colour, Way};
use crate::code::Kings;
use crate::position::Position;
use crate::rules::Draughts;
use std::sync::Arc;
use tabula_core::tuning::{FULL_PHASE, FULL_SCALE, Heading, Pair, Record, Tunable, text};
use tabula_core::{Faults, Notation, Score, Side};

/// Men and kings, and nothing else.
pub fn material(game: &Draughts, at: &Position) -> Score {
    let king = match game.code().kings {
        Kings::Short => 150,
        Kings::Flying => 300,
    };
    let camp = |colour| at.men(colour).count_ones() as i32 * 100 + at.kings(colour).count_ones() as i32 * king;
    Score::estimate(camp(at.turn()) - camp(!at.turn()))
}

/// What each weight of [`Thesis`] is called, and what it counts, in order.
const TERMS: [(&str, &str); WEIGHTS] = [
    ("man", "a man"),
    ("king", "a king"),
    ("man.home", "a man on the back row"),
    ("man.side", "a man on a side column"),
    ("man.covered", "a covered man"),
];

/// How many weights there are.
pub const WEIGHTS: usize = 5;

/// The evaluation of the founding thesis: a flat vector of weights, so that it can be bred. Piece values above all; men kept on the
/// back row, men on the side columns and covered men count a little.
///
/// A man is covered that has a piece of its own, or the edge of the board, on both squares behind it: it cannot be captured from the front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thesis {
    weights: Arc<[i32; WEIGHTS]>,
}

impl Thesis {
    /// With these weights: man, king, man on the back row, man on a side column, covered man.
    pub fn new(weights: [i32; WEIGHTS]) -> Self {
        Self { weights: Arc::new(weights) }
    }

    /// With these weights, in the order in which [`ThesisLesson`] reads them; what is missing is nothing.
    pub fn with(pairs: &[Pair]) -> Self {
        Self::new(std::array::from_fn(|place| pairs.get(place).map_or(0, |pair| pair.0.into())))
    }

    /// Its weights, in the same order.
    pub fn weights(&self) -> &[i32; WEIGHTS] {
        &self.weights
    }

    /// The value for the mover.
    pub fn judge(&self, game: &Draughts, at: &Position) -> Score {
        let camp = |colour| -> i32 {
            let counts = counts(game.code().board, at, colour);
            counts.iter().zip(self.weights.iter()).map(|(&count, weight)| count as i32 * weight).sum()
        };
        Score::estimate(camp(at.turn()) - camp(!at.turn()))
    }
}

impl Default for Thesis {
    /// By hand, as the thesis suggests: pieces first, a little for the rest.
    fn default() -> Self {
        Self::new([100, 300, 8, 3, 4])
    }
}

/// The evaluation of the thesis as a tuner sees it: the halves of its weights are alike.
pub struct ThesisLesson(Draughts);

impl ThesisLesson {
    /// Of a game.
    pub const fn new(game: Draughts) -> Self {
        Self(game)
    }
}

impl Tunable for ThesisLesson {
    fn record(&self, position: &str) -> Result<Record, Faults> {
        let game = &self.0;
        let at = game.read_position(position)?;
        let [first, second] = Side::BOTH.map(|side| counts(game.code().board, &at, game.colour(side)));
        let counts = (0..WEIGHTS).map(|place| (place as u32, first[place] as i16 - second[place] as i16));
        Ok(Record {
            counts: counts.filter(|&(_, count)| count != 0).collect(),
            phase: FULL_PHASE,
            scales: [FULL_SCALE; 2],
            mating: 0,
        })
    }

    fn weights(&self) -> Vec<Pair> {
        Thesis::default().weights().iter().map(|&weight| (weight as i16, weight as i16)).collect()
    }

    fn headings(&self) -> Vec<Heading<'_>> {
        let heading = |(start, (name, about))| Heading { name, about, count: 1, per_line: 1, start };
        TERMS.into_iter().enumerate().map(heading).collect()
    }

    fn is_tapered(&self) -> bool {
        false
    }

    fn write(&self, weights: &[Pair]) -> String {
        text::write("the evaluation of the thesis", &self.headings(), weights)
    }
}

fn counts(board: Board, at: &Position, colour: Colour) -> [u32; WEIGHTS] {
    let (men, own) = (at.men(colour), at.pieces(colour));
    // Beside the board nobody can land, so the edge covers as well as a piece.
    let shelter = own | !board.all();
    let behind = |way: Way| men & shelter_towards(board, shelter, way);
    let [right, left] = colour.forward();
    let covered = behind(right.back()) & behind(left.back());
    [
        men.count_ones(),
        at.kings(colour).count_ones(),
        (men & board.last_row(!colour)).count_ones(),
        (men & sides(board)).count_ones(),
        covered.count_ones(),
    ]
}

/// The squares from which a step leads into the shelter.
fn shelter_towards(board: Board, shelter: u64, way: Way) -> u64 {
    board.all() & !board.step(board.all() & !shelter, way.back())
}

/// The first and the last column.
const fn sides(board: Board) -> u64 {
    let mut sides = 0;
    let mut row = 0;
    while row < board.size() {
        let column = if row % 2 == 0 { board.size() - 1 } else { 0 };
        if let Some(place) = board.place(row, column) {
            sides |= 1 << place;
        }
        row += 1;
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code;
    use tabula_core::{Game, Notation};

    #[test]
    fn both_are_fair_and_see_a_man_more() {
        for code in code::CODES {
            let game = Draughts::new(code);
            assert_eq!(material(&game, &game.start()), Score::ZERO);
            assert_eq!(Thesis::default().judge(&game, &game.start()), Score::ZERO);
        }
        let game = Draughts::new(code::CZECH);
        let at = game.read_position("B:W21,22,K30:B1,2").unwrap();
        assert_eq!(material(&game, &at), Score::estimate(-300));
    }

    #[test]
    fn a_lesson_counts_what_is_played_by_and_its_weights_are_read_back() {
        let (game, lesson) = (Draughts::new(code::CZECH), ThesisLesson::new(Draughts::new(code::CZECH)));
        let text = "B:W25,29,30,18,K9:BK5,3,7";
        let value: i32 = lesson
            .record(text)
            .unwrap()
            .counts
            .iter()
            .map(|&(place, count)| i32::from(lesson.weights()[place as usize].0) * i32::from(count))
            .sum();
        let judged = Thesis::with(&lesson.weights()).judge(&game, &game.read_position(text).unwrap());
        assert_eq!(judged.value(), if game.side(Colour::Black) == Side::First { value } else { -value });
        assert_eq!(lesson.read(&lesson.write(&lesson.weights())).unwrap(), lesson.weights());
    }

    #[test]
    fn the_terms_of_the_thesis_are_counted() {
        let game = Draughts::new(code::CZECH);
        // 29 is on the back row and the side column; 25 stands before 29 and 30, and so is covered; back-row men always are.
        let at = game.read_position("W:W25,29,30,18:BK5").unwrap();
        assert_eq!(counts(game.code().board, &at, Colour::White), [4, 0, 2, 1, 3]);
        assert_eq!(counts(game.code().board, &at, Colour::Black), [0, 1, 0, 0, 0]);
        // On the side column one square behind is beside the board.
        let at = game.read_position("W:W21,25:BK5").unwrap();
        assert_eq!(counts(game.code().board, &at, Colour::White), [2, 0, 0, 1, 1]);
    }
}
