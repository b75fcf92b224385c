//! Levels: how a strong player is made weaker, so that people can win and learn.
//!
//! One scale stands behind all names: `level=1..10` in specs, `Skill Level` 0 to 20 and `UCI_Elo` in UCI. A weaker player
//! looks at fewer positions, overlooks moves now and then, and chooses among those that it has seen with an error that
//! grows with its weakness. It does not play badly on purpose: no move is chosen that is worse by more than a bound than the
//! best one it has seen, or than what it had before; to take back what was just taken is seldom overlooked; a mate that
//! it sees is played; and with few men left it plays properly. Only the first level may leave a rook where it is taken,
//! as beginners do, for it has to lose to them.
//!
//! The ratings are names of levels, in the order of strength, and not measured on any list; how the levels did against
//! each other is in `docs/strength.md`. The table below is the one place to change after measuring.

use tabula_core::{Dice, Score};

/// The weakest rating that can be wanted.
pub const WEAKEST: u32 = 800;
/// From here on nothing is held back.
pub const FULL: u32 = 2800;
/// The greatest `level` and the greatest `Skill Level`: full strength.
pub const MOST_LEVEL: u32 = 10;
pub(crate) const MOST_SKILL: u32 = 20;

/// How weak a player of some rating is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weakness {
    rating: u32,
    /// After so many positions it has seen enough.
    nodes: u64,
    /// How many of the moves it weighs.
    lines: usize,
    /// How often a move is overlooked, from 0 to 1 ...
    blind: f64,
    /// ... and one that takes back what was just taken.
    slip: f64,
    /// How far its judgement of a move is off, in hundredths of a pawn (standard deviation).
    error: f64,
    /// How much worse than the best that it has seen the chosen move may be, in hundredths of a pawn ...
    cost: i32,
    /// ... and how much worse than what it had before: what others offer may be missed, what it has is not thrown away.
    loss: i32,
}

/// The levels from 1 on; the last one is followed by full strength.
const LEVELS: [Weakness; 9] = [
    Weakness { rating: 800, nodes: 1, lines: ALL, blind: 0.90, slip: 0.5, error: 200.0, cost: 400, loss: 700 },
    Weakness { rating: 1000, nodes: 1, lines: ALL, blind: 0.80, slip: 0.2, error: 160.0, cost: 260, loss: 400 },
    Weakness { rating: 1200, nodes: 100, lines: ALL, blind: 0.50, slip: 0.0, error: 120.0, cost: 180, loss: 280 },
    Weakness { rating: 1400, nodes: 300, lines: ALL, blind: 0.40, slip: 0.0, error: 100.0, cost: 150, loss: 220 },
    Weakness { rating: 1600, nodes: 800, lines: ALL, blind: 0.25, slip: 0.0, error: 75.0, cost: 110, loss: 160 },
    Weakness { rating: 1800, nodes: 2_500, lines: 24, blind: 0.14, slip: 0.0, error: 55.0, cost: 80, loss: 120 },
    Weakness { rating: 2000, nodes: 4_500, lines: 20, blind: 0.11, slip: 0.0, error: 47.0, cost: 68, loss: 100 },
    Weakness { rating: 2250, nodes: 8_000, lines: 16, blind: 0.08, slip: 0.0, error: 39.0, cost: 56, loss: 82 },
    Weakness { rating: 2500, nodes: 16_000, lines: 12, blind: 0.05, slip: 0.0, error: 30.0, cost: 44, loss: 62 },
];
/// Every move of any position.
const ALL: usize = 500;
/// With no more men on the board it plays properly ...
const FEW_MEN: usize = 5;
/// ... and looks at this many positions at least: enough to mate with a rook.
const ENOUGH: u64 = 40_000;
/// A mate within so many plies is seen by everyone.
const SEEN_MATE: i32 = 3;

/// The levels with the ratings that name them, the weakest first; the last one is full strength.
pub fn ladder() -> impl Iterator<Item = (u32, u32)> {
    (1..).zip(LEVELS.iter().map(|weakness| weakness.rating).chain([FULL]))
}

/// The rating of a level; `None` for full strength.
pub(crate) fn of_level(level: u32) -> Option<u32> {
    LEVELS.get(level.saturating_sub(1) as usize).map(|weakness| weakness.rating)
}

