//! Weights of evaluations from games that are played on the way: by breeding, SPSA or TDLeaf, for a few games with few weights, so that a run
//! of minutes shows something. What a run is to do is its plan, as the laboratory keeps it: one that was begun by a command can go
//! on here too, unless it would open files or start programs.

use super::kinds::{self, Kind, Knob, Order, Subject, choice, count, share};
use crate::problem::Problem;
use std::path::Path;
use tabula_arena::Openings;
use tabula_core::Fault;
use tabula_engine::catalogue;
use tabula_lab::weights::{Manner, PLAN, Plan, Prepared, Road, WEIGHTS, Wish, genetic, plan_of, spsa, tdleaf};
use toml::Table;

/// What weights are learnt of: a game, an evaluation of it, and the names of its weights; none stands for all.
const SUBJECTS: [(&str, &str, &[&str]); 4] = [
    ("chess", "tapered", &["material.*"]),
    ("czech", "thesis", &[]),
    ("international", "thesis", &[]),
    ("janus", "general", &["material.*"]),
];

/// A game is drawn after so many moves of each player.
const MOST_MOVES: u32 = 200;

const KNOBS: [Knob; 26] = [
    count("steps", 1, 100_000),
    count("manner.nodes", 1, 100_000),
    count("manner.lots", 0, 40),
    count("manner.most_moves", 1, 1_000),
    count("manner.seed", 0, u32::MAX),
    count("gauge_games", 0, 1_000),
    count("closing", 0, 10_000),
    count("road.genetic.population", 2, 200),
    count("road.genetic.rounds", 1, 100),
    share("road.genetic.spread", 0.0, 1.0),
    choice("road.genetic.selection", &["elite", "tournament", "roulette", "universal"]),
    count("road.genetic.tournament", 1, 200),
    choice("road.genetic.crossover", &["one-point", "multi-point", "uniform"]),
    count("road.genetic.points", 2, 100),
    share("road.genetic.mutation", 0.0, 1.0),
    share("road.genetic.by", 0.0, 1.0),
    choice("road.genetic.replacement", &["full", "weakest", "random", "best"]),
    count("road.spsa.batch", 1, 1_000),
    share("road.spsa.alpha", 0.0, 1.0),
    share("road.spsa.gamma", 0.0, 1.0),
    share("road.spsa.steady", 0.0, 1.0),
    // The pace of all weights, which is the first of the rules by patterns.
    share("road.spsa.r_end.0.1", 0.000_1, 1.0),
    count("road.tdleaf.games", 2, 1_000),
    share("road.tdleaf.lambda", 0.0, 1.0),
    share("road.tdleaf.rate", 0.001, 100.0),
    choice("road.tdleaf.stride", &["adam", "adagrad"]),
];

/// The roads with their usual settings, as many steps as some three thousand games take, and how many those are.
fn roads() -> [(Road, u64); 3] {
    // The usual pace is meant for ten times as many games.
    let quick = spsa::Settings { r_end: vec![("*".into(), 0.02)], ..spsa::Settings::default() };
    [
        (Road::Genetic(genetic::Settings::default()), 50),
        (Road::Spsa(quick), 400),
        (Road::Tdleaf(tdleaf::Settings::default()), 90),
    ]
}

/// Weights by three roads.
pub(super) struct Tune;

