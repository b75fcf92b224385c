//! Whether to think on: after each iteration the time to aim at is stretched where the search is in doubt, and
//! shrinks where it is sure of itself.

use super::Budget;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tabula_core::{Pace, Progress, Stop};

/// Keeps the time of one search.
pub(crate) struct Timekeeper {
    begun: Instant,
    budget: Budget,
    /// While this flag is down, it is the opponent's time.
    ponder: Option<Stop>,
    /// What was thought in the opponent's time is enough for an answer.
    enough: AtomicBool,
}

impl Timekeeper {
    pub(crate) fn new(begun: Instant, budget: Budget, ponder: Option<&Stop>) -> Self {
        Self { begun, budget, ponder: ponder.cloned(), enough: AtomicBool::new(false) }
    }

    pub(crate) fn hard(&self) -> Option<Duration> {
        self.budget.hard
    }

    /// Whether the answer may be given the moment our own clock starts.
    pub(crate) fn has_enough(&self) -> bool {
        self.enough.load(Ordering::Relaxed)
    }

    fn is_enough(&self, spent: Duration, so_far: &Progress) -> bool {
        let Some(soft) = self.budget.soft else { return false };
        // No deeper search can find a better answer.
        let proven = so_far.score.plies_to_end().is_some_and(|plies| plies.unsigned_abs() <= so_far.depth);
        proven || spent >= soft.mul_f64(scale(so_far))
    }
}

impl Pace for Timekeeper {
    fn go_on(&self, so_far: &Progress) -> bool {
        let enough = self.is_enough(self.begun.elapsed(), so_far);
        let pondering = self.ponder.as_ref().is_some_and(|flag| !flag.is_raised());
        if pondering {
            self.enough.store(enough, Ordering::Relaxed);
        }
        pondering || !enough
    }

    /// When the opponent's time ended is only known to the watch.
    fn is_over(&self) -> bool {
        self.ponder.is_none() && self.budget.hard.is_some_and(|hard| self.begun.elapsed() >= hard)
    }
}

/// Ends with the clock or, in weaker players and where it is wished, with the first iteration that has looked at enough positions:
/// unlike a limit of nodes, it lets every move be weighed.
pub(crate) struct Patience {
    pub(crate) clock: Timekeeper,
    pub(crate) nodes: Option<u64>,
}

impl Pace for Patience {
    fn go_on(&self, so_far: &Progress) -> bool {
        self.clock.go_on(so_far) && self.nodes.is_none_or(|nodes| so_far.nodes < nodes)
    }

    fn is_over(&self) -> bool {
        self.clock.is_over()
    }
}

/// By how much the time for this move is stretched.
fn scale(so_far: &Progress) -> f64 {
    // Where most of the work confirms the best move, there is little left to find out.
    let share = ((1.5 - f64::from(so_far.share)) * 1.7).clamp(0.6, 2.2);
    // A best move that keeps changing is not yet to be trusted.
    let steady = (1.4 - 0.1 * f64::from(so_far.steady)).clamp(0.8, 1.3);
    // A score that falls means trouble that has to be looked into; up to a pawn counts.
    let estimates = !so_far.score.is_decisive() && !so_far.before.is_decisive();
    let drop = if estimates { so_far.before.value() - so_far.score.value() } else { 0 };
    let falling = 1.0 + 0.4 * f64::from(drop.clamp(0, 100)) / 100.0;
    share * steady * falling
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Score;

    const SOFT: Duration = Duration::from_millis(1000);

    fn keeper(ponder: Option<&Stop>) -> Timekeeper {
        Timekeeper::new(Instant::now(), Budget { soft: Some(SOFT), hard: Some(SOFT * 4) }, ponder)
    }

    fn sure() -> Progress {
        Progress { share: 0.95, steady: 9, ..Progress::new(12, 1_000_000, Score::ZERO) }
    }

    #[test]
    fn doubt_takes_longer_than_certainty() {
        let doubtful = Progress { share: 0.3, steady: 1, before: Score::estimate(80), ..sure() };
        let (least, most) = (scale(&sure()), scale(&doubtful));
        assert!(least > 0.5 && least < 0.9 && most > 2.0 && most < 4.0, "{least} {most}");
        for better in [
            Progress { share: 0.9, ..doubtful },
            Progress { steady: 8, ..doubtful },
            Progress { before: Score::ZERO, ..doubtful },
        ] {
            assert!(scale(&better) < most, "{better:?}");
        }
        assert_eq!(scale(&Progress { before: Score::win_in(9), ..sure() }), least);
    }

    #[test]
    fn it_is_over_when_the_hard_limit_has_passed_unless_it_is_the_opponents_time() {
        let long_ago = Instant::now().checked_sub(SOFT * 5).unwrap();
        let budget = Budget { soft: Some(SOFT), hard: Some(SOFT * 4) };
        assert!(Timekeeper::new(long_ago, budget, None).is_over());
        assert!(!Timekeeper::new(Instant::now(), budget, None).is_over());
        assert!(!Timekeeper::new(long_ago, budget, Some(&Stop::default())).is_over());
        assert!(!Timekeeper::new(long_ago, Budget::default(), None).is_over());
    }

    #[test]
    fn it_ends_when_the_scaled_time_is_spent() {
        let keeper = keeper(None);
        assert!(!keeper.is_enough(SOFT / 2, &sure()));
        assert!(keeper.is_enough(SOFT, &sure()));
        let doubtful = Progress { share: 0.3, steady: 1, ..sure() };
        assert!(!keeper.is_enough(SOFT, &doubtful));
        assert!(keeper.is_enough(SOFT * 4, &doubtful));
    }

    #[test]
    fn a_proven_mate_is_enough_and_a_supposed_one_is_not() {
        let mate = |plies| Progress { score: Score::win_in(plies), ..sure() };
        assert!(!keeper(None).go_on(&mate(5)));
        assert!(keeper(None).go_on(&mate(25)));
    }

    #[test]
    fn without_a_time_to_aim_at_it_goes_on() {
        let keeper = Timekeeper::new(Instant::now(), Budget { soft: None, hard: Some(Duration::ZERO) }, None);
        assert!(keeper.go_on(&Progress { score: Score::win_in(3), ..sure() }));
    }

    #[test]
    fn in_the_opponents_time_it_goes_on_and_remembers_that_it_had_enough() {
        let hit = Stop::default();
        let keeper = Timekeeper::new(Instant::now(), Budget { soft: Some(Duration::ZERO), hard: None }, Some(&hit));
        assert!(!keeper.has_enough());
        assert!(keeper.go_on(&sure()) && keeper.has_enough());
        hit.raise();
        assert!(!keeper.go_on(&sure()));
    }
}
