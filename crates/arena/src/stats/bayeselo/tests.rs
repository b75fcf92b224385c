use super::*;
use crate::stats::bayes::chances;
use crate::stats::elo::expected;

fn game(first: usize, second: usize, half_points: usize) -> Game {
    Game { first, second, half_points }
}

/// Games in the proportions that the model promises.
fn exact(truth: &[f64], advantage: f64, draw: f64, scale: f64) -> Results {
    let mut results = Results::new();
    for (first, a) in truth.iter().enumerate() {
        for (second, b) in truth.iter().enumerate().filter(|&(second, _)| second != first) {
            results.insert((first, second), chances(a - b + advantage, draw).map(|p| p * scale));
        }
    }
    results
}

#[test]
fn every_step_goes_towards_the_truth_and_stays_there() {
    let truth = [-150.0, 0.0, 150.0];
    let results = exact(&truth, 40.0, 120.0, 100.0);
    let mut powers = Powers { players: vec![1.0; 3], first: 1.0, draw: 2.0 };
    for _ in 0..20_000 {
        powers.improve_players(&results);
        powers.improve_first(&results);
        powers.improve_draw(&results);
    }
    let elo = |power: f64| 400.0 * power.log10();
    assert!((elo(powers.first) - 40.0).abs() < 1e-4 && (elo(powers.draw) - 120.0).abs() < 1e-4);
    for (power, truth) in powers.players.iter().zip(truth) {
        assert!((elo(*power) - truth).abs() < 1e-4);
    }
}

#[test]
fn two_players_get_what_the_inverse_of_the_model_says() {
    // With as many games with each colour and no advantage, the formula for two players is the whole truth.
    let mut games = Vec::new();
    for (half_points, count) in [(2, 136), (1, 111), (0, 96)] {
        for _ in 0..count {
            games.push(game(0, 1, half_points));
            games.push(game(1, 0, 2 - half_points));
        }
    }
    let found = BayesElo { advantage: Some(0.0), draw: None, prior: 0.0 }.rate(2, &games);
    let (strength, draw) = super::super::bayes::strength_and_threshold(136.0 / 343.0, 96.0 / 343.0).unwrap();
    assert!((found.draw - draw).abs() < 1e-4, "{found:?}");
    let difference = found.players[0].value - found.players[1].value;
    assert!((difference - strength * scale(draw)).abs() < 1e-4, "{found:?}");
}

#[test]
fn the_advantage_of_the_first_move_is_taken_into_account() {
    // Equal results, but one player had the first move in every game.
    let games = [game(0, 1, 2), game(0, 1, 0), game(0, 1, 1)];
    let found = BayesElo::default().rate(2, &games);
    assert!(found.players[0].value < found.players[1].value - 5.0, "{found:?}");
    let fitted = BayesElo { advantage: None, ..BayesElo::default() }.rate(3, &[]);
    assert!(fitted.players.iter().all(|player| player.value == 0.0), "{fitted:?}");
}

#[test]
fn bounds_shrink_with_the_root_of_the_games() {
    let pair = [game(0, 1, 2), game(1, 0, 2), game(0, 1, 1), game(1, 0, 0)];
    let error = |times: usize| BayesElo::default().rate(2, &pair.repeat(times)).players[0].error;
    let ratio = error(25) / error(2500);
    assert!((ratio - 10.0).abs() < 0.2, "{ratio}");
    // A hundred games without draws give about +-68 between two players, and half of it against their mean.
    let games = [game(0, 1, 2), game(1, 0, 2)].repeat(50);
    let found = BayesElo { draw: Some(0.01), advantage: Some(0.0), prior: 0.0 }.rate(2, &games);
    assert!((found.players[0].error - 34.0).abs() < 0.5, "{found:?}");
}

#[test]
fn whoever_has_not_played_spoils_nobodys_bounds() {
    let games = [game(0, 1, 2), game(1, 0, 2), game(0, 1, 1)].repeat(10);
    let (two, three) = (BayesElo::default().rate(2, &games), BayesElo::default().rate(4, &games));
    assert!(
        (two.players[0].value - two.players[1].value - (three.players[0].value - three.players[1].value)).abs() < 1e-6
    );
    assert!(three.players[0].error.is_finite() && three.players[2].error == f64::INFINITY, "{three:?}");
}

