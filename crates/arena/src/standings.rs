//! The state of an event: who scored what against whom, and how games ended.

use crate::schedule::Fixture;
use crate::stats::bayeselo::{self, BayesElo, Posterior};
use crate::stats::ratings::{Meeting, Pool, Rated};
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

/// The half-points of whoever moved first; `None` for a game that is open.
pub const fn half_points(verdict: Verdict) -> Option<usize> {
    match verdict {
        Verdict::First => Some(2),
        Verdict::Draw => Some(1),
        Verdict::Second => Some(0),
        Verdict::Open => None,
    }
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
    /// Every game by its number, so that sums do not depend on the order in which games end.
    games: BTreeMap<usize, bayeselo::Game>,
    /// Half-points that were given for byes.
    gifts: Vec<usize>,
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
            games: BTreeMap::new(),
            gifts: vec![0; entrants],
        }
    }

    /// Counts a game; one that is open is not counted.
    pub fn add(&mut self, result: &Result) {
        let Result { fixture, verdict, ending, fault } = result;
        let Some(for_first) = half_points(*verdict) else { return };
        self.played += 1;
        self.games.insert(
            fixture.number,
            bayeselo::Game { first: fixture.first, second: fixture.second, half_points: for_first },
        );
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

    /// Gives an entrant points for a bye. They count in tables and not in ratings.
    pub fn give(&mut self, entrant: usize, half_points: usize) {
        self.gifts[entrant] += half_points;
    }

    /// The points of an entrant, those for byes among them.
    pub fn points(&self, one: usize) -> f64 {
        self.total(one).points() + self.gifts[one] as f64 / 2.0
    }

    /// The points that an entrant has for byes.
    pub fn gift(&self, one: usize) -> f64 {
        self.gifts[one] as f64 / 2.0
    }

    /// Sonneborn and Berger's sum: the points made against each opponent, times what that opponent has made.
    pub fn sonneborn_berger(&self, one: usize) -> f64 {
        let others = (0..self.entrants).filter(|&other| other != one);
        others.map(|other| self.duel(one, other).games.points() * self.points(other)).sum()
    }

    /// The entrants, the best first: by points, then by Sonneborn and Berger, by what they made of each other, by wins.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<_> = (0..self.entrants).collect();
        let keys: Vec<_> =
            order.iter().map(|&i| (self.points(i), self.sonneborn_berger(i), self.total(i).wins)).collect();
        order.sort_by(|&a, &b| {
            let duel = self.duel(b, a).games;
            (keys[b].0.total_cmp(&keys[a].0))
                .then(keys[b].1.total_cmp(&keys[a].1))
                .then(duel.points().total_cmp(&duel.turned().points()))
                .then(keys[b].2.cmp(&keys[a].2))
                .then(a.cmp(&b))
        });
        order
    }

    /// A rating for each entrant from all games, their mean being zero.
    pub fn ratings(&self) -> Vec<Estimate> {
        self.rated(&Pool::default()).players
    }

    /// Ratings from all games in a way of one's own.
    pub fn rated(&self, pool: &Pool) -> Rated {
        let meetings: Vec<_> = self
            .pairs
            .values()
            .map(|(fixture, halves)| Meeting {
                one: fixture.first.min(fixture.second),
                other: fixture.first.max(fixture.second),
                games: halves.len() as f64,
                points: halves.iter().sum::<usize>() as f64 / 2.0,
                lead: match halves.len() {
                    1 if fixture.first < fixture.second => 1.0,
                    1 => -1.0,
                    _ => 0.0,
                },
            })
            .collect();
        pool.fit(self.entrants, &meetings)
    }

    /// Bayesian ratings from all games.
    pub fn bayesian(&self, model: &BayesElo) -> Posterior {
        let games: Vec<_> = self.games.values().copied().collect();
        model.rate(self.entrants, &games)
    }

    /// The games that count, in the order of their numbers.
    pub fn games(&self) -> impl Iterator<Item = (usize, &bayeselo::Game)> {
        self.games.iter().map(|(&number, game)| (number, game))
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
    use crate::schedule::{Draw, Format, Schedule};

    /// The first games of a round robin.
    fn fixtures(entrants: usize, games: usize) -> Vec<Fixture> {
        let schedule = Schedule { format: Format::RoundRobin, entrants, games };
        // As if the last game were played, so that all are drawn.
        let draw = Draw::new(schedule, [(schedule.len() - 1, 1)].into());
        (0..schedule.len()).map(|number| *draw.fixture(number).unwrap()).collect()
    }

    #[test]
    fn games_are_counted_for_the_right_side_and_pairs_when_both_are_played() {
        let schedule = fixtures(2, 4);
        let mut standings = Standings::new(2);
        let mut play = |number, verdict, ending: &str, fault| {
            let fixture = schedule[number];
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
        later.add(&Result { fixture: schedule[3], verdict: Verdict::First, ending: "checkmate".into(), fault: false });
        assert_eq!((later.duel(0, 1).pairs.0, later.duel(1, 0).pairs.0), ([0, 1, 1, 0, 0], [0, 0, 1, 1, 0]));
    }

    /// Four players, each against each once: 0 beats all, 1 and 2 drew, 3 beat 2 and lost to 1.
    #[test]
    fn ties_are_broken_by_whom_the_points_were_made_against() {
        let mut standings = Standings::new(4);
        for fixture in fixtures(4, 1) {
            let verdict = match (fixture.first, fixture.second) {
                (0, _) | (1, 3) => Verdict::First,
                (1, 2) => Verdict::Draw,
                _ => Verdict::Second,
            };
            standings.add(&Result { fixture, verdict, ending: "checkmate".into(), fault: false });
        }
        assert_eq!([0, 1, 2, 3].map(|i| standings.points(i)), [3.0, 1.5, 0.5, 1.0]);
        assert_eq!(standings.sonneborn_berger(0), 1.5 + 0.5 + 1.0);
        assert_eq!(standings.sonneborn_berger(1), 0.5 * 0.5 + 1.0);
        assert_eq!(standings.order(), [0, 1, 3, 2]);
        standings.give(2, 2);
        assert_eq!((standings.points(2), standings.gift(2), standings.order()[1]), (1.5, 1.0, 1));
    }

    #[test]
    fn ratings_do_not_depend_on_the_order_of_the_games() {
        let games = fixtures(3, 4);
        let verdict = |fixture: &Fixture| [Verdict::First, Verdict::Draw, Verdict::Second][fixture.number * 5 % 3];
        let rate = |order: Vec<&Fixture>| {
            let mut standings = Standings::new(3);
            for fixture in order {
                standings.add(&Result {
                    fixture: *fixture,
                    verdict: verdict(fixture),
                    ending: "x".into(),
                    fault: false,
                });
            }
            (standings.ratings(), standings.bayesian(&BayesElo::default()))
        };
        assert_eq!(rate(games.iter().collect()), rate(games.iter().rev().collect()));
    }
}
