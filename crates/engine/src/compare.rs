//! The search laboratory's table: the same positions, several searches, fixed depths.
//!
//! It asks players, not searches, so whatever can be seated can be compared. Nothing is printed here.

use crate::spec::{Kind, PlayerSpec, Setting};
use crate::{Clock, Info, Question, Record, Setup, Shelf};
use std::time::Duration;
use tabula_core::{Dice, Fault, Faults, Mover, Score, Stop};

/// What is compared.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The searches, by name; their order is that of the rows.
    pub searches: Vec<String>,
    /// Settings for all of them alike. Unless they say otherwise, a depth is reached at once, without memory and
    /// without quiescence, so that exact searches have the same tree; those that order do it by the evaluator.
    pub settings: Vec<Setting>,
    /// The depths.
    pub depths: Vec<u32>,
    /// How many positions. One is the start itself; more are reached by random play from it.
    pub positions: usize,
    /// The position to begin from; `None` is the game's own start.
    pub start: Option<String>,
    /// Which random positions.
    pub seed: u64,
}

/// One search at one depth, over all positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The search.
    pub search: String,
    /// Whether it promises the value of the full tree.
    pub exact: bool,
    /// Plies.
    pub depth: u32,
    /// The value of each position for its mover.
    pub values: Vec<Score>,
    /// The first position's best line, as programs exchange moves.
    pub line: Vec<String>,
    /// Positions visited, all together.
    pub nodes: u64,
    /// Time, all together.
    pub time: Duration,
    /// On how many positions the value is that of the first exact search; `None` if there is none.
    pub agrees: Option<usize>,
}