/// The tournament of ten programs of which `docs/arena.md` tells: each met each other twice, once with each colour.
///
/// Its crosstable was not kept, only points: those of six entrants, and so the sum of the other four. In a full
/// round robin points say nearly everything, so that ratings can be recomputed all the same: here for every way in which
/// the four may have shared their 37 points.
mod tour {
    use super::*;

    const PRINTED: [(usize, f64); 3] = [(0, 960.0), (1, 664.0), (2, 616.0)];

    /// Ratings from a round robin of two games each with these points, games being won as the points let one expect.
    fn ratings(points: &[f64; 10], draws: f64, model: &BayesElo) -> Vec<f64> {
        // Strengths that promise these points; then results in the proportions that they promise.
        let mut strengths = [0.0_f64; 10];
        for _ in 0..4000 {
            for i in 0..10 {
                let promised: f64 =
                    (0..10).filter(|&j| j != i).map(|j| 2.0 * expected(strengths[i] - strengths[j])).sum();
                strengths[i] += 8.0 * (points[i] - promised).clamp(-2.0, 2.0);
            }
            strengths.iter_mut().for_each(|strength| *strength = strength.clamp(-2000.0, 2000.0));
        }
        let mut results = Results::new();
        for i in 0..10 {
            for j in (0..10).filter(|&j| j != i) {
                let p = expected(strengths[i] - strengths[j]);
                let even = draws * 4.0 * p * (1.0 - p);
                results.insert((i, j), [1.0 - p - even / 2.0, even, p - even / 2.0].map(|part| part.max(0.0)));
            }
        }
        for i in 0..10 {
            for j in (0..10).filter(|&j| j != i) {
                // Everybody has 18 games, and met everybody twice.
                results.entry((i, j)).or_default()[1] += model.prior / 4.0 * 2.0 * (2.0 / 18.0);
            }
        }
        let power = |elo: f64| 10_f64.powf(elo / 400.0);
        let mut powers = Powers {
            players: vec![1.0; 10],
            first: power(model.advantage.unwrap_or(0.0)),
            draw: power(model.draw.unwrap_or(0.0)),
        };
        for _ in 0..5000 {
            if powers.improve_players(&results) < 1e-9 {
                break;
            }
        }
        let shrink = scale(400.0 * powers.draw.log10());
        let random = powers.players[9];
        powers.players.iter().map(|power| shrink * 400.0 * (power / random).log10()).collect()
    }

    /// Every way in which four entrants may have made 37 points, none more than the best of their kind, with how far
    /// the printed ratings are then from ours.
    fn distances(draws: f64) -> Vec<f64> {
        let mut all = Vec::new();
        for a in 6..=13 {
            for b in 6..=a.min(12) {
                for c in 6..=b {
                    let Some(d) = 37_i32.checked_sub(a + b + c).filter(|d| (6..=c).contains(d)) else { continue };
                    let [a, b, c, d] = [a, b, c, d].map(f64::from);
                    let found = ratings(&[18.0, 13.0, 12.0, a, b, c, d, 6.0, 4.0, 0.0], draws, &BayesElo::default());
                    let off = PRINTED.map(|(player, printed)| (found[player] - printed).abs());
                    all.push(off.into_iter().fold(0.0, f64::max));
                }
            }
        }
        all
    }

    #[test]
    fn the_printed_ratings_come_back_from_the_points() {
        for (draws, nearest, farthest) in [(0.0, 4.0, 30.0), (0.1, 8.0, 36.0)] {
            let distances = distances(draws);
            let best = distances.iter().copied().fold(f64::INFINITY, f64::min);
            let worst = distances.iter().copied().fold(0.0, f64::max);
            assert!(distances.len() > 20 && best < nearest && worst < farthest, "{best} {worst} {}", distances.len());
        }
        // Other parameters do not fit: the printed table was made with Coulom's.
        let plain = BayesElo { draw: Some(0.01), ..BayesElo::default() };
        let found = ratings(&[18.0, 13.0, 12.0, 12.0, 11.0, 8.0, 6.0, 6.0, 4.0, 0.0], 0.0, &plain);
        assert!((found[0] - 960.0).abs() > 100.0, "{found:?}");
    }
}
