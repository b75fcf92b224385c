//! The player who draws lots.

use crate::root::choices;
use tabula_core::{Dice, Game, Job, Report, Score, Search, Verdict};

/// Chooses among the legal moves, each as likely as the next.
///
/// The n-th ply of a game takes the n-th number of the seed, so that one seed makes one reproducible game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Search<G> for Random {
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G> {
        let moves = choices(job);
        let mut dice = Dice::new(job.seed);
        for _ in 0..job.line.plies() {
            dice.next_u64();
        }
        let best = dice.pick(&moves).copied();
        let report = Report::new(0, Score::ZERO, 1, best.into_iter().collect());
        tell(&report);
        Verdict { best, report }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::testkit::Tree;
    use tabula_core::{Line, Stop};

    fn choose(tree: &Tree, only: &[<Tree as Game>::Move], seed: u64) -> Option<<Tree as Game>::Move> {
        let line = Line::new(tree);
        let stop = Stop::default();
        let job = Job { only, seed, ..Job::new(tree, &line, &stop) };
        Random.think(&job, &mut |_| {}).best
    }

    #[test]
    fn every_move_is_chosen_about_as_often() {
        let tree = Tree::parse("(1 2 3 4)").unwrap();
        let moves = Line::new(&tree).legal(&tree);
        let mut counts = vec![0; moves.len()];
        for seed in 0..4000 {
            let chosen = choose(&tree, &[], seed).unwrap();
            counts[moves.iter().position(|&m| m == chosen).unwrap()] += 1;
        }
        assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
    }

    #[test]
    fn the_same_seed_chooses_the_same_move_and_only_allowed_ones_are_chosen() {
        let tree = Tree::parse("(1 2 3 4)").unwrap();
        let moves = Line::new(&tree).legal(&tree);
        for seed in 0..50 {
            assert_eq!(choose(&tree, &[], seed), choose(&tree, &[], seed));
            assert_eq!(choose(&tree, &moves[2..3], seed), Some(moves[2]));
        }
    }

    #[test]
    fn nothing_is_chosen_when_the_game_is_over() {
        assert_eq!(choose(&Tree::parse("W").unwrap(), &[], 1), None);
    }
}