impl Row {
    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Runs the plan, and tells before each row which one comes: its number from 0, the search and the depth.
pub fn compare(
    shelf: &dyn Shelf,
    plan: &Plan,
    stop: &Stop,
    tell: &mut dyn FnMut(usize, &str, u32),
) -> Result<Vec<Row>, Faults> {
    let records = positions(shelf, plan)?;
    let exact = shelf.searches();
    let mut players = Vec::new();
    for search in &plan.searches {
        players.push((search, shelf.player(&spec(search, &plan.settings))?));
    }
    let mut rows: Vec<Row> = Vec::new();
    for &depth in &plan.depths {
        for (search, player) in &mut players {
            tell(rows.len(), search, depth);
            let mut row = Row {
                search: search.to_string(),
                exact: exact.iter().any(|card| card.name == *search && card.exact),
                depth,
                values: Vec::new(),
                line: Vec::new(),
                nodes: 0,
                time: Duration::ZERO,
                agrees: None,
            };
            for record in &records {
                let mut last = Info::default();
                player.ready(&record.setup)?;
                player.choose(&Question::new(record, &Clock::depth(depth)), stop, &mut |info| last = info.clone())?;
                if stop.is_raised() {
                    return Err(Fault::new("stopped").into());
                }
                row.nodes += last.nodes;
                row.time += last.time;
                row.values.push(last.score);
                if row.line.is_empty() {
                    row.line = last.line;
                }
            }
            rows.push(row);
        }
    }
    for &depth in &plan.depths {
        agree(rows.iter_mut().filter(|row| row.depth == depth).collect());
    }
    Ok(rows)
}

/// Compares the rows of one depth with the first exact one.
fn agree(mut rows: Vec<&mut Row>) {
    let Some(truth) = rows.iter().find(|row| row.exact).map(|row| row.values.clone()) else { return };
    for row in &mut rows {
        row.agrees = Some(row.values.iter().zip(&truth).filter(|(a, b)| a == b).count());
    }
}

/// The player that stands for a search in a comparison.
pub fn spec(search: &str, wanted: &[Setting]) -> PlayerSpec {
    let setting = |name: &str, value: &str| Setting { name: name.into(), value: value.into(), column: 1 };
    let mut settings = vec![setting("search", search)];
    let usual = [("iterate", "once"), ("memory", "none"), ("horizon", "sharp"), ("order", "judged")];
    settings.extend(usual.map(|(name, value)| setting(name, value)));
    settings.extend(wanted.iter().cloned());
    PlayerSpec { kind: Kind::Tabula, settings }
}

/// The start, or positions that random play reaches from it in two to thirteen plies, none of them over.
pub(crate) fn positions(shelf: &dyn Shelf, plan: &Plan) -> Result<Vec<Record>, Faults> {
    let setup = Setup { game: shelf.card().id.clone(), start: plan.start.clone() };
    let table = shelf.table(&setup)?;
    if table.outcome().is_some() {
        return Err(Fault::new("the game is over in this position: there is nothing to search").into());
    }
    if plan.positions <= 1 {
        return Ok(vec![table.record()]);
    }
    let mut dice = Dice::new(plan.seed);
    let mut records = Vec::new();
    for _ in 0..plan.positions {
        let mut game = table.copy();
        let mut plies = 2 + dice.below(12);
        // The die may be left to move: it is rolled too, beyond the count.
        while game.outcome().is_none() && (plies > 0 || game.mover() == Mover::Chance) {
            let drawn = match game.mover() {
                Mover::Player(_) => dice.pick(&game.legal()).cloned(),
                Mover::Chance => {
                    let chances = game.chances();
                    let weights: Vec<_> = chances.iter().enumerate().map(|(i, &(_, weight))| (i, weight)).collect();
                    dice.pick_weighted(&weights).map(|i| chances[i].0.clone())
                }
            };
            let Some(text) = drawn else { break };
            game.play(&text)?;
            plies = plies.saturating_sub(1);
        }
        while game.outcome().is_some() || game.mover() == Mover::Chance {
            game.back();
        }
        records.push(game.record());
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::{GameCard, catalogue};
    use tabula_core::testkit::{Tree, TreeValue};
    use tabula_search::Method;

    fn plan(searches: &[&str], positions: usize) -> Plan {
        Plan {
            searches: searches.iter().map(ToString::to_string).collect(),
            settings: Vec::new(),
            depths: vec![1, 2, 3, 4],
            positions,
            start: None,
            seed: 3,
        }
    }

    fn run(plan: &Plan) -> Result<Vec<Row>, Faults> {
        compare(&*catalogue::find("tictactoe").unwrap(), plan, &Stop::default(), &mut |_, _, _| {})
    }

    #[test]
    fn exact_searches_agree_on_every_position_and_alpha_beta_visits_fewer() {
        let rows = run(&plan(&["negamax", "minimax", "alphabeta", "alphabeta-ordered", "pvs", "mtdf"], 12)).unwrap();
        assert_eq!(rows.len(), 24);
        for row in &rows {
            assert_eq!(row.agrees, Some(12), "{} at depth {}", row.search, row.depth);
            let all = rows.iter().find(|other| other.depth == row.depth && other.search == "negamax").unwrap();
            assert!(
                row.nodes <= all.nodes || !row.search.starts_with("alphabeta"),
                "{} at depth {}",
                row.search,
                row.depth
            );
        }
    }

    #[test]
    fn the_nodes_of_negamax_are_those_of_the_tree() {
        let rows = run(&plan(&["negamax"], 1)).unwrap();
        let nodes: Vec<_> = rows.iter().map(|row| row.nodes).collect();
        assert_eq!(nodes, [1 + 9, 1 + 9 + 72, 1 + 9 + 72 + 504, 1 + 9 + 72 + 504 + 3024]);
    }

    #[test]
    fn the_same_plan_has_the_same_nodes() {
        let nodes = || -> Vec<_> { run(&plan(&["pvs", "type-b"], 5)).unwrap().iter().map(|row| row.nodes).collect() };
        assert_eq!(nodes(), nodes());
    }

    #[test]
    fn without_an_exact_search_nobody_agrees() {
        assert!(run(&plan(&["type-b", "random"], 2)).unwrap().iter().all(|row| row.agrees.is_none()));
    }

    #[test]
    fn a_game_with_a_die_is_compared_where_a_player_moves() {
        let tree = Tree::random(&mut Dice::new(5), 8, 3, true);
        let card = GameCard { id: "tree".into(), ..GameCard::default() };
        let arm = |method: Method, eval, params| method.build(eval, params);
        let shelf = Kit::new(tree, card, arm).judge("leaf", "what stands there", TreeValue::default).shelve();
        let plan = plan(&["minimax", "expectiminimax", "alphabeta", "pvs", "mtdf"], 20);
        let rows = compare(&*shelf, &plan, &Stop::default(), &mut |_, _, _| {}).unwrap();
        assert!(rows.iter().all(|row| row.agrees == Some(20)), "{rows:?}");
    }

    #[test]
    fn a_finished_game_and_an_unknown_search_are_refused() {
        let over = Plan { start: Some("xxx/oo1/3 o".into()), ..plan(&["pvs"], 1) };
        assert!(run(&over).unwrap_err().to_string().starts_with("the game is over in this position"));
        assert!(run(&plan(&["pvz"], 1)).unwrap_err().to_string().contains("did you mean 'pvs'?"));
    }
}
