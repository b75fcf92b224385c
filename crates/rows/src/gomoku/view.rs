//! Five in a row for any screen.

use super::text::letter;
use super::{Board, Gomoku};
use tabula_core::{BoardView, Cells, ManView, Show, Side, Square};

impl Show for Gomoku {
    fn view(&self, at: &Board) -> BoardView {
        let man = |point: usize| self.owner(at, point).map(|side| man(side, Square(point as u16)));
        let size = self.size() as u8;
        BoardView {
            files: size,
            ranks: size,
            cells: Cells::Points,
            skips_i: false,
            men: (0..self.grid.points()).filter_map(man).collect(),
            alarm: None,
            notes: Vec::new(),
        }
    }

    fn trail(&self, _: &Board, point: Square) -> (Option<Square>, Option<Square>) {
        (None, Some(point))
    }
}

fn man(side: Side, on: Square) -> ManView {
    let glyph = match side {
        Side::First => '●',
        Side::Second => '○',
    };
    ManView { on, side: Some(side), letter: letter(side), glyph, name: "stone".into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Law;
    use tabula_core::{Line, Notation};

    #[test]
    fn the_board_shows_its_stones_in_order() {
        let game = Gomoku::new(Law::Renju, 19);
        let mut line = Line::new(&game);
        for text in ["s19", "a1", "j10"] {
            let point = game.read_move(line.now(), text).unwrap();
            line.play(&game, point);
        }
        let view = game.view(line.now());
        let men: Vec<_> = view.men.iter().map(|man| (view.square_name(man.on), man.letter)).collect();
        assert_eq!(men, [("a1".to_string(), 'o'), ("j10".to_string(), 'x'), ("s19".to_string(), 'x')]);
    }
}
