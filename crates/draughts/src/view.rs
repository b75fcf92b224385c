//! The board for any screen. The first player sits at the bottom, as everywhere in the house: Black in English draughts.

use crate::board::{Colour, places};
use crate::position::{Move, Position};
use crate::rules::Draughts;
use tabula_core::{BoardView, Cells, Deed, KindView, ManView, Show, Square};

/// Fewer quiet moves than these are not worth a note.
const NOTABLE: u32 = 5;

/// Flying kings can make one capture in very many ways; these are enough to point at.
const MOST_WAYS: usize = 64;

impl Show for Draughts {
    fn view(&self, at: &Position) -> BoardView {
        let size = self.code().board.size() as u8;
        let mut men: Vec<ManView> = Colour::BOTH
            .into_iter()
            .flat_map(|colour| places(at.pieces(colour)).map(move |place| (colour, place)))
            .map(|(colour, place)| {
                let king = at.kings(colour) & 1 << place != 0;
                let (letter, glyph) = match (colour, king) {
                    (Colour::White, false) => ('O', '⛀'),
                    (Colour::White, true) => ('K', '⛁'),
                    (Colour::Black, false) => ('o', '⛂'),
                    (Colour::Black, true) => ('k', '⛃'),
                };
                let name = if king { "crowned man" } else { "man" }.to_string();
                ManView { on: self.cell(place), side: Some(self.side(colour)), letter, glyph, name }
            })
            .collect();
        men.sort_by_key(|man| man.on);
        BoardView {
            files: size,
            ranks: size,
            cells: Cells::Squares,
            skips_i: false,
            men,
            alarm: None,
            notes: self.notes(at),
        }
    }

    fn kinds(&self) -> Vec<KindView> {
        [('O', "man"), ('K', "crowned man")]
            .map(|(letter, name)| KindView { letter, name: name.to_string(), moves: String::new() })
            .to_vec()
    }

    fn trail(&self, _: &Position, m: Move) -> (Option<Square>, Option<Square>) {
        (Some(self.cell(u32::from(m.from))), Some(self.cell(u32::from(m.to))))
    }

    fn deed(&self, at: &Position, m: Move) -> Deed {
        let mut ways: Vec<Vec<Square>> = Vec::new();
        self.any_path(at, m, |path| {
            ways.push(path.iter().map(|&place| self.cell(place)).collect());
            ways.len() == MOST_WAYS
        });
        Deed { ways, taken: places(m.captured).map(|place| self.cell(place)).collect(), makes: None }
    }
}

impl Draughts {
    fn notes(&self, at: &Position) -> Vec<String> {
        let mut notes = Vec::new();
        let quiet = u32::from(at.quiet) / 2;
        if quiet >= NOTABLE {
            notes.push(format!("{quiet} of {} moves without progress", self.code().quiet / 2));
        }
        if let Some((limit, plies)) = self.limit(at) {
            notes.push(format!("{} of {} moves in this ending ({})", plies / 2, limit.plies / 2, limit.article));
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::CODES;
    use tabula_core::{Game, Notation, Side};

    #[test]
    fn a_chain_of_captures_is_pointed_out_square_by_square() {
        let game = Draughts::new(CODES.into_iter().find(|code| code.id == "czech").unwrap());
        let at = game.read_position("W:Wc1:Bd2,f4").unwrap();
        let mut moves = Vec::new();
        game.moves(&at, &mut moves);
        let view = game.view(&at);
        let names = |squares: &[Square]| squares.iter().map(|&on| view.square_name(on)).collect::<Vec<_>>().join(" ");
        let deed = game.deed(&at, moves[0]);
        assert_eq!((moves.len(), deed.ways.len(), names(&deed.ways[0]).as_str()), (1, 1, "c1 e3 g5"));
        assert_eq!(names(&deed.taken), "f4 d2");
    }

    #[test]
    fn the_first_player_sits_at_the_bottom_on_dark_squares() {
        for code in CODES {
            let game = Draughts::new(code);
            let view = game.view(&game.start());
            let first = view.men.iter().filter(|man| man.side == Some(Side::First));
            assert!(first.clone().count() > 0);
            let files = u16::from(view.files);
            assert!(first.clone().all(|man| man.on.0 / files < code.rows as u16), "{}", code.id);
            assert!(view.men.iter().all(|man| (man.on.0 / files + man.on.0 % files).is_multiple_of(2)));
            assert_eq!(view.square_name(view.men[0].on), "a1");
        }
    }
}
