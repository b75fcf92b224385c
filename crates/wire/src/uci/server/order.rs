//! What a GUI orders, line by line.
//!
//! Unknown words are passed over, and the rest of the line is tried, as the protocol asks: `joho debug on` is `debug on`.
//! Numbers that are none count as not said; negative ones as zero.

use std::time::Duration;
use tabula_core::{BySide, Limits, Side};
use tabula_engine::{Clock, Left};

/// One line.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Order {
    Uci,
    Debug(bool),
    IsReady,
    Set { name: String, value: Option<String> },
    Register,
    NewGame,
    Position { fen: Option<String>, moves: Vec<String> },
    Go(Box<Go>),
    Perft(u32),
    Stop,
    PonderHit,
    Quit,
    Draw,
    Eval,
    Bench(Option<u32>),
    Help,
    Nothing,
    Unknown(String),
}

/// What is to be thought about, and for how long.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Go {
    pub(super) only: Vec<String>,
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    pub(super) limits: Limits,
    /// A mate in so many moves is wanted.
    pub(super) mate: Option<u64>,
    move_time: Option<Duration>,
    time: BySide<Option<Duration>>,
    increment: BySide<Duration>,
    moves: Option<u32>,
}

impl Go {
    /// The clock of the side that moves.
    pub(super) fn clock(&self, side: Side) -> Clock {
        let timed = !self.infinite && Side::BOTH.iter().any(|&side| self.time[side].is_some());
        Clock {
            limits: self.limits,
            move_time: self.move_time.filter(|_| !self.infinite),
            left: timed.then(|| Left {
                time: self.time[side].unwrap_or_default(),
                increment: self.increment[side],
                moves: self.moves,
            }),
        }
    }
}

/// The words with which a line of the protocol begins.
const COMMANDS: [&str; 11] =
    ["uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop", "ponderhit", "quit"];
/// The words inside `go`.
const GO_WORDS: [&str; 14] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "moves",
];
/// More plies than any search goes, and more milliseconds than anybody waits (a year).
const MAX_DEPTH: u64 = 1000;
const MAX_MILLIS: u64 = 366 * 24 * 60 * 60 * 1000;

/// Reads a line.
pub(super) fn read(line: &str) -> Order {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(&first) = words.first() else { return Order::Nothing };
    match first {
        "d" => return Order::Draw,
        "eval" => return Order::Eval,
        "bench" => return Order::Bench(words.get(1).and_then(|word| word.parse().ok()).filter(|&depth| depth > 0)),
        "help" | "--help" => return Order::Help,
        _ => {}
    }
    let Some(at) = words.iter().position(|word| COMMANDS.contains(word)) else {
        return Order::Unknown(line.trim().to_string());
    };
    let rest = &words[at + 1..];
    match words[at] {
        "uci" => Order::Uci,
        "debug" => Order::Debug(rest.first() != Some(&"off")),
        "isready" => Order::IsReady,
        "setoption" => set(rest).unwrap_or_else(|| Order::Unknown(line.trim().to_string())),
        "register" => Order::Register,
        "ucinewgame" => Order::NewGame,
        "position" => position(rest).unwrap_or_else(|| Order::Unknown(line.trim().to_string())),
        "go" => go(rest),
        "stop" => Order::Stop,
        "ponderhit" => Order::PonderHit,
        _ => Order::Quit,
    }
}

/// `name N [value V]`; both may have several words.
fn set(words: &[&str]) -> Option<Order> {
    let name_at = words.iter().position(|&word| word == "name")? + 1;
    let value_at = words.iter().position(|&word| word == "value").filter(|&at| at >= name_at);
    let name = words[name_at..value_at.unwrap_or(words.len())].join(" ");
    let value = value_at.map(|at| words[at + 1..].join(" "));
    (!name.is_empty()).then_some(Order::Set { name, value })
}

/// `startpos` or `fen F`, then perhaps `moves ...`.
fn position(words: &[&str]) -> Option<Order> {
    let kind = words.iter().position(|&word| word == "startpos" || word == "fen")?;
    let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let fen = (words[kind] == "fen").then(|| words[kind + 1..moves_at.max(kind + 1)].join(" "));
    let moves = words.iter().skip(moves_at + 1).map(ToString::to_string).collect();
    Some(Order::Position { fen, moves })
}

