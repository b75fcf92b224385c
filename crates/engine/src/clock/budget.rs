//! What a move may cost, from what is left on the clock. Arithmetic only: no time passes here.

use super::{Clock, Left};
use std::time::Duration;

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Budget {
    /// What to aim at, if the search may end before it has to; scaled by how the search goes.
    pub(crate) soft: Option<Duration>,
    /// What is never exceeded.
    pub(crate) hard: Option<Duration>,
}

/// In sudden death, the game is expected to take that many more moves like this one.
const MOVES_AHEAD: f64 = 20.0;
/// With moves to go, no more of them share the time: what comes first decides the game.
const MOST_SHARES: u32 = 30;
/// The part of an increment that is spent at once; the rest refills a low clock.
const OF_INCREMENT: f64 = 0.75;
/// Machines stall now and then: on a busy one of two cores a hundredth of all moves came 4 to 20 ms late, and a few 100 ms and
/// more. So much is kept in hand for that, or this part of the clock if that is less ...
const KEPT: Duration = Duration::from_millis(170);
const KEPT_PART: f64 = 0.85;
/// ... and so many increments, or this part of the clock: what comes back with every move is not lost by waiting for it.
const KEPT_INCREMENTS: u32 = 5;
const KEPT_INCREMENTS_PART: f64 = 0.25;
/// A hard move may take that many times what it was meant to.
const STRETCH: f64 = 4.0;
/// The part of the clock that one move may cost in any case ...
const MOST: f64 = 1.0 / 3.0;
/// ... if it is the last but one, or the last, before more time is added.
const MOST_OF_TWO: f64 = 0.5;
const MOST_OF_LAST: f64 = 0.8;
/// With less on the clock than has to be kept in hand, this part of it is spent: to answer is better than to lose.
const WHEN_SHORT: f64 = 1.0 / 32.0;
/// Time enough for a first iteration, whatever the clock says.
const LEAST: Duration = Duration::from_millis(1);
/// Of a fixed time at most this part is kept in hand.
const OF_MOVE_TIME: u32 = 10;

impl Budget {
    /// The time for a move by `clock`, with `overhead` kept in hand for what happens between us and the referee.
    pub(crate) fn new(clock: &Clock, overhead: Duration) -> Self {
        let own = clock.left.map_or_else(Self::default, |left| Self::of_game(left, overhead));
        // Whoever names a time for the move wants all of it.
        let fixed = clock.move_time.map(|time| (time - overhead.min(time / OF_MOVE_TIME)).max(LEAST));
        Self { soft: own.soft, hard: own.hard.into_iter().chain(fixed).min() }
    }