/// The level that is not above a rating, from 1.
pub(crate) fn near(rating: u32) -> u32 {
    LEVELS.iter().filter(|weakness| weakness.rating <= rating).count().max(1) as u32
}

/// The rating of a `Skill Level`; `None` for full strength.
pub(crate) fn of_skill(skill: u32) -> Option<u32> {
    (skill < MOST_SKILL).then(|| WEAKEST + (FULL - WEAKEST) * skill / MOST_SKILL)
}

/// The rating that was wanted; `None` for full strength.
pub(crate) fn of_elo(elo: u32) -> Option<u32> {
    (elo < FULL).then_some(elo.max(WEAKEST))
}

/// A move that was weighed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Weighed<M> {
    pub(crate) m: M,
    pub(crate) score: Score,
    /// It cannot be overlooked.
    pub(crate) obvious: bool,
}

impl Weakness {
    /// Between two levels everything is between.
    pub(crate) fn of(rating: u32) -> Self {
        let above = LEVELS.iter().position(|level| level.rating > rating).unwrap_or(LEVELS.len());
        let (low, high) = (LEVELS[above.saturating_sub(1)], LEVELS[above.min(LEVELS.len() - 1)]);
        let span = f64::from(high.rating.saturating_sub(low.rating).max(1));
        let part = (f64::from(rating.saturating_sub(low.rating)) / span).min(1.0);
        let mix = |low: f64, high: f64| low + (high - low) * part;
        Self {
            rating,
            nodes: mix((low.nodes as f64).ln(), (high.nodes as f64).ln()).exp().round() as u64,
            lines: mix(low.lines as f64, high.lines as f64) as usize,
            blind: mix(low.blind, high.blind),
            slip: mix(low.slip, high.slip),
            error: mix(low.error, high.error),
            cost: mix(f64::from(low.cost), f64::from(high.cost)) as i32,
            loss: mix(f64::from(low.loss), f64::from(high.loss)) as i32,
        }
    }

    /// How it thinks about a position with so many men.
    pub(crate) fn with_men(self, men: usize) -> Self {
        if men > FEW_MEN {
            return self;
        }
        Self { nodes: self.nodes.max(ENOUGH), lines: 1, blind: 0.0, slip: 0.0, error: 0.0, cost: 0, loss: 0, ..self }
    }

    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// No iteration goes on beyond so many positions, however wild it is.
    pub(crate) const fn most_nodes(&self) -> u64 {
        20 * self.nodes + 2_000
    }

    pub(crate) const fn lines(&self) -> usize {
        self.lines
    }

    /// The move that it plays of those that were weighed, the best one first. `before` is what its position was worth
    /// when it last moved.
    pub(crate) fn pick<M: Copy>(&self, weighed: &[Weighed<M>], before: Option<Score>, dice: &mut Dice) -> Option<M> {
        let best = weighed.first()?;
        let least = best.score.min(before.unwrap_or(best.score)).value() - self.loss;
        if best.score.plies_to_end().is_some_and(|plies| (1..=SEEN_MATE).contains(&plies)) {
            return Some(best.m);
        }
        let bearable: Vec<_> = weighed.iter().filter(|one| one.score.value() >= least).collect();
        let is_seen = |one: &&&Weighed<M>| unit(dice) >= if one.obvious { self.slip } else { self.blind };
        let mut seen: Vec<_> = bearable.iter().filter(is_seen).copied().collect();
        if seen.is_empty() {
            // Something has to be played.
            seen.extend(dice.pick(&bearable));
        }
        let top = seen.first()?.score;
        let allowed = seen.into_iter().filter(|one| top.value() - one.score.value() <= self.cost);
        let judged = allowed.map(|one| (f64::from(one.score.value()) + self.error * bell(dice), one.m));
        judged.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, m)| m)
    }
}

