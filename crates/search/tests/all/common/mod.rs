//! What the tests of searches share.

// Each test file is a program of its own and uses only a part.
#![allow(dead_code)]

pub(crate) mod race;

use tabula_core::testkit::{Branch, Tree, TreeValue};
use tabula_core::{Dice, Evaluator, Game, Job, Limits, Line, Report, Search, Stop, Tactics, Verdict};
use tabula_search::textbook::{Iterate, Memory, Order, Plan};
use tabula_search::{Method, Params};

/// Thinks about the end of `line`, without a clock.
pub(crate) fn think<G: Game>(search: &mut dyn Search<G>, game: &G, line: &Line<G>, limits: Limits) -> Verdict<G> {
    think_about(search, game, line, &[], limits)
}

/// The same, with a choice of root moves.
pub(crate) fn think_about<G: Game>(
    search: &mut dyn Search<G>,
    game: &G,
    line: &Line<G>,
    only: &[G::Move],
    limits: Limits,
) -> Verdict<G> {
    let stop = Stop::default();
    let job = Job { only, limits, seed: 1, ..Job::new(game, line, &stop) };
    search.think(&job, &mut |_: &Report<G>| {})
}

/// The value and best branch of a tree, searched in one run.
pub(crate) fn on_tree(method: Method, params: Params, tree: &Tree, depth: u32) -> Verdict<Tree> {
    think(&mut *method.build(TreeValue::default(), params), tree, &Line::new(tree), Limits::depth(depth))
}

/// The n-th branch of the root.
pub(crate) fn branch(tree: &Tree, n: usize) -> Branch {
    Line::new(tree).legal(tree)[n]
}

/// One run without iterations.
pub(crate) fn once() -> Params {
    Params { plan: Plan { iterate: Iterate::Once, ..Plan::default() }, ..Params::default() }
}

const ORDERS: [Order; 3] = [Order::Listed, Order::Gain, Order::Judged];

/// Every exact search with every aid, under a name.
pub(crate) fn exact<G: Tactics, E: Evaluator<G> + Clone + 'static>(
    eval: &E,
    params: Params,
) -> Vec<(String, Box<dyn Search<G>>)> {
    let mut all = Vec::new();
    for method in Method::ALL.into_iter().filter(|method| method.is_exact()) {
        let (orders, memories): (&[Order], &[Memory]) = match method {
            Method::AlphaBetaOrdered | Method::Pvs => (&ORDERS, &[Memory::None, Memory::Table]),
            Method::Mtdf => (&ORDERS, &[Memory::Table]),
            _ => (&[Order::Listed], &[Memory::None]),
        };
        for &order in orders {
            for &memory in memories {
                let params = Params { order, memory, ..params };
                all.push((format!("{} {order:?} {memory:?}", method.name()), method.build(eval.clone(), params)));
            }
        }
    }
    all
}

/// A tree in which the same player may move several times running.
pub(crate) fn wild_tree(dice: &mut Dice, depth: u32, chance: bool) -> String {
    let kind = dice.below(10);
    if depth == 0 || kind == 0 {
        return match dice.below(8) {
            0 => "W".into(),
            1 => "L".into(),
            2 => "D".into(),
            _ => (dice.below(41) as i32 - 20).to_string(),
        };
    }
    let mover = match kind {
        1..3 => "+",
        3..5 => "-",
        5 if chance => "?",
        _ => "",
    };
    let branches: Vec<String> = (0..=dice.below(4)).map(|_| wild_tree(dice, depth - 1, chance)).collect();
    format!("{mover}({})", branches.join(" "))
}

/// A tree of throws and choices in turn, as in a game where the die moves after every player; values up to `most`.
pub(crate) fn thrown(dice: &mut Dice, turns: u32, faces: usize, moves: usize, most: usize, plus: bool) -> String {
    if turns == 0 {
        return (dice.below(2 * most + 1) as i32 - most as i32).to_string();
    }
    let choices: Vec<String> = (0..moves)
        .map(|_| {
            let outcomes: Vec<_> = (0..faces)
                .map(|_| format!("{}:{}", 1 + dice.below(3), thrown(dice, turns - 1, faces, moves, most, !plus)))
                .collect();
            format!("?({})", outcomes.join(" "))
        })
        .collect();
    format!("{}({})", if plus { "+" } else { "-" }, choices.join(" "))
}
