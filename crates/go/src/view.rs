//! Go for any screen.

use crate::go::Go;
use crate::position::{Move, Position};
use crate::text::{halves, letter};
use tabula_core::{BoardView, Cells, ManView, Show, Side, Square};

impl Show for Go {
    fn view(&self, at: &Position) -> BoardView {
        let point = |number: usize| Square(number as u16);
        let men = (0..self.points()).filter_map(|number| at.stone(point(number)).map(|side| man(side, point(number))));
        let size = self.size() as u8;
        BoardView {
            files: size,
            ranks: size,
            cells: Cells::Points,
            skips_i: true,
            men: men.collect(),
            alarm: None,
            notes: vec![
                format!("captured by Black {}, by White {}", at.prisoners(Side::First), at.prisoners(Side::Second)),
                format!("komi {}", halves(at.komi())),
            ],
        }
    }

    fn trail(&self, _: &Position, m: Move) -> (Option<Square>, Option<Square>) {
        match m {
            Move::At(point) => (None, Some(point)),
            Move::Pass => (None, None),
        }
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
    use crate::Rules;
    use tabula_core::{Line, Notation};

    #[test]
    fn the_board_shows_its_stones_with_the_names_of_go() {
        let game = Go::new(19, Rules::CHINESE).unwrap();
        let mut line = Line::new(&game);
        for text in ["T19", "a1", "j10"] {
            let m = game.read_move(line.now(), text).unwrap();
            line.play(&game, m);
        }
        let view = game.view(line.now());
        let men: Vec<_> = view.men.iter().map(|man| (view.square_name(man.on), man.letter)).collect();
        assert_eq!(men, [("a1".to_string(), 'O'), ("j10".to_string(), 'X'), ("t19".to_string(), 'X')]);
        assert_eq!(view.notes, ["captured by Black 0, by White 0", "komi 7.5"]);
    }
}
