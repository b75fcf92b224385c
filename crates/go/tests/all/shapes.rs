//! The problems of `data/shapes.txt` are what they say they are: every right move is right, every other is wrong.

use crate::solver::Solver;
use tabula_core::{Notation, Side, Square};
use tabula_go::{Go, Position, Rules};

/// Positions a problem may take.
const MOST: u64 = 3_000_000;

/// A problem as the file has it.
struct Problem {
    name: String,
    kind: String,
    game: Go,
    at: Position,
    stone: Square,
    right: Vec<String>,
}

fn problems() -> Vec<Problem> {
    let text = include_str!("../data/shapes.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    lines.split("\n\n").filter(|block| !block.trim().is_empty()).map(read).collect()
}

fn read(block: &str) -> Problem {
    let block = block.trim();
    let name = field(block, "problem");
    let rows: Vec<&str> = block.lines().filter(|line| !line.contains(": ")).collect();
    let game = Go::new(rows.len(), Rules::GYMGO).unwrap_or_else(|| panic!("{name}: {} rows", rows.len()));
    let text = format!("{} {} - {}", rows.join("/"), field(block, "turn"), field(block, "komi"));
    let at = game.read_position(&text).unwrap_or_else(|faults| panic!("{name}: {faults}"));
    let named = (0..game.points() as u16).map(Square).find(|&point| game.point_name(point) == field(block, "stone"));
    Problem {
        kind: field(block, "kind"),
        stone: named.unwrap_or_else(|| panic!("{name}: no such stone")),
        right: field(block, "right").split_whitespace().map(str::to_string).collect(),
        name,
        game,
        at,
    }
}

fn field(block: &str, key: &str) -> String {
    let found = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
    found.unwrap_or_else(|| panic!("no {key} in:\n{block}")).to_string()
}

impl Problem {
    fn solver(&self) -> Solver<'_> {
        Solver::new(&self.game, &self.at, self.stone, MOST).unwrap_or_else(|| panic!("{}: no stone there", self.name))
    }

    fn names(&self, found: Option<Vec<tabula_go::Move>>) -> Vec<String> {
        let moves = found.unwrap_or_else(|| panic!("{}: not solved", self.name));
        moves.into_iter().map(|m| self.game.write_move(&self.at, m)).collect()
    }
}

#[test]
fn there_are_forty_on_boards_of_seven_to_nine_lines() {
    let problems = problems();
    assert_eq!(problems.len(), 40);
    assert!(problems.iter().all(|problem| (7..=9).contains(&problem.game.size())));
    for kind in ["live", "kill", "live by ko", "kill by ko"] {
        assert!(problems.iter().any(|problem| problem.kind == kind), "no problem of the kind '{kind}'");
    }
}

#[test]
fn exactly_the_right_moves_are_right() {
    for problem in problems() {
        assert_eq!(problem.names(problem.solver().right_moves(&problem.at)), problem.right, "{}", problem.name);
        let defends = problem.at.stone(problem.stone) == Some(problem.at.turn());
        assert_eq!(problem.kind.starts_with("live"), defends, "{}: the kind", problem.name);
    }
}

#[test]
fn a_ko_is_a_ko_and_nothing_else_is() {
    for problem in problems() {
        let mut solver = problem.solver();
        // With threats for the opponent a ko is lost, and what is no ko is not.
        solver.with_threats(!problem.at.turn(), 2);
        let right = problem.names(solver.right_moves(&problem.at));
        assert_eq!(right.is_empty(), problem.kind.ends_with("by ko"), "{}: {right:?}", problem.name);
    }
}

/// The attacker's stones around live for certain, so that nothing but the stone's fate is open.
#[test]
fn the_rest_of_the_board_is_settled() {
    for problem in problems() {
        let owner = problem.at.stone(problem.stone).unwrap_or(Side::First);
        let life = tabula_go::life::unconditional(&problem.at, !owner);
        assert!(2 * life.stones.len() + life.territory.len() > problem.game.points() / 2, "{}", problem.name);
        assert!(!life.territory.contains(&problem.stone), "{}: dead already", problem.name);
    }
}

/// The suites that programs read say the same as the file that people read.
#[test]
fn the_suites_are_the_same_problems() {
    let suites =
        [include_str!("../data/shapes7.epd"), include_str!("../data/shapes8.epd"), include_str!("../data/shapes9.epd")];
    let mut lines: Vec<&str> =
        suites.iter().flat_map(|suite| suite.lines()).filter(|line| !line.starts_with('#')).collect();
    let mut expected: Vec<String> = problems()
        .into_iter()
        .map(|problem| {
            let text = problem.game.write_position(&problem.at);
            let position = text.strip_suffix(" 0").unwrap_or(&text);
            format!("{position} bm {}; id \"{} ({})\";", problem.right.join(" "), problem.name, problem.kind)
        })
        .collect();
    lines.sort_unstable();
    expected.sort_unstable();
    assert_eq!(lines, expected);
}
