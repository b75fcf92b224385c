//! Which of our games the protocol means, and where its points are on our boards.

/// The bits of `INFO rule` that change who wins.
const EXACTLY_FIVE: u32 = 1;
const RENJU: u32 = 4;
const CARO: u32 = 8;
/// Positions are kept from game to game; that is the manager's business.
const CONTINUOUS: u32 = 2;

/// Our games: the rule, and the ids on either board.
const GAMES: [(u32, [&str; 2]); 3] = [
    (0, ["gomoku", "gomoku19"]),
    (EXACTLY_FIVE, ["gomoku-standard", "gomoku-standard19"]),
    (RENJU, ["renju", "renju19"]),
];
const SIZES: [usize; 2] = [15, 19];

/// The rule and the size of a game of ours.
pub(super) fn of(id: &str) -> Option<(u32, usize)> {
    GAMES.iter().find_map(|&(rule, ids)| {
        let column = ids.iter().position(|&own| own == id)?;
        Some((rule, SIZES[column]))
    })
}

/// The id of a game, by its rule and the size of the board; `None` if we do not play it.
pub(super) fn id(rule: u32, size: usize) -> Option<&'static str> {
    if rule & CARO != 0 || rule & !(EXACTLY_FIVE | CONTINUOUS | RENJU) != 0 {
        return None;
    }
    let column = SIZES.iter().position(|&known| known == size)?;
    // Renju wants exactly five of Black whether or not that is said.
    let wanted = if rule & RENJU != 0 { RENJU } else { rule & EXACTLY_FIVE };
    GAMES.iter().find(|(rule, _)| *rule == wanted).map(|(_, ids)| ids[column])
}

/// A point, counted from 0 from the upper left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// From the left.
    pub x: usize,
    /// From the top.
    pub y: usize,
}

impl Point {
    /// `7,7`.
    pub fn read(text: &str) -> Option<Self> {
        let (x, y) = text.split_once(',')?;
        Some(Self { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? })
    }

    /// Its name on our boards, whose ranks are counted from below; `None` beside the board.
    pub fn name(self, size: usize) -> Option<String> {
        let inside = self.x < size && self.y < size;
        inside.then(|| format!("{}{}", char::from(b'a' + self.x as u8), size - self.y))
    }

    /// The point that a name of ours means.
    pub fn named(name: &str, size: usize) -> Option<Self> {
        let file = name.bytes().next()?.checked_sub(b'a')?;
        let rank: usize = name.get(1..)?.parse().ok()?;
        Some(Self { x: usize::from(file), y: size.checked_sub(rank)? })
    }
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_sizes_name_games() {
        assert_eq!(id(0, 15), Some("gomoku"));
        assert_eq!(id(1 | 2, 19), Some("gomoku-standard19"));
        assert_eq!(id(4, 15), Some("renju"));
        assert_eq!((id(8, 15), id(0, 20), id(16, 15)), (None, None, None));
        for (rule, size) in [(0, 15), (1, 15), (4, 15), (0, 19), (1, 19), (4, 19)] {
            assert_eq!(id(rule, size).and_then(of), Some((rule, size)));
        }
        assert_eq!(of("chess"), None);
    }

    #[test]
    fn points_have_names_and_names_points() {
        for (text, name) in [("0,0", "a15"), ("7,7", "h8"), ("14,14", "o1"), (" 3 , 14", "d1")] {
            let point = Point::read(text).unwrap();
            assert_eq!(point.name(15).as_deref(), Some(name));
            assert_eq!(Point::named(name, 15), Some(point));
        }
        assert_eq!(Point { x: 15, y: 0 }.name(15), None);
        for text in ["", "7", "7,", "7;7", "-1,0", "x,y", "7,7,7"] {
            assert_eq!(Point::read(text), None, "{text}");
        }
        assert_eq!(Point::named("a16", 15), None);
    }
}
