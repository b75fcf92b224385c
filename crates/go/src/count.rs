//! Counting: by area, by territory, and in the stones of the founding document.

use crate::board::{EMPTY, owner};
use crate::position::Position;
use tabula_core::{BySide, Side, Square};

/// Points of both players, before komi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The points of each player.
    pub points: BySide<u16>,
    /// Empty points that touch both colours, or none.
    pub neutral: u16,
}

impl Count {
    /// By how much Black leads, in half points, with the komi of a position.
    pub fn margin(&self, at: &Position) -> i32 {
        2 * (i32::from(self.points[Side::First]) - i32::from(self.points[Side::Second])) - i32::from(at.komi())
    }

    /// How Chinese referees say it, and the founding document: by how many stones Black has more than half of the
    /// board and half of the komi, in quarters of a stone. Neutral points are shared.
    ///
    /// ```
    /// use tabula_core::BySide;
    /// use tabula_go::{Go, Rules, count::Count};
    /// use tabula_core::Game;
    /// // 47 against 34 on 9x9 is a win by 2 3/4 stones, with 3 3/4 stones of komi.
    /// let count = Count { points: BySide::new(47, 34), neutral: 0 };
    /// let at = Go::new(9, Rules::CHINESE).unwrap().start();
    /// assert_eq!(count.quarter_stones(&at), 4 * 2 + 3);
    /// ```
    pub fn quarter_stones(&self, at: &Position) -> i32 {
        self.margin(at)
    }
}

/// Whose every point is once the dead are gone: by its stone, or by the only colour that its empty region touches.
pub fn holders(at: &Position, dead: &[Square]) -> Vec<Option<Side>> {
    let board = &at.board;
    let mut colours: Vec<u8> = (0..board.places()).map(|place| board.colour(place)).collect();
    for &point in dead.iter().filter(|&&point| at.holds(point)) {
        colours[board.place(point)] = EMPTY;
    }
    let mut holders = vec![None; board.size() * board.size()];
    let mut seen = vec![false; board.places()];
    let mut region = Vec::new();
    for start in board.all() {
        if colours[start] != EMPTY {
            holders[board.point(start).index()] = owner(colours[start]);
            continue;
        }
        if seen[start] {
            continue;
        }
        seen[start] = true;
        region.clear();
        region.push(start);
        // The colours met, as bits.
        let mut met = 0;
        let mut next = 0;
        while let Some(&place) = region.get(next) {
            next += 1;
            for near in board.beside(place) {
                match colours[near] {
                    EMPTY if seen[near] => {}
                    EMPTY => {
                        seen[near] = true;
                        region.push(near);
                    }
                    crate::board::EDGE => {}
                    colour => met |= colour,
                }
            }
        }
        for &place in &region {
            holders[board.point(place).index()] = owner(met);
        }
    }
    holders
}

fn tally(points: impl Iterator<Item = Option<Side>>) -> Count {
    let mut count = Count { points: BySide::new(0, 0), neutral: 0 };
    for holder in points {
        match holder {
            Some(side) => count.points[side] += 1,
            None => count.neutral += 1,
        }
    }
    count
}

/// Stones, and empty points that touch one colour only; the dead are taken off before.
pub fn area(at: &Position, dead: &[Square]) -> Count {
    tally(holders(at, dead).into_iter())
}

/// Empty points that touch one colour only, prisoners and the dead.
pub fn territory(at: &Position, dead: &[Square]) -> Count {
    let is_dead = |point: Square| dead.contains(&point);
    let points = (0..).map(Square).zip(holders(at, dead));
    let open = points.filter(|&(point, _)| at.stone(point).is_none() || is_dead(point));
    let mut count = tally(open.map(|(_, holder)| holder));
    for side in Side::BOTH {
        let lost = dead.iter().filter(|&&point| at.stone(point) == Some(!side)).count() as u16;
        count.points[side] += at.prisoners(side) + lost;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Go, Rules};
    use tabula_core::{Game, Notation};

    fn read(text: &str) -> Position {
        Go::new(5, Rules::CHINESE).unwrap().read_position(text).unwrap()
    }

    #[test]
    fn a_wall_divides_the_board() {
        let at = read("2XO1/2XO1/2XO1/2XO1/2XO1 b - 0");
        assert_eq!(area(&at, &[]), Count { points: BySide::new(15, 10), neutral: 0 });
        assert_eq!(territory(&at, &[]), Count { points: BySide::new(10, 5), neutral: 0 });
        assert_eq!(area(&at, &[]).margin(&at), 10);
    }

    #[test]
    fn what_touches_both_colours_is_neutral() {
        let at = read("1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 b - 7.5");
        assert_eq!(area(&at, &[]), Count { points: BySide::new(10, 10), neutral: 5 });
        assert_eq!(area(&at, &[]).margin(&at), -15);
    }

    #[test]
    fn the_empty_board_is_nobodys() {
        let at = Go::new(5, Rules::CHINESE).unwrap().start();
        assert_eq!(area(&at, &[]), Count { points: BySide::new(0, 0), neutral: 25 });
    }

    #[test]
    fn a_dead_stone_counts_twice_by_territory() {
        let at = read("O1XO1/2XO1/2XO1/2XO1/2XO1 b - 0 3 1");
        assert_eq!(area(&at, &[]).points, BySide::new(5, 11));
        let dead = [Square(20)];
        assert_eq!(area(&at, &dead).points, BySide::new(15, 10));
        assert_eq!(territory(&at, &dead).points, BySide::new(10 + 1 + 3, 5 + 1));
    }
}
