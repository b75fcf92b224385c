//! The flat evaluation as a tuner sees it: a gene is a weight whose halves are alike.

use super::{
    ADVANCE, AIR, ATTACKS, ATTACKS_WAITING, At, BISHOP_VIEW, CHECK, COLOUR, COVERS, Flat, GENES, Game, KINDS, LINES,
    ROOK_VIEW, TABLE, VALUES, count_camp,
};
use std::sync::Arc;
use tabula_core::tuning::{FULL_PHASE, FULL_SCALE, Heading, Pair, Record, Tunable, text};
use tabula_core::{Faults, Notation, Side};

/// A game whose flat evaluation is to be bred.
pub struct FlatLesson(Arc<Game>);

impl FlatLesson {
    /// Of chess, or of Chess960.
    pub const fn new(game: Arc<Game>) -> Self {
        Self(game)
    }
}

impl Flat {
    /// An individual with these weights, in the order in which [`FlatLesson`] reads them; what is missing is nothing.
    pub fn with(pairs: &[Pair]) -> Self {
        let mut genes = [0; GENES];
        for (gene, pair) in genes.iter_mut().zip(pairs) {
            *gene = pair.0.into();
        }
        Self::new(genes)
    }
}

/// What a position is made of.
fn record(game: &Game, at: &At) -> Record {
    let mut counts = [0; GENES];
    for side in Side::BOTH {
        let sign = if side == Side::First { 1 } else { -1 };
        count_camp(game, at, side, &mut |gene, count| counts[gene] += sign * count);
    }
    let counts = counts.iter().enumerate().filter(|(_, count)| **count != 0);
    Record {
        counts: counts.map(|(gene, &count)| (gene as u32, count as i16)).collect(),
        phase: FULL_PHASE,
        scales: [FULL_SCALE; 2],
        mating: 0,
    }
}

impl Tunable for FlatLesson {
    fn record(&self, position: &str) -> Result<Record, Faults> {
        Ok(record(&self.0, &self.0.read_position(position)?))
    }

    fn weights(&self) -> Vec<Pair> {
        Flat::default().genes().iter().map(|&gene| (gene as i16, gene as i16)).collect()
    }

    fn headings(&self) -> Vec<Heading<'_>> {
        let table = |name, about, start| Heading { name, about, count: TABLE, per_line: KINDS, start };
        let one = |name, about, start| Heading { name, about, count: 1, per_line: 1, start };
        vec![
            Heading {
                name: "value",
                about: "pawn, knight, bishop, rook, queen, king",
                count: KINDS,
                per_line: KINDS,
                start: VALUES,
            },
            table("covers", "a line for each kind: the kinds that it guards", COVERS),
            table("attacks", "likewise: the enemies that it attacks, of the side to move", ATTACKS),
            table("attacks.waiting", "the same of the other side", ATTACKS_WAITING),
            one("advance", "each rank that a pawn has advanced", ADVANCE),
            one("view.bishop", "each square that a bishop sees", BISHOP_VIEW),
            one("view.rook", "each square that a rook sees", ROOK_VIEW),
            one("air", "each free square beside the king", AIR),
            one("lines", "each square of open lines towards the king", LINES),
            one("colour", "each man on the colour that no enemy bishop reaches, once one is lost", COLOUR),
            one("check", "to be in check", CHECK),
        ]
    }

    fn is_tapered(&self) -> bool {
        false
    }

    fn write(&self, weights: &[Pair]) -> String {
        text::write("the flat evaluation", &self.headings(), weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess;
    use tabula_core::{Dice, Game as _};

    #[test]
    fn a_position_has_the_value_that_it_has_in_play() {
        let lesson = FlatLesson::new(Arc::new(chess()));
        let (game, weights, mut dice) = (chess(), lesson.weights(), Dice::new(4));
        let mut at = game.start();
        for _ in 0..150 {
            let counts = record(&game, &at).counts;
            let value: i32 = counts.iter().map(|&(gene, n)| i32::from(weights[gene as usize].0) * i32::from(n)).sum();
            let value = if at.turn() == Side::First { value } else { -value };
            assert_eq!(Flat::with(&weights).judge(&game, &at).value(), value, "{}", game.write_position(&at));
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let Some(&m) = dice.pick(&moves) else { break };
            game.play(&mut at, m, &mut ());
        }
    }

    #[test]
    fn headings_cover_every_gene_once_and_weights_are_read_back() {
        let lesson = FlatLesson::new(Arc::new(chess()));
        let mut next = 0;
        for heading in lesson.headings() {
            assert_eq!(heading.start, next, "{}", heading.name);
            next += heading.count;
        }
        assert_eq!(next, GENES);
        assert_eq!(lesson.read(&lesson.write(&lesson.weights())).unwrap(), lesson.weights());
    }
}
