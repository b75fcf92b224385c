//! Where handicap stones stand: the fixed points of GTP (Go Text Protocol 2, section 4.1.1).

use tabula_core::{Fault, Square};

/// The points for so many stones. Boards with an even number of lines and those of 7 have four at most, smaller
/// ones none.
pub fn points(size: usize, stones: usize) -> Result<Vec<Square>, Fault> {
    let most = match size {
        ..7 => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    };
    if most == 0 {
        return Err(Fault::new(format!("a board of {size} lines has no points for a handicap")));
    }
    if !(2..=most).contains(&stones) {
        return Err(Fault::new(format!("a board of {size} lines takes 2 to {most} handicap stones, not {stones}")));
    }
    let low = if size < 13 { 2 } else { 3 };
    let (middle, high) = (size / 2, size - 1 - low);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let mut chosen: Vec<(usize, usize)> = corners[..stones.min(4)].to_vec();
    if stones >= 6 {
        chosen.extend(&sides[..if stones >= 8 { 4 } else { 2 }]);
    }
    if stones > 4 && stones % 2 == 1 {
        chosen.push((middle, middle));
    }
    Ok(chosen.into_iter().map(|(file, rank)| Square((rank * size + file) as u16)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(size: usize, stones: usize) -> Vec<String> {
        points(size, stones).unwrap().into_iter().map(|point| crate::text::name(size, point)).collect()
    }

    #[test]
    fn the_points_are_those_of_the_protocol() {
        assert_eq!(names(19, 2), ["d4", "q16"]);
        assert_eq!(names(19, 3), ["d4", "q16", "d16"]);
        assert_eq!(names(9, 4), ["c3", "g7", "c7", "g3"]);
        assert_eq!(names(9, 5), ["c3", "g7", "c7", "g3", "e5"]);
        assert_eq!(names(13, 7), ["d4", "k10", "d10", "k4", "d7", "k7", "g7"]);
        assert_eq!(names(19, 9), ["d4", "q16", "d16", "q4", "d10", "q10", "k4", "k16", "k10"]);
    }

    #[test]
    fn a_board_says_how_many_it_takes() {
        let say = |size, stones| points(size, stones).unwrap_err().to_string();
        assert_eq!(say(5, 2), "a board of 5 lines has no points for a handicap");
        assert_eq!(say(8, 5), "a board of 8 lines takes 2 to 4 handicap stones, not 5");
        assert_eq!(say(19, 1), "a board of 19 lines takes 2 to 9 handicap stones, not 1");
    }
}