impl Kind for Tune {
    fn name(&self) -> &'static str {
        "tune"
    }

    fn recipes(&self, _data: &Path) -> Vec<String> {
        let of = |game: &str| roads().map(|(road, _)| format!("{game}-{}", road.name()));
        SUBJECTS.iter().flat_map(|(game, ..)| of(game)).collect()
    }

    fn text(&self, _data: &Path, recipe: &str) -> Result<String, Problem> {
        let missing = || Problem::missing(format!("there is no recipe '{recipe}'")).at("recipe");
        let (game, road) = recipe.split_once('-').ok_or_else(missing)?;
        let (game, eval, only) = SUBJECTS.into_iter().find(|(name, ..)| *name == game).ok_or_else(missing)?;
        let (road, steps) = roads().into_iter().find(|(known, _)| known.name() == road).ok_or_else(missing)?;
        let shelf = catalogue::named(game).map_err(|faults| Problem::failed(faults.to_string()))?;
        let plan = Plan {
            game: game.to_string(),
            manner: Manner {
                eval: Some(eval.to_string()),
                nodes: 300,
                lots: Openings::usual_plies(&*shelf),
                most_moves: MOST_MOVES,
                seed: 1,
            },
            only: only.iter().map(ToString::to_string).collect(),
            spoil: None,
            steps,
            gauge_games: 20,
            closing: 200,
            road,
        };
        written(&plan).map_err(|fault| Problem::failed(fault.to_string()))
    }

    fn knobs(&self) -> &'static [Knob] {
        &KNOBS
    }

    fn whole(&self, text: &str) -> Result<Table, Fault> {
        Table::try_from(read(text)?).map_err(|error| Fault::new(error.to_string()))
    }

    fn check(&self, _data: &Path, text: &str) -> Result<Subject, Fault> {
        let plan = read(text)?;
        // A path of a definition is no name, and a player of a ladder may be a program or have files.
        let shelf = catalogue::named(&plan.game).map_err(|faults| Fault::new(faults.to_string()))?;
        if let Road::Tdleaf(tdleaf::Settings { ladder, .. }) = &plan.road
            && let Some(other) = ladder.iter().find(|rung| ![tdleaf::SELF, tdleaf::START].contains(&rung.as_str()))
        {
            return Err(Fault::new(format!("'{other}' is no opponent here: only the run itself and its start are")));
        }
        shelf.tunable(plan.manner.eval.as_deref())?;
        Ok(Subject { sheet: plan.road.name(), game: plan.game })
    }

    fn kept(&self, folder: &Path) -> Option<String> {
        kinds::is_short(&folder.join(PLAN)).then(|| written(&plan_of(folder).ok()?).ok()).flatten()
    }

    fn run(&self, order: &Order<'_>) -> Result<(), Fault> {
        self.check(order.data, order.text)?;
        let prepared = if order.resume {
            Prepared::resume(order.folder)?
        } else {
            let first = order.from.as_ref().map(|folder| std::fs::read_to_string(folder.join(WEIGHTS))).transpose();
            let first =
                first.map_err(|error| Fault::new(format!("the weights to begin with cannot be read: {error}")))?;
            let mut plan = read(order.text)?;
            // What was learnt is not spoilt again.
            plan.spoil = plan.spoil.filter(|_| first.is_none());
            Prepared::begin(&plan, first.as_deref(), order.folder)?
        };
        let wish = Wish { title: Some(order.title), threads: order.threads, stop: order.stop };
        prepared.run(std::env::args().collect(), &wish, &mut |_| ()).map(|_| ())
    }
}

fn read(text: &str) -> Result<Plan, Fault> {
    toml::from_str(text).map_err(|error| Fault::new(error.message()))
}

fn written(plan: &Plan) -> Result<String, Fault> {
    let text = Table::try_from(plan).and_then(|table| toml::to_string(&table));
    text.map_err(|error| Fault::new(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_that_opens_files_or_starts_programs_is_refused() {
        let text = Tune.text(Path::new("nowhere"), "czech-tdleaf").unwrap();
        let plan = read(&text).unwrap();
        let said = |plan: &Plan| Tune.check(Path::new("nowhere"), &written(plan).unwrap()).map_err(|fault| fault.what);
        assert_eq!(said(&plan).unwrap().sheet, "tdleaf");
        for rung in ["uci:/bin/sh", "tabula:net=/etc/passwd", "tabula:level=2"] {
            let ladder = vec![tdleaf::SELF.to_string(), rung.to_string()];
            let road = Road::Tdleaf(tdleaf::Settings { ladder, ..tdleaf::Settings::default() });
            assert!(said(&Plan { road, ..plan.clone() }).unwrap_err().contains("is no opponent here"), "{rung}");
        }
        for game in ["./my-variant.toml", "/etc/passwd", "../x.toml"] {
            assert!(said(&Plan { game: game.into(), ..plan.clone() }).is_err(), "{game}");
        }
        let blind = Manner { eval: Some("material".into()), ..plan.manner.clone() };
        assert!(said(&Plan { manner: blind, ..plan }).unwrap_err().contains("has no weights"));
    }

    #[test]
    fn operators_are_called_as_the_laboratory_calls_them() {
        use genetic::{Crossover, Replacement, Selection};
        let known = |name: &str| match &KNOBS.iter().find(|knob| knob.name == name).unwrap().range {
            kinds::Range::Choice(choices) => choices.to_vec(),
            kinds::Range::Number { .. } => panic!("{name} is a number"),
        };
        let names = |all: &[&'static str]| all.to_vec();
        let selection: Vec<_> = Selection::ALL.iter().map(|(name, _)| *name).collect();
        let crossover: Vec<_> = Crossover::ALL.iter().map(|(name, _)| *name).collect();
        let replacement: Vec<_> = Replacement::ALL.iter().map(|(name, _)| *name).collect();
        assert_eq!(known("road.genetic.selection"), names(&selection));
        assert_eq!(known("road.genetic.crossover"), names(&crossover));
        assert_eq!(known("road.genetic.replacement"), names(&replacement));
    }
}
