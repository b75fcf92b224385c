//! The state of an event: who scored what against whom, and how games ended.

use crate::schedule::Fixture;
use crate::stats::ratings::{Meeting, ratings};
use crate::stats::{Estimate, Games, Pairs};
use std::collections::{BTreeMap, HashMap};
use tabula_wire::pgn::Verdict;

/// What two entrants made of each other, from the side of the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Duel {
    /// By game.
    pub games: Games,
    /// By pair of games; those of which only one is played are not in it.
    pub pairs: Pairs,
}

/// A game that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Result {
    /// Which.
    pub fixture: Fixture,
    /// Who won; not open.
    pub verdict: Verdict,
    /// How it ended, in the word that is counted.
    pub ending: String,
    /// Whether the loser lost by a fault that is not of the game.
    pub fault: bool,
}

/// The state of an event.
#[derive(Clone, Debug)]
pub struct Standings {
    entrants: usize,
    duels: HashMap<(usize, usize), Duel>,
    /// Pairs with the points that the entrant with the lower number made in each game.
    pairs: BTreeMap<usize, (Fixture, Vec<usize>)>,
    endings: BTreeMap<String, u64>,
    faults: BTreeMap<(usize, String), u64>,
    played: u64,
}

impl Standings {
    /// At the beginning.
    pub fn new(entrants: usize) -> Self {
        Self {
            entrants,
            duels: HashMap::new(),
            pairs: BTreeMap::new(),
            endings: BTreeMap::new(),
            faults: BTreeMap::new(),
            played: 0,
        }
    }

    /// Counts a game; one that is open is not counted.
    pub fn add(&mut self, result: &Result) {
        let Result { fixture, verdict, ending, fault } = result;
        let for_first = match verdict {
            Verdict::First => 2,
            Verdict::Draw => 1,
            Verdict::Second => 0,
            Verdict::Open => return,
        };
        self.played += 1;
        *self.endings.entry(ending.clone()).or_default() += 1;
        if *fault && for_first != 1 {
            let loser = if for_first == 0 { fixture.first } else { fixture.second };
            *self.faults.entry((loser, ending.clone())).or_default() += 1;
        }
        let lower = fixture.first.min(fixture.second);
        let points = if fixture.first == lower { for_first } else { 2 - for_first };
        let duel = self.duels.entry((lower, fixture.first.max(fixture.second))).or_default();
        duel.games.add(points);
        let (_, halves) = self.pairs.entry(fixture.pair).or_insert((*fixture, Vec::new()));
        halves.push(points);
        if let [one, other] = halves[..] {
            duel.pairs.0[one + other] += 1;
        }
    }

    /// How many games count.
    pub const fn played(&self) -> u64 {
        self.played
    }

    /// What one made of another.
    pub fn duel(&self, one: usize, other: usize) -> Duel {
        let duel = self.duels.get(&(one.min(other), one.max(other))).copied().unwrap_or_default();
        if one <= other {
            return duel;
        }
        let mut turned = duel.pairs;
        turned.0.reverse();
        Duel { games: duel.games.turned(), pairs: turned }
    }

    /// All games of one entrant.
    pub fn total(&self, one: usize) -> Games {
        let mut sum = Games::default();
        for other in (0..self.entrants).filter(|&other| other != one) {
            let Games { wins, draws, losses } = self.duel(one, other).games;
            sum = Games { wins: sum.wins + wins, draws: sum.draws + draws, losses: sum.losses + losses };
        }
        sum
    }

    /// A rating for each entrant from all games, their mean being zero.
    pub fn ratings(&self) -> Vec<Estimate> {
        let meetings: Vec<_> = self
            .pairs
            .values()
            .map(|(fixture, halves)| Meeting {
                one: fixture.first.min(fixture.second),
                other: fixture.first.max(fixture.second),
                games: halves.len() as f64,
                points: halves.iter().sum::<usize>() as f64 / 2.0,
            })
            .collect();
        ratings(self.entrants, &meetings)
    }

    /// How often games ended how.
    pub fn endings(&self) -> impl Iterator<Item = (&str, u64)> {
        self.endings.iter().map(|(word, count)| (word.as_str(), *count))
    }

    /// Who lost how often by a fault that is not of the game.
    pub fn faults(&self) -> impl Iterator<Item = (usize, &str, u64)> {
        self.faults.iter().map(|((entrant, word), count)| (*entrant, word.as_str(), *count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Schedule;

    #[test]
    fn games_are_counted_for_the_right_side_and_pairs_when_both_are_played() {
        let schedule = Schedule::new(2, 4);
        let mut standings = Standings::new(2);
        let mut play = |number, verdict, ending: &str, fault| {
            let fixture = schedule.get(number).unwrap();
            standings.add(&Result { fixture, verdict, ending: ending.into(), fault });
        };
        play(1, Verdict::First, "time loss", true);
        play(2, Verdict::Draw, "repetition", false);
        play(0, Verdict::First, "checkmate", false);
        play(3, Verdict::Open, "abandoned", false);
        assert_eq!(standings.duel(0, 1).games, Games { wins: 1, draws: 1, losses: 1 });
        assert_eq!(standings.duel(0, 1).pairs, Pairs([0, 0, 1, 0, 0]));
        assert_eq!(standings.faults().collect::<Vec<_>>(), [(0, "time loss", 1)]);
        assert_eq!((standings.played(), standings.total(1).points()), (3, 1.5));
        let mut later = standings.clone();
        later.add(&Result {
            fixture: schedule.get(3).unwrap(),
            verdict: Verdict::First,
            ending: "checkmate".into(),
            fault: false,
        });
        assert_eq!((later.duel(0, 1).pairs.0, later.duel(1, 0).pairs.0), ([0, 1, 1, 0, 0], [0, 0, 1, 1, 0]));
    }
}
