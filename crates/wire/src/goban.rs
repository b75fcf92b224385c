//! Stones on a board of lines: positions of Go and of five in a row as the house writes them.
//!
//! Both write rows from the top with `/` between them, numbers for so many empty points, and whose turn it is. Go goes
//! on with the point of a ko, the komi, prisoners and passes; all of these may be missing.

use tabula_core::Side;

/// Stones, whose turn it is, and the komi of Go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Goban {
    size: usize,
    /// Rows from the top.
    cells: Vec<Option<Side>>,
    pub(crate) turn: Side,
    /// As it was written; `None` for what is usual.
    pub(crate) komi: Option<String>,
}

/// How a game writes its stones, and names its points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// `X`, `O`, `b`, `w`; the letter `i` is no column.
    Go,
    /// `x`, `o`; every letter is a column.
    Rows,
}

impl Style {
    const fn letter(self, side: Side) -> char {
        match (self, side) {
            (Self::Go, Side::First) => 'X',
            (Self::Go, Side::Second) => 'O',
            (Self::Rows, Side::First) => 'x',
            (Self::Rows, Side::Second) => 'o',
        }
    }

    const fn turn(self, side: Side) -> char {
        match (self, side) {
            (Self::Go, Side::First) => 'b',
            (Self::Go, Side::Second) => 'w',
            (Self::Rows, _) => self.letter(side),
        }
    }

    /// The name of a point, counted from the left and from the top; `None` beside the board.
    pub(crate) fn name(self, size: usize, x: usize, y: usize) -> Option<String> {
        let skip = u8::from(self == Self::Go && x >= 8);
        let letter = b'a'.checked_add(u8::try_from(x).ok()?)?.checked_add(skip).filter(u8::is_ascii_lowercase)?;
        (x < size && y < size).then(|| format!("{}{}", char::from(letter), size - y))
    }

    /// The point with a name, in either case: from the left, from the top.
    pub(crate) fn point(self, size: usize, name: &str) -> Option<(usize, usize)> {
        let mut rest = name.chars();
        let letter = rest.next()?.to_ascii_lowercase();
        let row = rest.as_str();
        let skipped = self == Self::Go && letter == 'i';
        if skipped || !letter.is_ascii_lowercase() || !row.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let x = letter as usize - 'a' as usize - usize::from(self == Self::Go && letter > 'i');
        let y = size.checked_sub(row.parse().ok()?)?;
        (x < size && y < size).then_some((x, y))
    }
}

impl Goban {
    pub(crate) fn new(size: usize) -> Self {
        Self { size, cells: vec![None; size * size], turn: Side::First, komi: None }
    }

    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// The stone on a point.
    pub(crate) fn get(&self, x: usize, y: usize) -> Option<Side> {
        if x < self.size { self.cells.get(y * self.size + x).copied().flatten() } else { None }
    }

    /// Puts a stone on a point, or takes it away; nothing beside the board.
    pub(crate) fn set(&mut self, x: usize, y: usize, stone: Option<Side>) {
        if x < self.size
            && let Some(cell) = self.cells.get_mut(y * self.size + x)
        {
            *cell = stone;
        }
    }

    /// The stones of a player: from the left, from the top.
    pub(crate) fn stones(&self, side: Side) -> impl Iterator<Item = (usize, usize)> + '_ {
        let own = move |(_, cell): &(usize, &Option<Side>)| **cell == Some(side);
        self.cells.iter().enumerate().filter(own).map(|(at, _)| (at % self.size, at / self.size))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.cells.iter().all(Option::is_none)
    }

    /// Reads a position; `None` if it does not look like one.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut fields = text.split_whitespace();
        let rows: Vec<&str> = fields.next()?.split('/').collect();
        let mut board = Self::new(rows.len());
        for (y, row) in rows.iter().enumerate() {
            let (mut x, mut gap) = (0_usize, 0_usize);
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    gap = gap.checked_mul(10)?.checked_add(digit as usize)?;
                    continue;
                }
                x = x.checked_add(std::mem::take(&mut gap))?;
                let side = match c.to_ascii_lowercase() {
                    'x' => Side::First,
                    'o' => Side::Second,
                    _ => return None,
                };
                if x >= board.size {
                    return None;
                }
                board.set(x, y, Some(side));
                x += 1;
            }
            if x.checked_add(gap)? != board.size {
                return None;
            }
        }
        board.turn = match fields.next()?.to_ascii_lowercase().as_str() {
            "b" | "x" => Side::First,
            "w" | "o" => Side::Second,
            _ => return None,
        };
        board.komi = fields.nth(1).map(str::to_string);
        Some(board)
    }

    /// Writes the position as a game of this style reads it.
    pub(crate) fn write(&self, style: Style) -> String {
        let mut text = String::new();
        for (y, row) in self.cells.chunks(self.size.max(1)).enumerate() {
            if y > 0 {
                text.push('/');
            }
            let mut gap = 0;
            for cell in row {
                match cell {
                    Some(side) => {
                        if gap > 0 {
                            text += &std::mem::take(&mut gap).to_string();
                        }
                        text.push(style.letter(*side));
                    }
                    None => gap += 1,
                }
            }
            if gap > 0 {
                text += &gap.to_string();
            }
        }
        text.push(' ');
        text.push(style.turn(self.turn));
        if let Some(komi) = self.komi.as_ref().filter(|_| style == Style::Go) {
            text += &format!(" - {komi}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_and_written() {
        let board = Goban::read("3/X1O/3 w - 6.5 0 1 0").unwrap();
        assert_eq!((board.get(0, 1), board.get(2, 1)), (Some(Side::First), Some(Side::Second)));
        assert_eq!(board.write(Style::Go), "3/X1O/3 w - 6.5");
        assert_eq!(Goban::read("15/15 x"), None);
        assert_eq!(Goban::read("1o/x1 o").unwrap().write(Style::Rows), "1o/x1 o");
        for bad in ["", "3/3/3", "3/3/4 b", "3/3/q2 b", "3/3/99999999999999999999 b", "2/3/3 b", "3/3/3X b", "3/3/3 q"]
        {
            assert_eq!(Goban::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn points_have_names_in_both_styles() {
        assert_eq!(Style::Go.name(19, 8, 18).as_deref(), Some("j1"));
        assert_eq!(Style::Rows.name(19, 8, 18).as_deref(), Some("i1"));
        assert_eq!(Style::Go.name(9, 9, 0), None);
        assert_eq!(Style::Go.name(25, 24, 0).as_deref(), Some("z25"));
        for style in [Style::Go, Style::Rows] {
            for (x, y) in [(0, 0), (7, 3), (8, 8), (18, 18)] {
                let name = style.name(19, x, y).unwrap();
                assert_eq!(style.point(19, &name), Some((x, y)), "{name}");
            }
        }
        for bad in ["", "i5", "a0", "a20", "pass", "t", "ä1", "a+1"] {
            assert_eq!(Style::Go.point(19, bad), None, "{bad}");
        }
    }
}
