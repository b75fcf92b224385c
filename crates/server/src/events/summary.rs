//! How an event stands: table, crosstable, test, last games.

use crate::api::events::{EventCard, EventState, GameLine, Sprt as SprtState, Standing};
use std::collections::VecDeque;
use tabula_arena::schedule::Fixture;
use tabula_arena::standings::{Result, Standings};
use tabula_arena::stats::{Decision, Sprt, strength};
use tabula_store::GameRow;
use tabula_wire::pgn::Verdict;

/// Games in the list of the last ones.
const RECENT: usize = 20;
/// Points of the curve of a test; then every other one is dropped.
const CURVE: usize = 1_000;

/// What is known of an event so far.
pub(super) struct Summary {
    names: Vec<String>,
    pub(super) format: String,
    pub(super) control: String,
    pub(super) standings: Standings,
    test: Option<Sprt>,
    curve: Vec<f64>,
    /// Games between two points of the curve.
    stride: u64,
    recent: VecDeque<GameLine>,
}

impl Summary {
    pub(super) fn new(names: Vec<String>, test: Option<Sprt>) -> Self {
        Self {
            standings: Standings::new(names.len()),
            names,
            format: String::new(),
            control: String::new(),
            test,
            curve: Vec::new(),
            stride: 1,
            recent: VecDeque::new(),
        }
    }

    /// A game that is over.
    pub(super) fn add(&mut self, result: &Result, plies: usize) {
        self.standings.add(result);
        let Fixture { number, first, second, .. } = result.fixture;
        self.recent.push_front(GameLine {
            number: number + 1,
            first: self.names[first].clone(),
            second: self.names[second].clone(),
            result: result.verdict.text().into(),
            why: result.ending.clone(),
            plies,
        });
        self.recent.truncate(RECENT);
        if let Some(test) = &self.test
            && self.standings.played().is_multiple_of(self.stride)
        {
            self.curve.push(self.ratio(test));
            if self.curve.len() > CURVE {
                self.curve = self.curve.iter().copied().skip(1).step_by(2).collect();
                self.stride *= 2;
            }
        }
    }

    /// A game from the store.
    pub(super) fn add_row(&mut self, row: &GameRow) {
        if row.first.max(row.second) >= self.names.len() {
            return;
        }
        let fixture = Fixture {
            number: row.number,
            round: row.round,
            first: row.first,
            second: row.second,
            pair: row.pair,
            opening: row.opening,
        };
        let verdict = [Verdict::Second, Verdict::Draw, Verdict::First][row.half_points.min(2)];
        self.add(&Result { fixture, verdict, ending: row.ending.clone(), fault: row.fault }, row.plies);
    }

    fn ratio(&self, test: &Sprt) -> f64 {
        let duel = self.standings.duel(0, 1);
        test.ratio(&test.sample(&duel.games, &duel.pairs))
    }

    /// Whether the test has seen enough.
    pub(super) fn decided(&self) -> bool {
        self.test.is_some_and(|test| self.decision(&test) != Decision::Open)
    }

    fn decision(&self, test: &Sprt) -> Decision {
        let duel = self.standings.duel(0, 1);
        test.decide(&test.sample(&duel.games, &duel.pairs))
    }

    /// How it stands.
    pub(super) fn state(&self, card: EventCard) -> EventState {
        let finite = |value: f64| value.is_finite().then_some((value * 10.0).round() / 10.0);
        let ratings = self.standings.ratings();
        let standing = |entrant: usize| {
            let games = self.standings.total(entrant);
            let rating = ratings[entrant];
            Standing {
                entrant,
                name: self.names[entrant].clone(),
                games: games.count(),
                points: self.standings.points(entrant),
                wins: games.wins,
                draws: games.draws,
                losses: games.losses,
                elo: finite(rating.value).filter(|_| games.count() > 0),
                error: finite(rating.error).filter(|_| games.count() > 0),
                los: strength(&games.sample()).map(|found| found.superiority),
                tiebreak: Some(self.standings.sonneborn_berger(entrant)),
            }
        };
        let count = self.names.len();
        let cell = |one: usize, other: usize| {
            let games = self.standings.duel(one, other).games;
            (one != other && games.count() > 0).then(|| {
                let (points, all) = (games.points(), games.count());
                format!("{points}/{all} (+{} -{} ={})", games.wins, games.losses, games.draws)
            })
        };
        let faults = self.standings.faults().map(|(entrant, word, count)| {
            let name = &self.names[entrant];
            if count == 1 { format!("{name}: {word}") } else { format!("{name}: {word}, {count} times") }
        });
        EventState {
            card,
            format: self.format.clone(),
            control: self.control.clone(),
            table: self.standings.order().into_iter().map(standing).collect(),
            cross: (0..count).map(|one| (0..count).map(|other| cell(one, other)).collect()).collect(),
            sprt: self.test.as_ref().map(|test| SprtState {
                lower: test.bounds().0,
                upper: test.bounds().1,
                llr: self.ratio(test),
                curve: self.curve.clone(),
                verdict: match self.decision(test) {
                    Decision::Open => "running",
                    Decision::Accepted => "accepted",
                    Decision::Refused => "rejected",
                },
                elo0: test.elo0,
                elo1: test.elo1,
            }),
            recent: self.recent.iter().cloned().collect(),
            faults: faults.collect(),
        }
    }
}
