//! Positions as pictures, and the texts of `core`.

use crate::{Chess, Move, Position, Rules};
use tabula_board::Bits;
use tabula_core::{BoardView, Cells, Fault, Faults, ManView, Notation, Show, Square};

impl<B: Bits, R: Rules<B>> Notation for Chess<B, R> {
    fn read_position(&self, text: &str) -> Result<Position<B, R::Sets>, Faults> {
        self.read_fen(text)
    }

    fn write_position(&self, at: &Position<B, R::Sets>) -> String {
        self.write_fen(at)
    }

    fn read_move(&self, at: &Position<B, R::Sets>, text: &str) -> Result<Move, Fault> {
        self.read_any(at, text)
    }

    fn write_move(&self, at: &Position<B, R::Sets>, m: Move) -> String {
        self.write_coordinates(at, m)
    }

    fn write_move_for_people(&self, at: &Position<B, R::Sets>, m: Move) -> String {
        self.write_san(at, m)
    }
}

/// From so many quiet moves on, a player wants to know of the draw that comes near.
const NOTABLE: u32 = 30;

impl<B: Bits, R: Rules<B>> Show for Chess<B, R> {
    fn view(&self, at: &Position<B, R::Sets>) -> BoardView {
        let shape = self.shape();
        let men = at.occupied().squares().filter_map(|on| {
            let (kind, side) = at.man_on(on)?;
            let card = self.rules.kinds().get(kind.index())?;
            Some(ManView {
                on,
                side: self.rules.roamer().is_none_or(|roamer| roamer.kind != kind).then_some(side),
                letter: self.letter(kind, side),
                glyph: card.glyphs[side as usize],
                name: card.name.clone(),
            })
        });
        let quiet = at.quiet_plies() / 2;
        let notes =
            if quiet < NOTABLE { Vec::new() } else { vec![format!("{quiet} moves without capture or pawn move")] };
        BoardView {
            files: shape.files(),
            ranks: shape.ranks(),
            cells: Cells::Squares,
            men: men.collect(),
            alarm: self.in_check(at).then(|| self.royal(at, at.turn)),
            notes,
        }
    }

    fn trail(&self, at: &Position<B, R::Sets>, m: Move) -> (Option<Square>, Option<Square>) {
        (Some(m.from), Some(self.goal(at, m)))
    }
}
