//! Points as the format writes them: two letters from the top left corner.

use super::Property;

/// A point of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Point {
    /// From the left, 0 first.
    pub x: usize,
    /// From the top, 0 first.
    pub y: usize,
}

/// Letters of coordinates, in their order.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// Boards up to this size have `tt` for a pass.
const OLD_PASS: usize = 19;

impl Point {
    /// Reads two letters.
    pub fn read(text: &str) -> Option<Self> {
        let mut letters = text.trim().chars();
        let coordinate = |letter: Option<char>| LETTERS.find(letter?);
        let (x, y) = (coordinate(letters.next())?, coordinate(letters.next())?);
        letters.next().is_none().then_some(Self { x, y })
    }

    /// Two letters; `None` if it is farther out than any board of the format.
    pub fn text(self) -> Option<String> {
        let letter = |coordinate: usize| LETTERS.chars().nth(coordinate);
        Some([letter(self.x)?, letter(self.y)?].iter().collect())
    }

    /// Whether it is on a board of this size.
    pub const fn is_on(self, size: usize) -> bool {
        self.x < size && self.y < size
    }
}

/// A move: a point, or `None` for a pass. The error is what cannot be read.
pub(super) fn read_move(text: &str, size: usize) -> Result<Option<Point>, String> {
    let text = text.trim();
    if text.is_empty() || text == "tt" && size <= OLD_PASS {
        return Ok(None);
    }
    match Point::read(text) {
        Some(point) if point.is_on(size) => Ok(Some(point)),
        Some(_) => Err(format!("the point '{text}' is beside a board of {size} lines")),
        None => Err(format!("expected a point of two letters, found '{text}'")),
    }
}

/// The points of a list, rectangles included; what cannot be read is told and left out.
pub(super) fn list(property: &Property, size: usize) -> (Vec<Point>, Vec<String>) {
    let (mut points, mut faults) = (Vec::new(), Vec::new());
    for value in property.values() {
        let (first, second) = value.parts();
        let corner = |text: &str| match read_move(text, size) {
            Ok(Some(point)) => Ok(point),
            Ok(None) => Err(format!("expected a point of two letters, found '{text}'")),
            Err(what) => Err(what),
        };
        match corner(&first).and_then(|one| Ok((one, second.as_deref().map_or(Ok(one), corner)?))) {
            Ok((one, other)) => {
                let (left, right) = (one.x.min(other.x), one.x.max(other.x));
                let (top, bottom) = (one.y.min(other.y), one.y.max(other.y));
                points.extend((top..=bottom).flat_map(|y| (left..=right).map(move |x| Point { x, y })));
            }
            Err(what) => faults.push(what),
        }
    }
    (points, faults)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::Value;

    #[test]
    fn points_are_two_letters_from_the_top() {
        assert_eq!(Point::read("ab"), Some(Point { x: 0, y: 1 }));
        assert_eq!(Point::read("aZ"), Some(Point { x: 0, y: 51 }));
        assert_eq!(Point { x: 3, y: 26 }.text().as_deref(), Some("dA"));
        assert_eq!(Point { x: 52, y: 0 }.text(), None);
        for bad in ["", "a", "abc", "a1", "é!"] {
            assert_eq!(Point::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_pass_is_nothing_or_two_letters_beyond_old_boards() {
        assert_eq!(read_move("", 25), Ok(None));
        assert_eq!(read_move("tt", 19), Ok(None));
        assert_eq!(read_move("tt", 21), Ok(Some(Point { x: 19, y: 19 })));
        assert_eq!(read_move("ss", 9), Err("the point 'ss' is beside a board of 9 lines".into()));
    }

    #[test]
    fn rectangles_are_lists_whatever_their_corners() {
        let property = Property::text("AB", "aa").with(Value::composed("cb", "ba")).with(Value::text("x"));
        let (points, faults) = list(&property, 9);
        let names: Vec<_> = points.iter().filter_map(|point| point.text()).collect();
        assert_eq!(names, ["aa", "ba", "ca", "bb", "cb"]);
        assert_eq!(faults, ["expected a point of two letters, found 'x'"]);
    }
}