/// A number from 0 to 1.
fn unit(dice: &mut Dice) -> f64 {
    (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A number around 0 that is seldom beyond 2, and never beyond 3: three draws make a bell.
fn bell(dice: &mut Dice) -> f64 {
    (unit(dice) + unit(dice) + unit(dice) - 1.5) * 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(scores: &[i32]) -> Vec<Weighed<usize>> {
        let one = |(m, &score): (usize, &i32)| Weighed { m, score: Score::estimate(score), obvious: false };
        scores.iter().enumerate().map(one).collect()
    }

    #[test]
    fn the_scale_rises_in_every_respect() {
        let mut last = Weakness::of(WEAKEST);
        for rating in WEAKEST..=FULL {
            let next = Weakness::of(rating);
            assert!(next.nodes >= last.nodes && next.lines <= last.lines, "{rating}");
            assert!(next.blind <= last.blind && next.error <= last.error && next.cost <= last.cost, "{rating}");
            assert!(next.slip <= last.slip && next.loss <= last.loss && next.cost <= next.loss, "{rating}");
            last = next;
        }
    }

    #[test]
    fn every_name_of_a_strength_ends_at_full_strength() {
        assert_eq!((of_level(1), of_level(9), of_level(MOST_LEVEL)), (Some(WEAKEST), Some(2500), None));
        assert_eq!((of_skill(0), of_skill(10), of_skill(MOST_SKILL)), (Some(WEAKEST), Some(1800), None));
        assert_eq!((of_elo(0), of_elo(1500), of_elo(FULL)), (Some(WEAKEST), Some(1500), None));
    }

    #[test]
    fn no_chosen_move_costs_more_than_the_bound_below_the_best_that_was_seen() {
        let weak = Weakness { blind: 0.0, cost: 250, ..Weakness::of(WEAKEST) };
        let moves = weighed(&[100, 60, -20, -149, -151, -900]);
        let chosen: Vec<_> = (0..500).map(|seed| weak.pick(&moves, None, &mut Dice::new(seed)).unwrap()).collect();
        assert!(chosen.iter().all(|&m| m < 4) && (0..3).all(|m| chosen.contains(&m)), "{chosen:?}");
    }

    #[test]
    fn an_offer_may_be_missed_but_what_it_had_is_kept() {
        let weak = Weakness { blind: 0.9, cost: 2000, ..Weakness::of(1200) };
        let moves = weighed(&[900, 20, 10, 0, -100, -350, -900]);
        let before = Some(Score::estimate(0));
        let chosen: Vec<_> = (0..500).map(|seed| weak.pick(&moves, before, &mut Dice::new(seed)).unwrap()).collect();
        assert!(chosen.iter().all(|&m| m < 5) && chosen.iter().any(|&m| m > 0), "{chosen:?}");
    }

    #[test]
    fn weaker_players_choose_worse_moves() {
        let moves = weighed(&[50, 30, 20, 0, -10, -40, -60, -90, -120, -200]);
        let mean = |rating| -> f64 {
            let weak = Weakness::of(rating);
            let chosen = (0..2000).map(|seed| weak.pick(&moves, None, &mut Dice::new(seed)).unwrap() as f64);
            chosen.sum::<f64>() / 2000.0
        };
        let means: Vec<_> = LEVELS.iter().map(|level| mean(level.rating)).collect();
        assert!(means.is_sorted_by(|a, b| a > b), "{means:?}");
    }

    #[test]
    fn what_is_obvious_is_not_overlooked_and_a_mate_that_is_seen_is_played() {
        let weak = Weakness { blind: 1.0, slip: 0.0, ..Weakness::of(WEAKEST) };
        let mut moves = weighed(&[900, 0, 0]);
        moves[0].obvious = true;
        for seed in 0..100 {
            assert_eq!(weak.pick(&moves, None, &mut Dice::new(seed)), Some(0));
        }
        let mate = [Weighed { m: 7, score: Score::win_in(3), obvious: false }, weighed(&[800])[0]];
        for seed in 0..100 {
            assert_eq!(weak.pick(&mate, None, &mut Dice::new(seed)), Some(7));
        }
        assert_eq!(weak.pick::<usize>(&[], None, &mut Dice::new(1)), None);
    }

    #[test]
    fn the_same_seed_chooses_the_same_move() {
        let moves = weighed(&[50, 40, 30, 20, 10, 0]);
        let weak = Weakness::of(1000);
        for seed in 0..50 {
            assert_eq!(weak.pick(&moves, None, &mut Dice::new(seed)), weak.pick(&moves, None, &mut Dice::new(seed)));
        }
    }
}
