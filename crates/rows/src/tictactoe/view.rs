//! Tic-tac-toe for any screen.

use super::text::letter;
use super::{Board, TicTacToe, cells};
use tabula_core::{BoardView, Cells, ManView, Show, Side, Square};

impl Show for TicTacToe {
    fn view(&self, at: &Board) -> BoardView {
        let mut men: Vec<ManView> =
            Side::BOTH.into_iter().flat_map(|side| cells(at.stones[side]).map(move |on| man(side, on))).collect();
        men.sort_by_key(|man| man.on);
        BoardView { files: 3, ranks: 3, cells: Cells::Grid, skips_i: false, men, alarm: None, notes: Vec::new() }
    }

    fn trail(&self, _: &Board, cell: Square) -> (Option<Square>, Option<Square>) {
        (None, Some(cell))
    }
}

fn man(side: Side, on: Square) -> ManView {
    let (glyph, name) = match side {
        Side::First => ('✕', "cross"),
        Side::Second => ('○', "nought"),
    };
    ManView { on, side: Some(side), letter: letter(side), glyph, name: name.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Notation;

    #[test]
    fn the_board_shows_its_men_in_order() {
        let view = |text: &str| TicTacToe.view(&TicTacToe.read_position(text).unwrap());
        let middle = view("3/1x1/2o x");
        let men: Vec<_> = middle.men.iter().map(|man| (middle.square_name(man.on), man.name.as_str())).collect();
        assert_eq!(men, [("c1".to_string(), "nought"), ("b2".to_string(), "cross")]);
    }
}
