//! The games of an event, drawn round by round as results come in.

use super::couples::couples;
use super::knockout::Bracket;
use super::swiss::Swiss;
use super::{Fixture, Format, Schedule};
use std::collections::HashMap;

/// What two made of each other in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Met {
    /// One of them.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// The half-points of both.
    pub half_points: [usize; 2],
}

/// What a worker does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// This game.
    Play(Fixture),
    /// Nothing until others have ended theirs.
    Wait,
    /// Nothing more.
    Over,
}

/// How the meetings of the next round are found.
enum Pairing {
    /// They are known beforehand.
    Known(Vec<(usize, usize)>),
    Knockout(Bracket),
    Swiss(Swiss),
}

/// The games of an event.
pub struct Draw {
    schedule: Schedule,
    pairing: Pairing,
    fixtures: Vec<Fixture>,
    /// Where the last round begins among the fixtures.
    last: usize,
    rounds: usize,
    pairs: usize,
    /// The next one to hand out.
    cursor: usize,
    /// The half-points of whoever moved first, by number of the game.
    results: HashMap<usize, usize>,
    byes: Vec<(usize, usize)>,
    over: bool,
}

impl Draw {
    /// The games of an event of which some are played: the half-points of whoever moved first, by number.
    pub fn new(schedule: Schedule, results: HashMap<usize, usize>) -> Self {
        let Schedule { format, entrants, games } = schedule;
        let pairing = match format {
            Format::Knockout => Pairing::Knockout(Bracket::new(entrants)),
            Format::Swiss { rounds } => Pairing::Swiss(Swiss::new(entrants, rounds, games)),
            Format::RoundRobin | Format::Gauntlet { .. } => {
                Pairing::Known(couples(format, entrants).unwrap_or_default())
            }
        };
        let mut draw = Self {
            schedule,
            pairing,
            fixtures: Vec::new(),
            last: 0,
            rounds: 0,
            pairs: 0,
            cursor: 0,
            results,
            byes: Vec::new(),
            over: schedule.fault().is_some(),
        };
        let most = draw.results.keys().copied().max();
        while most.is_some_and(|most| most >= draw.fixtures.len()) && draw.draw() {}
        draw
    }

    /// A game that was drawn already.
    pub fn fixture(&self, number: usize) -> Option<&Fixture> {
        self.fixtures.get(number)
    }

    /// How many games there are as far as is known.
    pub fn len(&self) -> usize {
        self.schedule.len().max(self.fixtures.len())
    }

    /// Whether nobody plays.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Who had a bye: the round and the player.
    pub fn byes(&self) -> &[(usize, usize)] {
        &self.byes
    }

    /// Whoever is left in a knockout.
    pub fn winner(&self) -> Option<usize> {
        match &self.pairing {
            Pairing::Knockout(bracket) => bracket.winner(),
            _ => None,
        }
    }

    /// Takes in a result: the half-points of whoever moved first.
    pub fn hear(&mut self, number: usize, half_points: usize) {
        self.results.insert(number, half_points);
    }

    /// The next game.
    pub fn hand_out(&mut self) -> Next {
        loop {
            while let Some(&fixture) = self.fixtures.get(self.cursor) {
                self.cursor += 1;
                if !self.results.contains_key(&fixture.number) {
                    return Next::Play(fixture);
                }
            }
            if self.over {
                return Next::Over;
            }
            if !self.draw() && !self.over {
                return Next::Wait;
            }
        }
    }

    /// Draws a round; `false` if it has to wait for results, or if there is none.
    fn draw(&mut self) -> bool {
        if self.over {
            return false;
        }
        let round = match &mut self.pairing {
            Pairing::Known(couples) => {
                // One pair of each couple; an odd number of games leaves one of each at the end.
                let left = self.schedule.games.saturating_sub(2 * self.rounds);
                (left > 0).then(|| (couples.clone(), left.min(2)))
            }
            _ if self.fixtures[self.last..].iter().any(|game| !self.results.contains_key(&game.number)) => {
                return false;
            }
            Pairing::Knockout(bracket) => {
                let met = met(&self.fixtures[self.last..], &self.results);
                bracket.next(&met).map(|(meetings, replay)| (meetings, if replay { 2 } else { self.schedule.games }))
            }
            Pairing::Swiss(swiss) => {
                let met = met(&self.fixtures[self.last..], &self.results);
                swiss.next(&met).map(|round| {
                    self.byes.extend(round.bye.map(|player| (self.rounds, player)));
                    (round.meetings, self.schedule.games)
                })
            }
        };
        let Some((meetings, games)) = round.filter(|(meetings, _)| !meetings.is_empty()) else {
            self.over = true;
            return false;
        };
        self.last = self.fixtures.len();
        for (one, other) in meetings {
            self.add(one, other, games);
        }
        self.rounds += 1;
        true
    }

    /// The games of a meeting, two by two from one opening.
    fn add(&mut self, one: usize, other: usize, games: usize) {
        for game in 0..games {
            let swapped = game % 2 == 1;
            if !swapped && game > 0 {
                self.pairs += 1;
            }
            let (first, second) = if swapped { (other, one) } else { (one, other) };
            // Everybody has the same openings in the same round.
            let opening = match self.pairing {
                Pairing::Known(_) => self.rounds,
                _ => self.rounds * self.schedule.games.div_ceil(2).max(1) + game / 2,
            };
            let number = self.fixtures.len();
            self.fixtures.push(Fixture { number, round: self.rounds, first, second, pair: self.pairs, opening });
        }
        self.pairs += 1;
    }
}