    fn of_game(left: Left, overhead: Duration) -> Self {
        let increments = left.increment.saturating_mul(KEPT_INCREMENTS).min(left.time.mul_f64(KEPT_INCREMENTS_PART));
        let kept = KEPT.min(left.time.mul_f64(KEPT_PART)).max(increments);
        let usable = left.time.saturating_sub(overhead).saturating_sub(kept).max(left.time.mul_f64(WHEN_SHORT));
        let (shares, most) = match left.moves {
            None => (MOVES_AHEAD, MOST),
            Some(0 | 1) => (1.0, MOST_OF_LAST),
            Some(2) => (2.0, MOST_OF_TWO),
            Some(moves) => (f64::from(moves.min(MOST_SHARES)), MOST),
        };
        // Saturating, because a protocol may name any number as an increment.
        let aim = (usable.as_secs_f64() / shares + OF_INCREMENT * left.increment.as_secs_f64()).min(1e9);
        let aim = Duration::from_secs_f64(aim);
        let hard = usable.mul_f64(most).min(aim.mul_f64(STRETCH)).max(LEAST);
        Self { soft: Some(aim.min(hard)), hard: Some(hard) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Dice;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn of(time: u64, increment: u64, moves: Option<u32>) -> (Duration, Duration) {
        let left = Left { time: millis(time), increment: millis(increment), moves };
        let budget = Budget::new(&Clock { left: Some(left), ..Clock::default() }, millis(20));
        (budget.soft.unwrap(), budget.hard.unwrap())
    }

    #[test]
    fn no_move_costs_more_than_the_clock_has() {
        let mut dice = Dice::new(5);
        for _ in 0..20_000 {
            let scale = 10_u64.pow(dice.below(8) as u32);
            let (time, increment) = (dice.next_u64() % scale, dice.next_u64() % scale);
            let moves = (dice.below(2) == 0).then(|| dice.below(60) as u32);
            let (soft, hard) = of(time, increment, moves);
            let what = format!("{time}+{increment}, {moves:?}: {soft:?}, {hard:?}");
            assert!(soft <= hard && hard >= LEAST, "{what}");
            if time > 40 {
                assert!(hard <= millis(time - 20), "{what}");
            } else {
                assert!(hard <= millis(time.max(1)), "{what}");
            }
        }
    }

    #[test]
    fn a_clock_that_has_run_out_is_answered_at_once() {
        for time in [0, 1, 2, 5, 10, 20] {
            assert!(of(time, 0, None).1 <= millis(2), "{time} ms");
            assert!(of(time, 60_000, None).1 <= millis(2), "{time} ms with an increment that is not there yet");
        }
    }

    #[test]
    fn with_an_increment_a_stall_of_several_moves_is_survived() {
        for (start, increment, least, most) in [(3000, 30, 180, 360), (10_000, 100, 600, 1000), (300, 3, 130, 220)] {
            let mut time = millis(start);
            for _ in 0..500 {
                time = time - of(time.as_millis() as u64, increment, None).0 + millis(increment);
            }
            assert!(time > millis(least) && time < millis(most), "{start}+{increment}: {time:?}");
        }
    }

    #[test]
    fn a_game_of_a_hundred_milliseconds_can_be_played_to_its_end() {
        let (mut time, mut moves) = (millis(100), 0);
        while moves < 300 {
            let (_, hard) = of(time.as_millis() as u64, 0, None);
            // Even if every move took all it may.
            time = time.checked_sub(hard).unwrap_or_else(|| panic!("flag falls at move {moves}"));
            moves += 1;
            if time < millis(3) {
                break;
            }
        }
        assert!(moves >= 10, "{moves}");
    }

    #[test]
    fn the_time_is_used_rather_than_kept() {
        let (soft, hard) = of(60_000, 600, None);
        assert!(soft >= millis(3_000) && soft <= millis(4_000) && hard >= millis(12_000), "{soft:?} {hard:?}");
        let (soft, hard) = of(10_000, 0, Some(1));
        assert!(soft >= millis(7_000) && hard <= millis(9_980), "{soft:?} {hard:?}");
        let (soft, _) = of(300_000, 0, Some(40));
        assert!(soft >= millis(7_500), "{soft:?}");
    }

    #[test]
    fn a_time_for_the_move_is_used_whole_but_for_what_is_kept_in_hand() {
        let fixed = |time| Budget::new(&Clock::move_time(millis(time)), millis(20));
        assert_eq!(fixed(1000), Budget { soft: None, hard: Some(millis(980)) });
        assert_eq!(fixed(100), Budget { soft: None, hard: Some(millis(90)) });
        assert_eq!(fixed(0).hard, Some(LEAST));
        assert_eq!(Budget::new(&Clock::depth(4), millis(20)), Budget::default());
    }

    #[test]
    fn absurd_clocks_do_no_harm() {
        let left = Left { time: Duration::MAX, increment: Duration::MAX, moves: Some(u32::MAX) };
        let budget = Budget::new(&Clock { left: Some(left), ..Clock::default() }, Duration::MAX);
        assert!(budget.soft <= budget.hard);
        assert_eq!(Budget::new(&Clock::move_time(Duration::MAX), millis(20)).soft, None);
    }
}
