//! A board in a terminal, from a [`BoardView`] alone: this module knows no game.
//!
//! Every cell is three characters wide. With colours, the squares, the last move and an attacked king
//! are backgrounds; without, the last move stands in brackets and an attacked king between exclamation marks.

use crate::style::Style;
use tabula_core::{BoardView, Cells, Side, Square};

/// What is drawn around the men.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Marks {
    /// The squares the last move went from and to.
    pub(crate) trail: (Option<Square>, Option<Square>),
    /// The second player sits at the bottom.
    pub(crate) flipped: bool,
}

/// The board with its coordinates and notes, each line ended.
pub(crate) fn board(view: &BoardView, marks: Marks, style: Style) -> String {
    let mut text = String::new();
    let (files, ranks) = (usize::from(view.files), usize::from(view.ranks));
    if files > 0 && ranks > 0 {
        let pen = Pen { view, marks, style };
        let order = |count: usize, backwards: bool| -> Vec<usize> {
            if backwards { (0..count).rev().collect() } else { (0..count).collect() }
        };
        let across = order(files, marks.flipped);
        let down = order(ranks, !marks.flipped);
        for (line, &rank) in down.iter().enumerate() {
            if view.cells == Cells::Grid {
                text += &pen.rule(line, files, ranks);
            }
            text += &format!("{} ", style.faint(&format!("{:>3}", rank + 1)));
            for (column, &file) in across.iter().enumerate() {
                text += &pen.cell(Square((rank * files + file) as u16), (column, line));
            }
            text += if view.cells == Cells::Grid { pen.lines().upright } else { "" };
            text.push('\n');
        }
        if view.cells == Cells::Grid {
            text += &pen.rule(ranks, files, ranks);
        }
        text += &pen.letters(&across);
    }
    for note in &view.notes {
        text += &format!("    {note}\n");
    }
    text
}

struct Pen<'a> {
    view: &'a BoardView,
    marks: Marks,
    style: Style,
}

/// The characters that lines are made of; corners and joints row by row, from the top left.
struct Lines {
    upright: &'static str,
    level: &'static str,
    joints: [[&'static str; 3]; 3],
}

const FINE: Lines = Lines {
    upright: "│", level: "─", joints: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]]
};
const ROUGH: Lines = Lines { upright: "|", level: "-", joints: [["+"; 3]; 3] };

/// Background colours (of the 256): light and dark squares, plain and in the last move; an attacked king.
const PLAIN: [u8; 2] = [109, 66];
const TRAIL: [u8; 2] = [143, 100];
const ALARM: u8 = 160;

impl Pen<'_> {
    fn lines(&self) -> &'static Lines {
        if self.style.ascii { &ROUGH } else { &FINE }
    }

    /// A joint of a grid or a crossing of lines: `i` of `last` across, `j` of `bottom` down.
    fn joint(&self, (i, last): (usize, usize), (j, bottom): (usize, usize)) -> &'static str {
        let third = |at: usize, end: usize| if at == 0 { 0 } else { 1 + usize::from(at == end) };
        self.lines().joints[third(j, bottom)][third(i, last)]
    }

    /// The line above row `line` of a grid.
    fn rule(&self, line: usize, files: usize, ranks: usize) -> String {
        let level = self.lines().level.repeat(3);
        let mut text = " ".repeat(4);
        for i in 0..files {
            text += self.joint((i, files), (line, ranks));
            text += &level;
        }
        text + self.joint((files, files), (line, ranks)) + "\n"
    }

    fn letters(&self, across: &[usize]) -> String {
        let wide = self.view.cells == Cells::Grid;
        let mut text = " ".repeat(4);
        for &file in across {
            let name = self.view.square_name(Square(file as u16));
            let letter = name.trim_end_matches(|c: char| c.is_ascii_digit());
            text += if wide { " " } else { "" };
            text += &format!(" {letter} ");
        }
        format!("{}\n", self.style.faint(text.trim_end()))
    }

    fn cell(&self, on: Square, (column, line): (usize, usize)) -> String {
        let alarm = self.view.alarm == Some(on);
        let trail = self.marks.trail.0 == Some(on) || self.marks.trail.1 == Some(on);
        let middle = match self.view.man(on) {
            Some(man) if self.style.ascii => man.letter.to_string(),
            Some(man) if self.style.colour => filled(man.glyph),
            Some(man) => man.glyph.to_string(),
            None => self.empty(column, line),
        };
        let colour = match self.view.man(on).map(|man| man.side) {
            Some(Some(Side::First)) => "1;38;5;231",
            Some(Some(Side::Second)) => "1;38;5;16",
            Some(None) => "1;38;5;226",
            None => "38;5;240",
        };
        let files = usize::from(self.view.files);
        let dark = (on.index() % files + on.index() / files).is_multiple_of(2);
        let ground = match (alarm, trail) {
            (true, _) => Some(ALARM),
            (_, true) => Some(TRAIL[usize::from(dark)]),
            _ => (self.view.cells == Cells::Squares).then_some(PLAIN[usize::from(dark)]),
        };
        let (left, right) = match (alarm, trail) {
            _ if self.style.colour => self.sides(column),
            (true, _) => ("!", "!"),
            (_, true) => ("[", "]"),
            _ => self.sides(column),
        };
        let text = format!("{left}{middle}{right}");
        let painted = match ground {
            Some(ground) => self.style.paint(&format!("{colour};48;5;{ground}"), &text),
            // Beside coloured squares, the two players differ by their signs alone: the terminal's own colour is safest.
            None => text,
        };
        if self.view.cells == Cells::Grid { format!("{}{painted}", self.lines().upright) } else { painted }
    }

    /// What stands left and right of the middle of a cell.
    fn sides(&self, column: usize) -> (&'static str, &'static str) {
        if self.view.cells != Cells::Points {
            return (" ", " ");
        }
        let level = self.lines().level;
        let edge = |at_edge| if at_edge { " " } else { level };
        (edge(column == 0), edge(column + 1 == usize::from(self.view.files)))
    }

    fn empty(&self, column: usize, line: usize) -> String {
        let (files, ranks) = (usize::from(self.view.files), usize::from(self.view.ranks));
        match self.view.cells {
            Cells::Points => self.joint((column, files - 1), (line, ranks - 1)).to_string(),
            Cells::Squares if self.style.colour => " ".to_string(),
            Cells::Squares => if self.style.ascii { "." } else { "·" }.to_string(),
            Cells::Grid => " ".to_string(),
        }
    }
}