/// The results of a round, meeting by meeting.
fn met(games: &[Fixture], results: &HashMap<usize, usize>) -> Vec<Met> {
    let mut all: Vec<Met> = Vec::new();
    for game in games {
        let half_points = results.get(&game.number).copied().unwrap_or(1).min(2);
        let both = [half_points, 2 - half_points];
        let same =
            |met: &&mut Met| [(game.first, game.second), (game.second, game.first)].contains(&(met.one, met.other));
        match all.iter_mut().find(same) {
            Some(met) => {
                let turned = usize::from(met.one != game.first);
                met.half_points[0] += both[turned];
                met.half_points[1] += both[1 - turned];
            }
            None => all.push(Met { one: game.first, other: game.second, half_points: both }),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(format: Format, entrants: usize, games: usize) -> Schedule {
        Schedule { format, entrants, games }
    }

    /// All games of an event in which `half_points` decides each.
    fn play(schedule: Schedule, half_points: impl Fn(&Fixture) -> usize) -> (Vec<Fixture>, Draw) {
        let mut draw = Draw::new(schedule, HashMap::new());
        let mut games = Vec::new();
        while let Next::Play(fixture) = draw.hand_out() {
            games.push(fixture);
            draw.hear(fixture.number, half_points(&fixture));
        }
        assert_eq!(draw.hand_out(), Next::Over);
        (games, draw)
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours_from_the_same_openings() {
        for (entrants, games) in [(2, 5), (3, 4), (8, 50), (5, 1)] {
            let plan = schedule(Format::RoundRobin, entrants, games);
            let (all, _) = play(plan, |_| 1);
            assert_eq!(all.len(), plan.len());
            let mut met: HashMap<(usize, usize), usize> = HashMap::new();
            let mut pairs: HashMap<usize, Vec<Fixture>> = HashMap::new();
            for (number, game) in all.iter().enumerate() {
                assert_eq!(game.number, number);
                *met.entry((game.first, game.second)).or_default() += 1;
                pairs.entry(game.pair).or_default().push(*game);
            }
            for one in 0..entrants {
                for other in one + 1..entrants {
                    let (there, back) = (met[&(one, other)], met.get(&(other, one)).copied().unwrap_or(0));
                    assert_eq!((there + back, there - back), (games, games % 2));
                }
            }
            for pair in pairs.values().filter(|pair| pair.len() == 2) {
                assert_eq!((pair[0].first, pair[0].opening), (pair[1].second, pair[1].opening));
            }
        }
    }

    #[test]
    fn two_players_share_their_openings_two_by_two() {
        let (all, _) = play(schedule(Format::RoundRobin, 2, 4), |_| 1);
        let games: Vec<_> = all.iter().map(|game| (game.first, game.opening, game.pair)).collect();
        assert_eq!(games, [(0, 0, 0), (1, 0, 0), (0, 1, 1), (1, 1, 1)]);
    }

    #[test]
    fn one_player_alone_plays_nothing() {
        for entrants in [0, 1] {
            assert_eq!(Draw::new(schedule(Format::RoundRobin, entrants, 10), HashMap::new()).hand_out(), Next::Over);
        }
    }

    #[test]
    fn a_round_waits_for_the_one_before() {
        let mut draw = Draw::new(schedule(Format::Knockout, 4, 2), HashMap::new());
        let games: Vec<_> = (0..4).map(|_| draw.hand_out()).collect();
        assert!(games.iter().all(|game| matches!(game, Next::Play(_))));
        assert_eq!(draw.hand_out(), Next::Wait);
        for number in 0..4 {
            draw.hear(number, 2 - 2 * (number % 2));
        }
        assert!(matches!(draw.hand_out(), Next::Play(Fixture { first: 0, second: 1, round: 1, number: 4, .. })));
    }

    /// The same results in the same order of rounds make the same games, wherever the event was broken off.
    #[test]
    fn an_event_that_was_broken_off_goes_on_with_the_games_it_would_have_had() {
        for format in
            [Format::RoundRobin, Format::Gauntlet { challengers: 2 }, Format::Knockout, Format::Swiss { rounds: 3 }]
        {
            let lot = |game: &Fixture| (game.number * 7 + game.first) % 3;
            let (whole, done) = play(schedule(format, 7, 2), lot);
            assert!(whole.len() >= done.schedule.len());
            for kept in 0..whole.len() {
                // Two were played at once, and the first of them was lost.
                let results =
                    whole[..kept.max(1)].iter().skip(usize::from(kept > 0)).map(|game| (game.number, lot(game)));
                let mut draw = Draw::new(schedule(format, 7, 2), results.collect());
                let mut seen = Vec::new();
                while let Next::Play(fixture) = draw.hand_out() {
                    assert_eq!(fixture, whole[fixture.number]);
                    draw.hear(fixture.number, lot(&fixture));
                    seen.push(fixture.number);
                }
                assert_eq!(seen.len(), whole.len() - kept.max(1) + usize::from(kept > 0), "{format:?} {kept}");
                assert_eq!((draw.winner(), draw.byes()), (done.winner(), done.byes()));
            }
        }
    }
}
