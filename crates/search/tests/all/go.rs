//! Go by the tree search: problems of life and death are solved, one thread repeats itself, several grow one tree.

use std::time::{Duration, Instant};
use tabula_core::{Job, Limits, Line, Notation, Pace, Progress, Search, Stop, Verdict};
use tabula_go::{Go, MonteCarlo, Policy, Rules};
use tabula_search::mcts::{Mcts, Style};

fn mcts(threads: usize) -> Mcts<Go, MonteCarlo> {
    Mcts::new(MonteCarlo::new(Policy::Knowing), Style::default(), 64, threads)
}

/// A time for thinking.
struct Until(Instant);

impl Pace for Until {
    fn go_on(&self, _: &Progress) -> bool {
        !self.is_over()
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.0
    }
}

struct Problem {
    name: String,
    game: Go,
    position: String,
    right: Vec<String>,
}

/// The problems of the crate `go`, which proves them.
fn problems() -> Vec<Problem> {
    let text = include_str!("../../../go/tests/data/shapes.txt");
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let blocks = lines.split(|line| line.is_empty()).filter(|block| !block.is_empty());
    let problems = blocks.map(|block| {
        let field =
            |key: &str| block.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(": ")).expect("a field");
        let rows: Vec<_> = block.iter().filter(|line| !line.contains(": ")).copied().collect();
        Problem {
            name: field("problem").to_string(),
            game: Go::new(rows.len(), Rules::CHINESE).expect("a size"),
            position: format!("{} {} - {}", rows.join("/"), field("turn"), field("komi")),
            right: field("right").split(' ').map(str::to_string).collect(),
        }
    });
    problems.collect()
}

/// What is chosen where.
fn think(search: &mut Mcts<Go, MonteCarlo>, problem: &Problem, limits: Limits, pace: &dyn Pace) -> Verdict<Go> {
    let at = problem.game.read_position(&problem.position).expect("a position");
    let (line, stop) = (Line::from(&problem.game, at), Stop::default());
    let job = Job { limits, pace, ..Job::new(&problem.game, &line, &stop) };
    search.think(&job, &mut |_| {})
}

/// Those that are not solved, with what was played.
fn unsolved(limits: Limits, time: Option<Duration>) -> Vec<String> {
    let wrong = |problem: &Problem| {
        let pace = Until(Instant::now() + time.unwrap_or(Duration::from_secs(3600)));
        let verdict = think(&mut mcts(1), problem, limits, &pace);
        let at = problem.game.read_position(&problem.position).expect("a position");
        let found = problem.game.write_move(&at, verdict.best.expect("a move"));
        (!problem.right.contains(&found)).then(|| format!("{}: {found}", problem.name))
    };
    problems().iter().filter_map(wrong).collect()
}

#[test]
fn most_problems_are_solved_within_a_thousand_positions() {
    let unsolved = unsolved(Limits::nodes(1000), None);
    assert!(unsolved.len() <= 8, "{unsolved:?}");
}

#[test]
#[ignore = "takes minutes: cargo test -p tabula-search --test all -- --ignored five_seconds"]
fn problems_are_solved_in_five_seconds_each() {
    let unsolved = unsolved(Limits::default(), Some(Duration::from_secs(5)));
    assert!(unsolved.len() <= 8, "{unsolved:?}");
}

#[test]
fn who_has_won_by_counting_passes_after_a_pass() {
    let game = Go::new(5, Rules::CHINESE).unwrap();
    // Black has everything; White has just passed.
    let at = game.read_position("1XXXX/XXXX1/XXXXX/XXXXX/5 b - 7.5 0 0 1").unwrap();
    let (line, stop) = (Line::from(&game, at), Stop::default());
    let job = Job { limits: Limits::nodes(2000), ..Job::new(&game, &line, &stop) };
    let verdict = mcts(1).think(&job, &mut |_| {});
    assert_eq!(verdict.best.map(|m| game.write_move(line.now(), m)).as_deref(), Some("pass"));
    assert!(verdict.report.score.is_decisive());
}

#[test]
fn one_thread_repeats_itself_and_several_look_at_as_much() {
    let game = Go::new(9, Rules::CHINESE).unwrap();
    let (line, stop) = (Line::new(&game), Stop::default());
    let job = Job { limits: Limits::nodes(1500), lines: 3, ..Job::new(&game, &line, &stop) };
    let told = |threads| {
        let mut told = Vec::new();
        mcts(threads).think(&job, &mut |report| told.push((report.line.clone(), report.nodes, report.tries)));
        told
    };
    assert_eq!(told(1), told(1));
    let mut search = mcts(2);
    let report = search.think(&job, &mut |_| {}).report;
    let insight = report.insight.expect("games were played out");
    assert!(report.nodes >= 1500 && insight.owners.len() == 81, "{} positions", report.nodes);
    assert!(insight.lead.abs() < 20.0, "{}", insight.lead);
}

#[test]
fn a_won_game_is_known_to_be_won() {
    let game = Go::new(9, Rules::CHINESE).unwrap();
    let wall = "4XO3/".repeat(9);
    let at = game.read_position(&format!("{} b - -30", wall.trim_end_matches('/'))).unwrap();
    let (line, stop) = (Line::from(&game, at), Stop::default());
    let job = Job { limits: Limits::nodes(1000), ..Job::new(&game, &line, &stop) };
    let report = mcts(1).think(&job, &mut |_| {}).report;
    assert!(report.tries.is_some_and(|tries| tries.chance > 0.9), "{:?}", report.tries);
    let owners = report.insight.expect("games were played out").owners;
    let side = |file: usize| (0..9).map(|rank| owners[rank * 9 + file]).sum::<f32>();
    assert!(side(0) > 4.5 && side(8) < -4.5, "{} {}", side(0), side(8));
}
