//! Unconditional life: what a player keeps even if he never moves again (D. Benson, "Life in the Game of Go",
//! Information Sciences 10, 1976).
//!
//! A *region* is a connected set of points without stones of the player. It is *vital* to a chain if each of its empty
//! points is a liberty of the chain. Chains with fewer than two vital regions are struck out, then regions that border
//! on a struck chain, until nothing changes; what is left lives.

use crate::board::{EDGE, EMPTY, colour};
use crate::position::Position;
use tabula_core::{Side, Square};

/// What a player keeps for certain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Life {
    /// The stones that cannot be taken, in order.
    pub stones: Vec<Square>,
    /// The points, empty or with stones of the opponent, in which the opponent can never live, in order.
    pub territory: Vec<Square>,
}

struct Region {
    places: Vec<usize>,
    /// The chains around it.
    border: Vec<u16>,
    /// Those of them to which it is vital.
    vital: Vec<u16>,
    healthy: bool,
}

/// What a player keeps for certain.
///
/// ```
/// use tabula_core::{Notation, Side};
/// use tabula_go::{Go, Rules, life};
/// let game = Go::new(5, Rules::CHINESE).unwrap();
/// let two_eyes = game.read_position("1X1XO/XXXXO/OOOOO/5/5 b").unwrap();
/// assert_eq!(life::unconditional(&two_eyes, Side::First).stones.len(), 6);
/// assert_eq!(life::unconditional(&two_eyes, Side::Second).stones.len(), 0);
/// ```
pub fn unconditional(at: &Position, side: Side) -> Life {
    let board = &at.board;
    let mine = colour(side);
    let mut regions = regions(at, mine);
    let mut alive: Vec<u16> =
        board.all().filter(|&place| board.colour(place) == mine).map(|place| board.cell(place).chain).collect();
    alive.sort_unstable();
    alive.dedup();
    loop {
        let before = alive.len();
        alive.retain(|head| regions.iter().filter(|region| region.healthy && region.vital.contains(head)).count() >= 2);
        for region in &mut regions {
            region.healthy &= region.border.iter().all(|head| alive.contains(head));
        }
        if alive.len() == before {
            break;
        }
    }
    let mut life = Life::default();
    for place in board.all() {
        if board.colour(place) == mine && alive.contains(&board.cell(place).chain) {
            life.stones.push(board.point(place));
        }
    }
    for region in regions.iter().filter(|region| region.healthy && !region.vital.is_empty()) {
        life.territory.extend(region.places.iter().map(|&place| board.point(place)));
    }
    life.territory.sort_unstable();
    life
}

/// The regions without stones of a colour.
fn regions(at: &Position, mine: u8) -> Vec<Region> {
    let board = &at.board;
    let mut seen = vec![false; board.places()];
    let mut regions = Vec::new();
    for start in board.all() {
        if seen[start] || board.colour(start) == mine {
            continue;
        }
        seen[start] = true;
        let mut places = vec![start];
        let mut border: Vec<u16> = Vec::new();
        let mut vital: Option<Vec<u16>> = None;
        let mut next = 0;
        while let Some(&place) = places.get(next) {
            next += 1;
            let mut touching = Vec::new();
            for near in board.beside(place) {
                let cell = board.cell(near);
                if cell.colour == mine {
                    touching.push(cell.chain);
                } else if cell.colour != EDGE && !seen[near] {
                    seen[near] = true;
                    places.push(near);
                }
            }
            if board.colour(place) == EMPTY {
                vital = Some(match vital {
                    None => touching.clone(),
                    Some(kept) => kept.into_iter().filter(|head| touching.contains(head)).collect(),
                });
            }
            border.append(&mut touching);
        }
        border.sort_unstable();
        border.dedup();
        let mut vital = vital.unwrap_or_default();
        vital.sort_unstable();
        vital.dedup();
        regions.push(Region { places, border, vital, healthy: true });
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Go, Rules};
    use tabula_core::Notation;

    fn black(rows: &str) -> Life {
        let size = rows.split('/').count();
        let game = Go::new(size, Rules::CHINESE).unwrap();
        unconditional(&game.read_position(&format!("{rows} b")).unwrap(), Side::First)
    }

    fn counts(rows: &str) -> (usize, usize) {
        let life = black(rows);
        (life.stones.len(), life.territory.len())
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        assert_eq!(counts("1X1X1/XXXX1/5/5/5"), (6, 2));
        assert_eq!(counts("1XXX1/XXXX1/5/5/5"), (0, 0));
        // Both eyes are of the same chain, one with a stone of the opponent inside.
        assert_eq!(counts("O1X1X/XXXXX/5/5/5"), (7, 3));
    }

    #[test]
    fn chains_that_share_two_regions_live_together() {
        // Two stones at the top hang on five eyes that they share with the chain below.
        assert_eq!(counts("1X1X1/X1X1X/XXXXX/5/5"), (10, 5));
        // The chain at the right has one eye only, and so neither eye lasts.
        assert_eq!(counts("1XO2/X1XO1/OXXO1/OOOO1/5"), (0, 0));
    }

    #[test]
    fn a_region_with_a_point_away_from_the_chain_is_not_vital() {
        // The eye in the corner is large: its corner point is no liberty, so the opponent may still have a plan.
        assert_eq!(counts("2X1X/2XXX/XXX2/5/5").0, 0);
        // With stones of the opponent where the chain has no liberty it is vital again: only empty points matter.
        assert_eq!(counts("O1X1X/1XXXX/XX3/5/5").0, 8);
    }

    #[test]
    fn nothing_lives_on_an_empty_board() {
        assert_eq!(black("5/5/5/5/5"), Life::default());
    }
}
