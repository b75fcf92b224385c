//! Ratings of many players from all their games at once, on one logistic scale (Bradley and Terry; Ordo's way).
//!
//! Each rating is moved until every player's expected points are the points it made, a draw being half. So that a
//! player who won or lost everything has a rating too, each may also be held by a weak spring: a normal prior around
//! the mean of all. Players whose rating is known from elsewhere can be anchored. Bounds come from how the results of
//! opening pairs really scattered (a sandwich), so that many draws and paired openings narrow them as they should.

use super::elo::{Estimate, PER_DEVIATION, expected};
use super::matrix::{invert, times};
use super::normal::Z95;

/// What two players made of one opening: one game, or two with colours swapped.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Meeting {
    /// One player, by number.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// Games.
    pub games: f64,
    /// What the first of them scored.
    pub points: f64,
    /// 1 where `one` had the first move, -1 where the other had it, 0 where each had it as often.
    pub lead: f64,
}

/// How ratings are found.
#[derive(Clone, PartialEq, Debug)]
pub struct Pool {
    /// The standard deviation of the prior, in Elo. Without one, whoever won or lost everything has an infinite rating.
    pub prior: Option<f64>,
    /// Players whose rating is known.
    pub anchors: Vec<(usize, f64)>,
    /// The mean of all, where nobody is anchored.
    pub mean: f64,
    /// Whether the worth of the first move is found too.
    pub advantage: bool,
}

impl Default for Pool {
    /// A prior wide enough to move an honest rating by a point or two, a mean of zero.
    fn default() -> Self {
        Self { prior: Some(1000.0), anchors: Vec::new(), mean: 0.0, advantage: false }
    }
}

/// What the games say.
#[derive(Clone, PartialEq, Debug)]
pub struct Rated {
    /// A rating for each player; the bounds of anchors are zero.
    pub players: Vec<Estimate>,
    /// The worth of the first move in Elo, if it was asked for.
    pub advantage: Option<f64>,
}

/// A rating for each of `players` players, their mean being zero.
///
/// ```
/// use tabula_arena::stats::ratings::{Meeting, ratings};
/// let found = ratings(2, &[Meeting { one: 0, other: 1, games: 1000.0, points: 640.0, lead: 0.0 }]);
/// assert_eq!(format!("{:.0}", found[0].value - found[1].value), "100");
/// ```
pub fn ratings(players: usize, meetings: &[Meeting]) -> Vec<Estimate> {
    Pool::default().fit(players, meetings).players
}

/// One unit of the logistic curve in Elo.
const UNIT: f64 = PER_DEVIATION / 2.0;

impl Pool {
    /// Rates `players` players.
    pub fn fit(&self, players: usize, meetings: &[Meeting]) -> Rated {
        let beyond = if self.prior.is_none() { beyond(players, meetings) } else { vec![0.0; players] };
        let kept: Vec<Meeting> =
            meetings.iter().filter(|m| beyond[m.one] == 0.0 && beyond[m.other] == 0.0).copied().collect();
        let mut fit = Fit::new(self, players, &kept);
        fit.solve();
        let errors = fit.errors();
        let shift = if self.anchors.is_empty() { self.mean / UNIT - fit.mean(&beyond) } else { 0.0 };
        let known = |i: usize| meetings.iter().any(|m| m.one == i || m.other == i);
        let anchored = |i: usize| self.anchors.iter().any(|&(place, _)| place == i);
        let estimate = |i: usize| match beyond[i] {
            0.0 if !known(i) && !anchored(i) => {
                Estimate { value: (fit.values[i] + shift) * UNIT, error: f64::INFINITY }
            }
            0.0 => Estimate { value: (fit.values[i] + shift) * UNIT, error: Z95 * errors[i] * UNIT },
            sign => Estimate { value: sign * f64::INFINITY, error: f64::INFINITY },
        };
        Rated {
            players: (0..players).map(estimate).collect(),
            advantage: self.advantage.then(|| fit.values[players] * UNIT),
        }
    }
}

/// Who won (1) or lost (-1) everything against those who did not, and so has no finite rating.
fn beyond(players: usize, meetings: &[Meeting]) -> Vec<f64> {
    let mut beyond = vec![0.0; players];
    loop {
        let mut totals = vec![(0.0, 0.0); players];
        for Meeting { one, other, games, points, .. } in meetings {
            if beyond[*one] == 0.0 && beyond[*other] == 0.0 {
                totals[*one] = (totals[*one].0 + points, totals[*one].1 + games);
                totals[*other] = (totals[*other].0 + games - points, totals[*other].1 + games);
            }
        }
        let mut changed = false;
        for (sign, (points, games)) in beyond.iter_mut().zip(totals) {
            if *sign == 0.0 && games > 0.0 && (points <= 0.0 || points >= games) {
                *sign = if points <= 0.0 { -1.0 } else { 1.0 };
                changed = true;
            }
        }
        if !changed {
            return beyond;
        }
    }
}

