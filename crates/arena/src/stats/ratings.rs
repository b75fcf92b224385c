//! Ratings of many players from all their games at once, on one logistic scale (Bradley and Terry; Ordo's way).
//!
//! Each rating is moved until every player's expected points are the points it made, a draw being half. So that a
//! player who won or lost everything has a rating too, each is also held by a weak spring: a normal prior around the
//! mean of all. Bounds come from how the results of opening pairs really scattered (a sandwich), so that many draws
//! and paired openings narrow them as they should.

use super::elo::{Estimate, PER_DEVIATION, expected};
use super::normal::Z95;

/// What two players made of one opening: one game, or two with colours swapped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// One player, by number.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// Games.
    pub games: f64,
    /// What the first of them scored.
    pub points: f64,
}

/// The standard deviation of the prior, in Elo: wide enough to move an honest rating by a point or two.
const SPRING: f64 = 1000.0;

/// A rating for each of `players` players, their mean being zero.
///
/// ```
/// use tabula_arena::stats::ratings::{Meeting, ratings};
/// let found = ratings(2, &[Meeting { one: 0, other: 1, games: 1000.0, points: 640.0 }]);
/// assert_eq!(format!("{:.0}", found[0].value - found[1].value), "100");
/// ```
pub fn ratings(players: usize, meetings: &[Meeting]) -> Vec<Estimate> {
    const ROUNDS: usize = 200;
    // One unit of the logistic curve.
    let unit = PER_DEVIATION / 2.0;
    let spring = (unit / SPRING).powi(2);
    let mut strengths = vec![0.0; players];
    let mut inverse = vec![vec![0.0; players]; players];
    for _ in 0..ROUNDS {
        let mut slope: Vec<f64> = strengths.iter().map(|s| -spring * s).collect();
        let mut bend = vec![vec![0.0; players]; players];
        for (i, row) in bend.iter_mut().enumerate() {
            row[i] = spring;
        }
        for Meeting { one, other, games, points } in meetings {
            let p = expected((strengths[*one] - strengths[*other]) * unit);
            let (pull, stiff) = (points - games * p, games * p * (1.0 - p));
            slope[*one] += pull;
            slope[*other] -= pull;
            bend[*one][*one] += stiff;
            bend[*other][*other] += stiff;
            bend[*one][*other] -= stiff;
            bend[*other][*one] -= stiff;
        }
        inverse = invert(bend);
        let mut largest: f64 = 0.0;
        for (i, row) in inverse.iter().enumerate() {
            // Far from the goal a full step may overshoot.
            let step = row.iter().zip(&slope).map(|(a, b)| a * b).sum::<f64>().clamp(-1.0, 1.0);
            strengths[i] += step;
            largest = largest.max(step.abs());
        }
        if largest < 1e-10 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    let errors = spread(&strengths, meetings, &inverse, unit);
    let estimate = |(s, error): (&f64, f64)| Estimate { value: (s - mean) * unit, error: Z95 * error * unit };
    strengths.iter().zip(errors).map(estimate).collect()
}

/// The standard error of each strength against the mean of all.
fn spread(strengths: &[f64], meetings: &[Meeting], inverse: &[Vec<f64>], unit: f64) -> Vec<f64> {
    let players = strengths.len();
    let mut sums = vec![0.0; players];
    for Meeting { one, other, games, points } in meetings {
        let p = expected((strengths[*one] - strengths[*other]) * unit);
        let seen = (points - games * p).powi(2);
        // How far one result moves each rating, and the mean with them.
        let push: Vec<f64> = inverse.iter().map(|row| row[*one] - row[*other]).collect();
        let mean = push.iter().sum::<f64>() / players as f64;
        for (sum, push) in sums.iter_mut().zip(&push) {
            *sum += (push - mean).powi(2) * seen;
        }
    }
    sums.into_iter().map(f64::sqrt).collect()
}

/// The inverse of a positive definite matrix, by elimination.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for k in 0..n {
        let pivot = matrix[k][k];
        for j in 0..n {
            matrix[k][j] /= pivot;
            inverse[k][j] /= pivot;
        }
        for i in (0..n).filter(|&i| i != k) {
            let factor = matrix[i][k];
            for j in 0..n {
                matrix[i][j] -= factor * matrix[k][j];
                inverse[i][j] -= factor * inverse[k][j];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check of Ordo's manual: where every score is what a difference promises, the differences come back.
    #[test]
    fn a_round_robin_of_exact_scores_gives_the_differences_back() {
        let truth: [f64; 5] = [-320.0, -110.0, 0.0, 130.0, 300.0];
        let mut meetings = Vec::new();
        for (one, a) in truth.iter().enumerate() {
            for (other, b) in truth.iter().enumerate().skip(one + 1) {
                let games = 100_000.0;
                meetings.push(Meeting { one, other, games, points: games * expected(a - b) });
            }
        }
        let found = ratings(5, &meetings);
        for (i, truth) in truth.iter().enumerate() {
            assert!((found[i].value - truth).abs() < 0.01, "{found:?}");
        }
    }

    #[test]
    fn two_players_agree_with_the_plain_formula_in_value_and_bounds() {
        use crate::stats::{Games, strength};
        let games = Games { wins: 136, draws: 111, losses: 96 };
        let mut meetings = Vec::new();
        for (points, count) in [(1.0, games.wins), (0.5, games.draws), (0.0, games.losses)] {
            meetings.extend((0..count).map(|_| Meeting { one: 0, other: 1, games: 1.0, points }));
        }
        let found = ratings(2, &meetings);
        let plain = strength(&games.sample()).unwrap().elo;
        assert!((found[0].value - found[1].value - plain.value).abs() < 0.5, "{found:?}");
        // Both are measured against their mean, so each carries half of the error.
        assert!((2.0 * found[0].error - plain.error).abs() < 0.5, "{found:?} {plain:?}");
    }

    #[test]
    fn a_player_who_won_everything_has_a_rating_all_the_same() {
        let one = |one, other, points| Meeting { one, other, games: 2.0, points };
        let found = ratings(3, &[one(0, 1, 2.0), one(0, 2, 2.0), one(1, 2, 1.0)]);
        assert!(found[0].value > 200.0 && found[0].value < 2000.0, "{found:?}");
        assert!((found[1].value - found[2].value).abs() < 1e-6);
        assert!(ratings(0, &[]).is_empty());
        assert_eq!(ratings(2, &[])[0].value, 0.0);
    }
}
