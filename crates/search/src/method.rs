//! Every search by its name.

use crate::alphabeta::{Driver, Strong};
use crate::mcts::Mcts;
use crate::star::Star;
use crate::textbook::{
    Aids, AlphaBeta, Expectiminimax, Memory, Minimax, Mtdf, Negamax, Order, Probability, Pvs, Rule, TypeB,
};
use crate::{Params, Random};
use tabula_core::{AnyEvaluator, Evaluator, Search, Tactics};

/// A search by its name: the one list from which catalogue, help and comparisons derive.
///
/// ```
/// use tabula_search::Method;
/// assert_eq!(Method::named("alphabeta-ordered"), Some(Method::AlphaBetaOrdered));
/// assert_eq!(Method::ALL.len(), 15);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// See [`Minimax`].
    Minimax,
    /// See [`Negamax`].
    Negamax,
    /// See [`AlphaBeta`]; moves as listed.
    AlphaBeta,
    /// See [`AlphaBeta`]; moves in order.
    AlphaBetaOrdered,
    /// See [`Pvs`].
    Pvs,
    /// See [`Mtdf`].
    Mtdf,
    /// See [`TypeB`].
    TypeB,
    /// See [`Probability`].
    Probability,
    /// See [`Probability`] with [`Rule::Mixture`].
    Mixture,
    /// See [`Expectiminimax`].
    Expectiminimax,
    /// See [`Random`].
    Random,
    /// See [`Strong`].
    Strong,
    /// See [`Strong`] with [`Driver::Mtdf`].
    StrongMtdf,
    /// See [`Star`].
    Star,
    /// See [`Mcts`].
    Mcts,
}

impl Method {
    /// All of them, the plainest first.
    pub const ALL: [Self; 15] = [
        Self::Minimax,
        Self::Negamax,
        Self::AlphaBeta,
        Self::AlphaBetaOrdered,
        Self::Pvs,
        Self::Mtdf,
        Self::TypeB,
        Self::Probability,
        Self::Mixture,
        Self::Expectiminimax,
        Self::Random,
        Self::Strong,
        Self::StrongMtdf,
        Self::Star,
        Self::Mcts,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Negamax => "negamax",
            Self::AlphaBeta => "alphabeta",
            Self::AlphaBetaOrdered => "alphabeta-ordered",
            Self::Pvs => "pvs",
            Self::Mtdf => "mtdf",
            Self::TypeB => "type-b",
            Self::Probability => "probability",
            Self::Mixture => "mixture",
            Self::Expectiminimax => "expectiminimax",
            Self::Random => "random",
            Self::Strong => "strong",
            Self::StrongMtdf => "strong-mtdf",
            Self::Star => "star",
            Self::Mcts => "mcts",
        }
    }

    /// One sentence on what it does.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Minimax => "follows every line: one player takes the greatest value, the other the least",
            Self::Negamax => "minimax in one function, with the sign turned at each change of turn",
            Self::AlphaBeta => "leaves out lines that cannot matter, moves as listed",
            Self::AlphaBetaOrdered => "leaves out more, because promising moves come first",
            Self::Pvs => "searches the first move for its value and asks of the others only whether they are better",
            Self::Mtdf => "closes in on the value by yes-or-no questions, with a table of positions seen before",
            Self::TypeB => "looks at all moves briefly and follows only the few that look best",
            Self::Probability => "goes deep where few moves are possible and stays shallow where many are",
            Self::Mixture => "limited by depth as a rule, by probability once at most five moves are legal",
            Self::Expectiminimax => "minimax for games with a die, which is worth the mean of its outcomes",
            Self::Random => "draws lots",
            Self::Strong => "alpha-beta with everything that is known to make it strong",
            Self::StrongMtdf => "the same, closing in on the value by yes-or-no questions",
            Self::Star => "alpha-beta for games with a die: the mean chance to win after each throw (Star1, Star2)",
            Self::Mcts => {
                "a tree in memory that grows where it looks promising, with the die as a player who has no choice"
            }
        }
    }

    /// Whether it tells the value of the full tree of its depth, as minimax does.
    pub const fn is_exact(self) -> bool {
        match self {
            Self::Minimax
            | Self::Negamax
            | Self::AlphaBeta
            | Self::AlphaBetaOrdered
            | Self::Pvs
            | Self::Mtdf
            | Self::Expectiminimax => true,
            Self::TypeB
            | Self::Probability
            | Self::Mixture
            | Self::Random
            | Self::Strong
            | Self::StrongMtdf
            | Self::Star
            | Self::Mcts => false,
        }
    }

    /// Whether it asks what is known about the root by itself; the others choose among the moves that they are given.
    pub const fn asks_known(self) -> bool {
        matches!(self, Self::Strong | Self::StrongMtdf | Self::Star | Self::Mcts)
    }

    /// The search with that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// The search itself, which judges by `eval`.
    pub fn build<G: Tactics, E: Evaluator<G> + Clone + 'static>(self, eval: E, params: Params) -> Box<dyn Search<G>> {
        let Params { plan, order, memory, width, threshold, resources, margins, outlook, style } = params;
        // One copy of the slower searches for all evaluators of a game.
        let any = || AnyEvaluator::new(eval.clone());
        match self {
            Self::Minimax => Box::new(Minimax::new(any(), plan)),
            Self::Negamax => Box::new(Negamax::new(any(), plan)),
            Self::AlphaBeta => Box::new(AlphaBeta::new(any(), plan, Aids::new(Order::Listed, Memory::None))),
            Self::AlphaBetaOrdered => Box::new(AlphaBeta::new(any(), plan, Aids::new(order, memory))),
            Self::Pvs => Box::new(Pvs::new(any(), plan, Aids::new(order, memory))),
            Self::Mtdf => Box::new(Mtdf::new(any(), plan, order)),
            Self::TypeB => Box::new(TypeB::new(any(), plan, width)),
            Self::Probability => Box::new(Probability::new(any(), plan, Rule::Probability, threshold)),
            Self::Mixture => Box::new(Probability::new(any(), plan, Rule::Mixture, threshold)),
            Self::Expectiminimax => Box::new(Expectiminimax::new(any(), plan)),
            Self::Random => Box::new(Random),
            Self::Strong => Box::new(Strong::new(eval, Driver::Aspiration, resources, margins)),
            Self::StrongMtdf => Box::new(Strong::new(eval, Driver::Mtdf, resources, margins)),
            Self::Star => Box::new(Star::new(any(), outlook, resources.hash)),
            Self::Mcts => Box::new(Mcts::new(any(), style, resources.hash, resources.threads)),
        }
    }
}