/// Newton's method; the worth of the first move is the last unknown.
struct Fit<'a> {
    pool: &'a Pool,
    players: usize,
    meetings: &'a [Meeting],
    /// In units of the logistic curve.
    values: Vec<f64>,
    /// What must not move.
    fixed: Vec<bool>,
    /// Around which value the prior holds.
    centre: f64,
    inverse: Vec<Vec<f64>>,
}

impl<'a> Fit<'a> {
    fn new(pool: &'a Pool, players: usize, meetings: &'a [Meeting]) -> Self {
        let anchors = &pool.anchors;
        let centre = anchors.iter().map(|&(_, rating)| rating / UNIT).sum::<f64>() / anchors.len().max(1) as f64;
        let mut values = vec![centre; players];
        values.push(0.0);
        let mut fixed = vec![false; players];
        fixed.push(!pool.advantage);
        for &(player, rating) in anchors.iter().filter(|(player, _)| *player < players) {
            values[player] = rating / UNIT;
            fixed[player] = true;
        }
        Self { pool, players, meetings, values, fixed, centre, inverse: Vec::new() }
    }

    fn solve(&mut self) {
        const ROUNDS: usize = 500;
        for _ in 0..ROUNDS {
            let slope = self.step();
            let steps = times(&self.inverse, &slope);
            let mut largest: f64 = 0.0;
            for (value, step) in self.values.iter_mut().zip(steps) {
                // Far from the goal a full step may overshoot.
                let step = step.clamp(-1.0, 1.0);
                *value += step;
                largest = largest.max(step.abs());
            }
            if largest < 1e-10 {
                break;
            }
        }
    }

    /// What a meeting promises its first player.
    fn promise(&self, meeting: &Meeting) -> f64 {
        let lead = meeting.lead * self.values[self.players];
        expected((self.values[meeting.one] - self.values[meeting.other] + lead) * UNIT)
    }

    /// Which unknowns a meeting pulls, and how much.
    const fn pulled(&self, meeting: &Meeting) -> [(usize, f64); 3] {
        [(meeting.one, 1.0), (meeting.other, -1.0), (self.players, meeting.lead)]
    }

    /// The slope of the likelihood; its bend is inverted on the way.
    fn step(&mut self) -> Vec<f64> {
        let n = self.players + 1;
        // Without a prior nothing holds the mean, so that a trace of one is needed to invert anything.
        let spring = self.pool.prior.map_or(1e-12, |sigma| (UNIT / sigma).powi(2));
        let mut slope = vec![0.0; n];
        let mut bend = vec![vec![0.0; n]; n];
        for i in 0..n {
            let hold = if i < self.players { spring } else { 1e-12 };
            bend[i][i] = hold;
            slope[i] = -hold * (self.values[i] - if i < self.players { self.centre } else { 0.0 });
        }
        for meeting in self.meetings {
            let p = self.promise(meeting);
            let (pull, stiff) = (meeting.points - meeting.games * p, meeting.games * p * (1.0 - p));
            for (i, a) in self.pulled(meeting) {
                slope[i] += a * pull;
                for (j, b) in self.pulled(meeting) {
                    bend[i][j] += a * b * stiff;
                }
            }
        }
        for i in (0..n).filter(|&i| self.fixed[i]) {
            bend[i].fill(0.0);
            bend.iter_mut().for_each(|row| row[i] = 0.0);
            bend[i][i] = 1.0;
            slope[i] = 0.0;
        }
        self.inverse = invert(bend);
        slope
    }

