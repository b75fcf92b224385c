//! Whoever loses a meeting is out.
//!
//! Entrants are seeded in their order: the first two can meet only in the last round, and where their number is no power
//! of two, the first ones have a bye. A tie is replayed twice, a pair of games each time; then whoever is seeded higher
//! goes on.

use super::draw::Met;

/// How often a tie is replayed.
const REPLAYS: usize = 2;

/// The state of the tree.
#[derive(Clone, Debug)]
pub struct Bracket {
    /// Who is still in, in the order of the tree; `None` is a bye.
    slots: Vec<Option<usize>>,
    /// The half-points of this round, by slot.
    points: Vec<usize>,
    replays: usize,
    begun: bool,
}

impl Bracket {
    /// Before the first round.
    pub fn new(entrants: usize) -> Self {
        let size = entrants.next_power_of_two().max(1);
        let slots: Vec<_> = order(size).into_iter().map(|seed| (seed < entrants).then_some(seed)).collect();
        Self { points: vec![0; size], slots, replays: 0, begun: false }
    }

    /// The meetings that come next, after those that were played; the second value says that they are replays. `None`
    /// when there is a winner.
    pub fn next(&mut self, played: &[Met]) -> Option<(Vec<(usize, usize)>, bool)> {
        for met in played {
            for (player, half_points) in [(met.one, met.half_points[0]), (met.other, met.half_points[1])] {
                if let Some(slot) = self.slots.iter().position(|&slot| slot == Some(player)) {
                    self.points[slot] += half_points;
                }
            }
        }
        if self.begun {
            let ties = self.ties();
            if !ties.is_empty() && self.replays < REPLAYS {
                self.replays += 1;
                return Some((ties, true));
            }
            self.go_on();
        }
        self.begun = true;
        let meetings: Vec<_> = self.slots.chunks(2).filter_map(|two| Some((two[0]?, (*two.get(1)?)?))).collect();
        if meetings.is_empty() { None } else { Some((meetings, false)) }
    }

    /// Who is left when it is over.
    pub fn winner(&self) -> Option<usize> {
        match self.slots[..] {
            [winner] => winner,
            _ => None,
        }
    }

    fn ties(&self) -> Vec<(usize, usize)> {
        let even = |(two, points): (&[Option<usize>], &[usize])| {
            let (one, other) = (two[0]?, two[1]?);
            (points[0] == points[1]).then_some((one, other))
        };
        self.slots.chunks_exact(2).zip(self.points.chunks_exact(2)).filter_map(even).collect()
    }

    fn go_on(&mut self) {
        let winner = |(two, points): (&[Option<usize>], &[usize])| match (two[0], two[1]) {
            (Some(one), Some(other)) => Some(match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Greater => one,
                std::cmp::Ordering::Less => other,
                std::cmp::Ordering::Equal => one.min(other),
            }),
            (one, other) => one.or(other),
        };
        self.slots = self.slots.chunks_exact(2).zip(self.points.chunks_exact(2)).map(winner).collect();
        self.points = vec![0; self.slots.len()];
        self.replays = 0;
    }
}

/// The seeds in the order of the tree: each half of it has every other one of the strongest.
fn order(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let last = 2 * order.len() - 1;
        order = order.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a tree in which the score of each meeting is decided by `half_points`.
    fn play(entrants: usize, half_points: impl Fn(usize, usize) -> [usize; 2]) -> (Vec<Vec<(usize, usize)>>, Bracket) {
        let mut bracket = Bracket::new(entrants);
        let (mut rounds, mut met) = (Vec::new(), Vec::new());
        while let Some((meetings, _)) = bracket.next(&met) {
            met =
                meetings.iter().map(|&(one, other)| Met { one, other, half_points: half_points(one, other) }).collect();
            rounds.push(meetings);
        }
        (rounds, bracket)
    }

    #[test]
    fn the_best_meet_last_and_have_the_byes() {
        assert_eq!(order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        let (rounds, bracket) = play(6, |one, other| if one < other { [2, 0] } else { [0, 2] });
        assert_eq!(rounds, [vec![(3, 4), (2, 5)], vec![(0, 3), (1, 2)], vec![(0, 1)]]);
        assert_eq!(bracket.winner(), Some(0));
    }

    #[test]
    fn everybody_but_the_winner_loses_once() {
        for entrants in 2..40 {
            let (rounds, bracket) =
                play(entrants, |one, other| if (one * 7 + other) % 3 == 0 { [2, 0] } else { [0, 2] });
            assert_eq!(rounds.iter().map(Vec::len).sum::<usize>(), entrants - 1);
            assert_eq!(rounds.len(), entrants.next_power_of_two().ilog2() as usize);
            assert!(bracket.winner().is_some());
        }
    }

    #[test]
    fn ties_are_replayed_and_then_the_seed_decides() {
        let (rounds, bracket) = play(4, |_, _| [2, 2]);
        assert_eq!(rounds.len(), 6);
        assert_eq!((rounds[1].clone(), bracket.winner()), (vec![(0, 3), (1, 2)], Some(0)));
    }
}