fn go(words: &[&str]) -> Order {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let mut number = |most: u64| -> Option<u64> {
            let number = words.peek()?.parse::<i128>().ok()?;
            words.next();
            Some(number.clamp(0, i128::from(most)) as u64)
        };
        let time = |millis: Option<u64>| millis.map(Duration::from_millis);
        match word {
            "searchmoves" => {
                while let Some(text) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.only.push(text.to_string());
                }
            }
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "wtime" => go.time[Side::First] = time(number(MAX_MILLIS)),
            "btime" => go.time[Side::Second] = time(number(MAX_MILLIS)),
            "winc" => go.increment[Side::First] = time(number(MAX_MILLIS)).unwrap_or_default(),
            "binc" => go.increment[Side::Second] = time(number(MAX_MILLIS)).unwrap_or_default(),
            "movestogo" => go.moves = number(u64::from(u32::MAX)).filter(|&moves| moves > 0).map(|moves| moves as u32),
            "depth" => go.limits.depth = number(MAX_DEPTH).map(|depth| depth.max(1) as u32),
            "nodes" => go.limits.nodes = number(u64::MAX).map(|nodes| nodes.max(1)),
            "mate" => go.mate = number(MAX_DEPTH),
            "movetime" => go.move_time = time(number(MAX_MILLIS)),
            "perft" => return Order::Perft(number(MAX_DEPTH).unwrap_or(1) as u32),
            _ => {}
        }
    }
    Order::Go(Box::new(go))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_string).collect()
    }

    fn read_go(text: &str) -> Go {
        match read(text) {
            Order::Go(go) => *go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn unknown_words_are_passed_over() {
        assert_eq!(read("joho debug on"), Order::Debug(true));
        assert_eq!(read("debug off"), Order::Debug(false));
        assert_eq!(read("  \t "), Order::Nothing);
        assert_eq!(read(" what is this "), Order::Unknown("what is this".into()));
        assert_eq!(read("setoption"), Order::Unknown("setoption".into()));
        assert_eq!(read("position"), Order::Unknown("position".into()));
    }

    #[test]
    fn names_and_values_have_as_many_words_as_they_need() {
        let set = |name: &str, value: Option<&str>| Order::Set { name: name.into(), value: value.map(str::to_string) };
        assert_eq!(read("setoption name Move Overhead value 30"), set("Move Overhead", Some("30")));
        assert_eq!(read("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(read("setoption name SyzygyPath value /a b/c"), set("SyzygyPath", Some("/a b/c")));
        assert_eq!(read("setoption name BookFile value"), set("BookFile", Some("")));
    }

    #[test]
    fn positions_are_read_with_their_moves() {
        assert_eq!(read("position startpos moves e2e4 e7e5"), Order::Position { fen: None, moves: words("e2e4 e7e5") });
        assert_eq!(read("position fen"), Order::Position { fen: Some(String::new()), moves: Vec::new() });
        assert_eq!(
            read("position fen 8/8/8/8/8/8/8/8 w - - 0 1 moves a1a2"),
            Order::Position { fen: Some("8/8/8/8/8/8/8/8 w - - 0 1".into()), moves: words("a1a2") }
        );
        assert_eq!(read("position moves fen"), Order::Position { fen: Some(String::new()), moves: words("fen") });
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let go = read_go("go wtime 60000 btime 50000 winc 600 binc 500 movestogo 12");
        let left = go.clock(Side::Second).left.unwrap();
        assert_eq!((left.time.as_millis(), left.increment.as_millis(), left.moves), (50_000, 500, Some(12)));
        assert_eq!(go.clock(Side::First).left.unwrap().time.as_millis(), 60_000);
        assert_eq!(read_go("go btime 1000").clock(Side::First).left.unwrap().time, Duration::ZERO);
    }

    #[test]
    fn odd_numbers_are_taken_as_well_as_can_be() {
        let left = read_go("go wtime -30 btime x winc 99999999999999999999").clock(Side::First).left.unwrap();
        assert_eq!((left.time, left.increment), (Duration::ZERO, Duration::from_millis(MAX_MILLIS)));
        assert_eq!(read_go("go depth 0").limits.depth, Some(1));
        assert_eq!(read_go("go depth movetime 5").clock(Side::First), Clock::move_time(Duration::from_millis(5)));
        assert_eq!(read_go("go movestogo 0 wtime 5").clock(Side::First).left.unwrap().moves, None);
        assert!(read_go("go").clock(Side::First).is_endless());
    }

    #[test]
    fn moves_to_search_end_at_the_next_word() {
        let go = read_go("go searchmoves e2e4 d2d4 depth 3 ponder");
        assert_eq!((go.only, go.limits.depth, go.ponder), (words("e2e4 d2d4"), Some(3), true));
    }

    #[test]
    fn infinite_knows_no_clock() {
        assert!(read_go("go infinite wtime 1 btime 1 movetime 3").clock(Side::First).is_endless());
        assert_eq!(read("go perft 3"), Order::Perft(3));
    }
}