    /// The standard error of each strength: against the mean of all, or against the anchors.
    fn errors(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.players];
        for meeting in self.meetings {
            let seen = (meeting.points - meeting.games * self.promise(meeting)).powi(2);
            // How far one result moves each rating, and the mean with them.
            let push: Vec<f64> = (0..self.players)
                .filter(|_| !self.inverse.is_empty())
                .map(|i| if self.fixed[i] { 0.0 } else { self.pushed(i, meeting) })
                .collect();
            let mean =
                if self.pool.anchors.is_empty() { push.iter().sum::<f64>() / push.len().max(1) as f64 } else { 0.0 };
            for (sum, push) in sums.iter_mut().zip(&push) {
                *sum += (push - mean).powi(2) * seen;
            }
        }
        sums.into_iter().map(f64::sqrt).collect()
    }

    fn pushed(&self, player: usize, meeting: &Meeting) -> f64 {
        let parts = self.pulled(meeting).into_iter().filter(|&(i, _)| !self.fixed[i]);
        parts.map(|(i, a)| self.inverse[player][i] * a).sum()
    }

    /// The mean strength of those who have one.
    fn mean(&self, beyond: &[f64]) -> f64 {
        let finite: Vec<_> = (0..self.players).filter(|&i| beyond[i] == 0.0).map(|i| self.values[i]).collect();
        finite.iter().sum::<f64>() / finite.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(one: usize, other: usize, games: f64, points: f64) -> Meeting {
        Meeting { one, other, games, points, lead: 0.0 }
    }

    /// Everybody against everybody, with the scores that the ratings promise.
    fn round_robin(truth: &[f64], games: f64, advantage: f64) -> Vec<Meeting> {
        let mut meetings = Vec::new();
        for (one, a) in truth.iter().enumerate() {
            for (other, b) in truth.iter().enumerate().skip(one + 1) {
                for lead in if advantage == 0.0 { vec![0.0] } else { vec![1.0, -1.0, 1.0] } {
                    let points = games * expected(a - b + lead * advantage);
                    meetings.push(Meeting { one, other, games, points, lead });
                }
            }
        }
        meetings
    }

    const TRUTH: [f64; 5] = [-320.0, -110.0, 0.0, 130.0, 300.0];

    /// The check of Ordo's manual: where every score is what a difference promises, the differences come back.
    #[test]
    fn a_round_robin_of_exact_scores_gives_the_differences_back() {
        let found = ratings(5, &round_robin(&TRUTH, 100_000.0, 0.0));
        for (i, truth) in TRUTH.iter().enumerate() {
            assert!((found[i].value - truth).abs() < 0.01, "{found:?}");
        }
        let pool = Pool { prior: None, mean: 2300.0, ..Pool::default() };
        let found = pool.fit(5, &round_robin(&TRUTH, 10.0, 0.0)).players;
        for (i, truth) in TRUTH.iter().enumerate() {
            assert!((found[i].value - truth - 2300.0).abs() < 1e-5, "{found:?}");
        }
    }

    #[test]
    fn the_worth_of_the_first_move_is_found_with_the_ratings() {
        let pool = Pool { prior: None, advantage: true, ..Pool::default() };
        let found = pool.fit(5, &round_robin(&TRUTH, 10.0, 35.0));
        assert!((found.advantage.unwrap() - 35.0).abs() < 1e-4, "{found:?}");
        for (i, truth) in TRUTH.iter().enumerate() {
            assert!((found.players[i].value - truth).abs() < 1e-4, "{found:?}");
        }
    }

    #[test]
    fn anchors_stay_and_the_others_are_measured_against_them() {
        let anchors = vec![(1, 2000.0 - 110.0), (3, 2000.0 + 130.0)];
        let pool = Pool { prior: None, anchors, ..Pool::default() };
        let found = pool.fit(5, &round_robin(&TRUTH, 50.0, 0.0)).players;
        for (i, truth) in TRUTH.iter().enumerate() {
            assert!((found[i].value - truth - 2000.0).abs() < 1e-5, "{found:?}");
        }
        assert!((found[1].value - 1890.0).abs() < 1e-9 && found[1].error == 0.0, "{found:?}");
        // An anchor that is off pulls the others only as far as their games allow.
        let one = Pool { prior: None, anchors: vec![(0, 0.0)], ..Pool::default() };
        let found = one.fit(2, &[meeting(0, 1, 100.0, 36.0)]).players;
        assert!((found[1].value - 99.95).abs() < 0.1, "{found:?}");
    }

    #[test]
    fn a_wider_prior_lets_a_perfect_score_go_further() {
        let all_won = [meeting(0, 1, 20.0, 20.0)];
        let top = |sigma| {
            let pool = Pool { prior: Some(sigma), anchors: vec![(1, 1500.0)], ..Pool::default() };
            pool.fit(2, &all_won).players[0].value
        };
        let values = [200.0, 350.0, 700.0, 1400.0].map(top);
        assert!(values.is_sorted() && values[0] > 1600.0 && values[3] < 4000.0, "{values:?}");
        let found = Pool { prior: None, ..Pool::default() }.fit(2, &all_won).players;
        assert_eq!((found[0].value, found[1].value), (f64::INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn two_players_agree_with_the_plain_formula_in_value_and_bounds() {
        use crate::stats::{Games, strength};
        let games = Games { wins: 136, draws: 111, losses: 96 };
        let mut meetings = Vec::new();
        for (points, count) in [(1.0, games.wins), (0.5, games.draws), (0.0, games.losses)] {
            meetings.extend((0..count).map(|_| meeting(0, 1, 1.0, points)));
        }
        let found = ratings(2, &meetings);
        let plain = strength(&games.sample()).unwrap().elo;
        assert!((found[0].value - found[1].value - plain.value).abs() < 0.5, "{found:?}");
        // Both are measured against their mean, so each carries half of the error.
        assert!((2.0 * found[0].error - plain.error).abs() < 0.5, "{found:?} {plain:?}");
    }

    #[test]
    fn a_player_who_won_everything_has_a_rating_all_the_same() {
        let found = ratings(3, &[meeting(0, 1, 2.0, 2.0), meeting(0, 2, 2.0, 2.0), meeting(1, 2, 2.0, 1.0)]);
        assert!(found[0].value > 200.0 && found[0].value < 2000.0, "{found:?}");
        assert!((found[1].value - found[2].value).abs() < 1e-6);
        assert!(ratings(0, &[]).is_empty());
        assert_eq!(ratings(2, &[])[0], Estimate { value: 0.0, error: f64::INFINITY });
    }
}
