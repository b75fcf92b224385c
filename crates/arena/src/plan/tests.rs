use super::*;
use crate::control::TimeControl;
use crate::stats::Model;

const GOOD: &str = r#"
[[event]]
title = "Cup"
game = "tictactoe"
format = "swiss"
rounds = 2
games = 2
tc = "depth=2"
plies = 3
concurrency = 2
resign = [600, 4]
max-moves = 60
anchors = { random = 0 }
players = [
    "tabula:name=one",
    { spec = "tabula", name = "two", tc = "depth=1" },
    "random",
]

[[event]]
players = ["tabula:depth=1,name=a", "tabula:depth=2,name=b"]
openings = "o.epd"
order = "random"
sprt = { elo0 = 0, elo1 = 5 }
games = 1000
"#;

#[test]
fn a_file_holds_one_event_or_several() {
    let plans = Plan::read(GOOD).unwrap();
    let [cup, test] = &plans[..] else { panic!("{}", plans.len()) };
    assert_eq!((cup.title.as_str(), cup.shelf.card().id.as_str()), ("Cup", "tictactoe"));
    assert_eq!((cup.format, cup.games, cup.concurrency), (Format::Swiss { rounds: 2 }, 2, 2));
    let names: Vec<_> = cup.entrants.iter().map(|entrant| (entrant.name.as_str(), entrant.control)).collect();
    let depth = TimeControl::Depth;
    assert_eq!(names, [("one", depth(2)), ("two", depth(1)), ("random", depth(2))]);
    assert_eq!((&cup.openings, &cup.anchors[..]), (&Source::Random(Some(3)), &[(2, 0.0)][..]));
    assert_eq!(cup.adjudication.length, Some(60));
    assert_eq!(test.format, Format::RoundRobin);
    assert!(matches!(&test.openings, Source::File { shuffled: true, .. }));
    assert!(test.test.is_some_and(|test| test.model == Model::Normalised && test.elo1 == 5.0));
}

#[test]
fn every_fault_is_told_with_its_line() {
    let text = r#"[[event]]
game = "ches"
format = "swis"
tc = "fast"
colour = "red"
players = ["tabula:depth=2,name=a", "tabuli", "tabula:depth=1,name=a"]
order = "upside down"
concurrency = 0
anchors = { b = 3 }
sprt = { elo0 = 5, elo1 = 0 }
games = "many"
"#;
    let faults = Plan::read(text).err().unwrap();
    let lines: Vec<_> = faults.0.iter().map(|fault| (fault.line.unwrap(), fault.what.clone())).collect();
    let said = |line: usize, what: &str| {
        assert!(lines.iter().any(|(at, said)| *at == line && said.contains(what)), "{line} {what}: {lines:#?}");
    };
    said(2, "did you mean 'chess'?");
    said(3, "did you mean 'swiss'?");
    said(4, "tc: expected a time control");
    said(5, "unknown key 'colour'");
    said(6, "player 'tabuli': column 1: unknown player 'tabuli'; did you mean 'tabula'?");
    said(6, "two are called 'a'");
    said(7, "unknown order 'upside down'");
    said(8, "concurrency: expected from 1 to 512");
    said(9, "anchors: unknown player 'b'");
    said(10, "sprt: expected elo1 above elo0");
    said(11, "games: ");
}

#[test]
fn a_form_needs_enough_players_and_rounds() {
    let faults = |lines: &str| {
        let text = format!("[[event]]\n{lines}\nplayers = [\"random:name=a\", \"random:name=b\", \"random:name=c\"]");
        Plan::read(&text).err().map(|faults| faults.to_string())
    };
    let said = faults("format = \"swiss\"\nrounds = 3").unwrap();
    assert!(said.contains("expected from 1 to 2 rounds among 3 players"), "{said}");
    let said = faults("format = \"gauntlet\"\nchallengers = 3").unwrap();
    assert!(said.contains("expected from 1 to 2 challengers among 3 players, found 3"), "{said}");
    let said = faults("rounds = 3").unwrap();
    assert_eq!(said, "line 2: rounds: only a swiss has them, this is a round-robin");
    assert_eq!(faults("format = \"knockout\""), None);
    assert_eq!(Plan::read("").err().unwrap().to_string(), "there is no event in it: [[event]]");
    assert!(
        Plan::read("[[event]]\nplayers = 3").err().unwrap().to_string().starts_with("line 2: players: expected a list")
    );
    assert!(Plan::read("title = [").is_err());
}
