//! A network that is seconded: what it thinks of a leaf is weighed against what somebody with other eyes sees there.
//!
//! A small network is often right about a whole board and sometimes blind to one dead group, and then blind to it in every position
//! of the tree. Games that are played out know little and see such a group at once. They cost a fraction of a look of the network.

use crate::Advisor;
use tabula_core::{Dice, Encode, Evaluator, Hope, Insight, Oracle, Score, Trace, Trail};

/// How much of a value is the second's.
const SHARE: f64 = 0.5;
/// So often the second is asked about a leaf: one game that is played out says little.
const TIMES: u32 = 5;

/// A network and its second. Of moves the network alone speaks; searches that ask for a bare value hear it alone, too.
#[derive(Clone)]
pub struct Seconded<S> {
    first: Advisor,
    second: S,
}

impl<S> Seconded<S> {
    /// Weighs what both say.
    #[must_use]
    pub const fn new(first: Advisor, second: S) -> Self {
        Self { first, second }
    }
}

impl<S: Send> Trace for Seconded<S> {
    type Watch = ();

    fn push(&mut self) -> &mut () {
        self.first.push()
    }

    fn pop(&mut self) {}
}

impl<G: Encode, S: Evaluator<G>> Evaluator<G> for Seconded<S> {
    fn reset(&mut self, game: &G, at: &G::Position) {
        Evaluator::reset(&mut self.first, game, at);
    }

    fn value(&mut self, game: &G, at: &G::Position) -> Score {
        Evaluator::value(&mut self.first, game, at)
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<G>>> {
        let first = self.first.oracle()?;
        Some(match self.second.oracle() {
            Some(second) => Box::new(Council { first, second, trail: Trail::default() }),
            None => first,
        })
    }
}

/// Both at a leaf.
struct Council<G> {
    first: Box<dyn Oracle<G>>,
    second: Box<dyn Oracle<G>>,
    /// The moves of games that the second plays out: where a policy says where to look, nobody asks for them.
    trail: Trail,
}

impl<G: Encode> Oracle<G> for Council<G> {
    fn reset(&mut self, game: &G, at: &G::Position) {
        self.first.reset(game, at);
        self.second.reset(game, at);
    }

    fn hopes(&mut self, game: &G, recent: &[&G::Position], moves: &[G::Move], out: &mut Vec<Hope>) {
        self.first.hopes(game, recent, moves, out);
    }

    fn value(&mut self, game: &G, recent: &[&G::Position], dice: &mut Dice, trail: &mut Trail) -> f64 {
        let first = self.first.value(game, recent, dice, trail);
        let mut second = 0.0;
        for _ in 0..TIMES {
            self.trail.played.clear();
            second += self.second.value(game, recent, dice, &mut self.trail);
        }
        (1.0 - SHARE) * first + SHARE * second / f64::from(TIMES)
    }

    fn memory(&self) -> usize {
        self.first.memory().max(self.second.memory())
    }

    fn has_policy(&self) -> bool {
        self.first.has_policy()
    }

    fn insight(&self) -> Option<Insight> {
        self.first.insight()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mind;
    use std::sync::Arc;
    use tabula_core::{Game, Side};
    use tabula_nn::{Net, Origin};
    use tabula_rows::TicTacToe;

    type Board = <TicTacToe as Game>::Position;

    /// Finds every position won for the first player.
    #[derive(Clone, Default)]
    struct Partisan {
        nobody: (),
    }

    impl Trace for Partisan {
        type Watch = ();

        fn push(&mut self) -> &mut () {
            &mut self.nobody
        }

        fn pop(&mut self) {}
    }

    impl Evaluator<TicTacToe> for Partisan {
        fn reset(&mut self, _: &TicTacToe, _: &Board) {}

        fn value(&mut self, _: &TicTacToe, _: &Board) -> Score {
            Score::ZERO
        }

        fn oracle(&self) -> Option<Box<dyn Oracle<TicTacToe>>> {
            Some(Box::new(self.clone()))
        }
    }

    impl Oracle<TicTacToe> for Partisan {
        fn reset(&mut self, _: &TicTacToe, _: &Board) {}

        fn value(&mut self, _: &TicTacToe, _: &[&Board], _: &mut Dice, trail: &mut Trail) -> f64 {
            trail.played.push((Side::First, 0));
            1.0
        }
    }

    #[test]
    fn half_of_a_value_is_that_of_the_second_and_of_moves_the_net_speaks_alone() {
        let net = Net::new("2x3x3: flatten, heads policy (dense 9) value (dense 1, tanh)".parse().unwrap(), 1).unwrap();
        let origin = Origin { game: "tictactoe".into(), run: "r".into(), planes: "stones".into() };
        let mind = Mind::read(&TicTacToe, "tictactoe", &tabula_nn::save(&net, &origin).unwrap()).unwrap();
        let advisor = Advisor::new(Arc::new(mind));
        let start = TicTacToe.start();
        let mut moves = Vec::new();
        TicTacToe.moves(&start, &mut moves);
        let ask = |oracle: Option<Box<dyn Oracle<TicTacToe>>>| {
            let (mut oracle, mut hopes, mut trail) = (oracle.unwrap(), Vec::new(), Trail::default());
            oracle.reset(&TicTacToe, &start);
            oracle.hopes(&TicTacToe, &[&start], &moves, &mut hopes);
            let value = oracle.value(&TicTacToe, &[&start], &mut Dice::new(1), &mut trail);
            (hopes, value, trail.played.len(), oracle.has_policy())
        };
        let alone = ask(advisor.oracle());
        let both = ask(Seconded::new(advisor, Partisan::default()).oracle());
        assert_eq!((&both.0, both.2, both.3), (&alone.0, 0, true));
        assert!((both.1 - ((1.0 - SHARE) * alone.1 + SHARE)).abs() < 1e-9, "{} {}", both.1, alone.1);
    }
}