/// An outlined chess man as its filled twin, which shows the colour it is painted in; any other sign as it is.
fn filled(glyph: char) -> String {
    match glyph {
        '♔'..='♙' => filled(char::from_u32(glyph as u32 + 6).unwrap_or(glyph)),
        // Asks for the sign and not for a little picture, which some terminals prefer for this one.
        '♟' => "♟\u{FE0E}".to_string(),
        _ => glyph.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::ManView;

    const PLAIN_ASCII: Style = Style { colour: false, ascii: true };
    const PLAIN_UNICODE: Style = Style { colour: false, ascii: false };

    fn view(cells: Cells) -> BoardView {
        let man =
            |on, side, letter, glyph| ManView { on: Square(on), side: Some(side), letter, glyph, name: String::new() };
        BoardView {
            files: 3,
            ranks: 3,
            cells,
            skips_i: false,
            men: vec![man(0, Side::First, 'K', '♔'), man(5, Side::Second, 'k', '♚')],
            alarm: Some(Square(5)),
            notes: vec!["White to move".into()],
        }
    }

    fn marks(flipped: bool) -> Marks {
        Marks { trail: (Some(Square(1)), Some(Square(0))), flipped }
    }

    #[test]
    fn squares_in_ascii_mark_the_last_move_and_the_attacked_king() {
        let drawn = board(&view(Cells::Squares), marks(false), PLAIN_ASCII);
        assert_eq!(drawn, "  3  .  .  . \n  2  .  . !k!\n  1 [K][.] . \n     a  b  c\n    White to move\n");
    }

    #[test]
    fn a_flipped_board_is_turned_both_ways() {
        let drawn = board(&view(Cells::Squares), marks(true), PLAIN_UNICODE);
        assert_eq!(drawn, "  1  · [·][♔]\n  2 !♚! ·  · \n  3  ·  ·  · \n     c  b  a\n    White to move\n");
    }

    #[test]
    fn a_grid_has_its_lines() {
        let mut view = view(Cells::Grid);
        view.alarm = None;
        let drawn = board(&view, Marks::default(), PLAIN_UNICODE);
        let wanted = "    ┌───┬───┬───┐\n  3 │   │   │   │\n    ├───┼───┼───┤\n  2 │   │   │ ♚ │\n    ├───┼───┼───┤\n  \
                      1 │ ♔ │   │   │\n    └───┴───┴───┘\n      a   b   c\n    White to move\n";
        assert_eq!(drawn, wanted);
    }

    #[test]
    fn points_stand_on_crossings() {
        let drawn = board(&view(Cells::Points), marks(false), PLAIN_UNICODE);
        assert_eq!(drawn, "  3  ┌──┬──┐ \n  2  ├──┼─!♚!\n  1 [♔][┴]─┘ \n     a  b  c\n    White to move\n");
    }

    #[test]
    fn colours_paint_squares_and_fill_outlined_men() {
        let drawn = board(&view(Cells::Squares), marks(false), Style { colour: true, ascii: false });
        assert!(drawn.contains("\x1b[1;38;5;231;48;5;100m ♚ \x1b[0m"), "{drawn:?}");
        assert!(drawn.contains("\x1b[1;38;5;16;48;5;160m ♚ \x1b[0m"), "{drawn:?}");
        assert_eq!(filled('♙'), "♟\u{FE0E}");
    }

    #[test]
    fn a_game_without_a_board_shows_its_notes() {
        let view = BoardView { files: 0, ranks: 0, men: Vec::new(), alarm: None, ..view(Cells::Grid) };
        assert_eq!(board(&view, Marks::default(), PLAIN_ASCII), "    White to move\n");
    }
}
