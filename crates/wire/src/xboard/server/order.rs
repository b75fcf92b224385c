//! What XBoard orders, line by line.

use std::time::Duration;

/// One line.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Order {
    /// Something that needs no answer here.
    Nothing,
    Protover,
    New,
    Variant(String),
    Quit,
    Force,
    Go,
    PlayOther,
    Level(Level),
    MoveTime(Duration),
    Depth(u32),
    Time(Duration),
    Move(String),
    MoveNow,
    Ping(String),
    Draw,
    Result,
    SetBoard(String),
    Edit,
    Hint,
    Book,
    Undo,
    Remove,
    Hard,
    Easy,
    Post,
    NoPost,
    Analyse,
    Exit,
    Report,
    Memory(String),
    Cores(String),
    Option(String),
    Show,
    Help,
    /// An order that lacks what it needs.
    Bad(&'static str, String),
    /// Perhaps a move, if somebody does not say `usermove`.
    Other(String),
}

/// `level`: the time for a number of moves, and what each move adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Level {
    /// 0 if the time is for the whole game.
    pub(super) moves: u32,
    pub(super) base: Duration,
    pub(super) increment: Duration,
}

/// Words that are part of the protocol and tell nothing that we need.
const IGNORED: [&str; 17] = [
    "xboard", "accepted", "rejected", "random", "white", "black", "name", "rating", "ics", "computer", "otim", "nps",
    "pause", "resume", "egtpath", "holding", "lift",
];
/// A year, in seconds: no clock shows more.
const LONGEST: f64 = 366.0 * 24.0 * 3600.0;
const MAX_DEPTH: u32 = 1000;

/// Reads a line.
pub(super) fn read(line: &str) -> Order {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let needs = |order: Option<Order>| order.unwrap_or_else(|| Order::Bad("bad argument", line.to_string()));
    match word {
        "" => Order::Nothing,
        "protover" => Order::Protover,
        "new" => Order::New,
        "variant" => Order::Variant(rest.to_string()),
        "quit" => Order::Quit,
        "force" => Order::Force,
        "go" => Order::Go,
        "playother" => Order::PlayOther,
        "level" => needs(level(rest).map(Order::Level)),
        "st" => needs(seconds(rest).map(Order::MoveTime)),
        "sd" => needs(rest.parse().ok().map(|depth: u32| Order::Depth(depth.min(MAX_DEPTH)))),
        "time" => needs(rest.parse().ok().map(|centis: i64| Order::Time(hundredths(centis)))),
        "usermove" => Order::Move(rest.to_string()),
        "?" => Order::MoveNow,
        "ping" => Order::Ping(rest.to_string()),
        "draw" => Order::Draw,
        "result" => Order::Result,
        "setboard" => Order::SetBoard(rest.to_string()),
        "edit" => Order::Edit,
        "hint" => Order::Hint,
        "bk" => Order::Book,
        "undo" => Order::Undo,
        "remove" => Order::Remove,
        "hard" => Order::Hard,
        "easy" => Order::Easy,
        "post" => Order::Post,
        "nopost" => Order::NoPost,
        "analyze" => Order::Analyse,
        "exit" => Order::Exit,
        "." => Order::Report,
        "memory" => Order::Memory(rest.to_string()),
        "cores" => Order::Cores(rest.to_string()),
        "option" => Order::Option(rest.to_string()),
        "d" => Order::Show,
        "help" => Order::Help,
        _ if IGNORED.contains(&word) => Order::Nothing,
        _ => Order::Other(line.to_string()),
    }
}

/// `40 5 0`, `0 2:30 12`, `0 1 0.6`.
fn level(text: &str) -> Option<Level> {
    let mut words = text.split_whitespace();
    let moves = words.next()?.parse().ok()?;
    let base = words.next()?;
    let base = match base.split_once(':') {
        Some((minutes, rest)) => minutes.parse::<f64>().ok()? * 60.0 + rest.parse::<f64>().ok()?,
        None => base.parse::<f64>().ok()? * 60.0,
    };
    Some(Level { moves, base: duration(base)?, increment: seconds(words.next()?)? })
}

fn seconds(text: &str) -> Option<Duration> {
    duration(text.parse().ok()?)
}

fn duration(seconds: f64) -> Option<Duration> {
    seconds.is_finite().then(|| Duration::from_secs_f64(seconds.clamp(0.0, LONGEST)))
}

fn hundredths(centis: i64) -> Duration {
    Duration::from_millis(centis.clamp(0, LONGEST as i64 * 100) as u64 * 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_of_every_kind_are_read() {
        let level = |moves, base, increment| {
            Order::Level(Level {
                moves,
                base: Duration::from_millis(base),
                increment: Duration::from_millis(increment),
            })
        };
        assert_eq!(read("level 40 5 0"), level(40, 300_000, 0));
        assert_eq!(read("level 0 2:30 12"), level(0, 150_000, 12_000));
        assert_eq!(read("level 0 0:01 0.1"), level(0, 1000, 100));
        assert_eq!(read("time -30"), Order::Time(Duration::ZERO));
        assert_eq!(read("time 1234"), Order::Time(Duration::from_millis(12_340)));
        assert_eq!(read("st 1.5"), Order::MoveTime(Duration::from_millis(1500)));
        for bad in ["level", "level 1", "level x 1 1", "level 0 nan 0", "st", "st inf", "time", "time x", "sd -1"] {
            assert_eq!(read(bad), Order::Bad("bad argument", bad.into()), "{bad}");
        }
    }

    #[test]
    fn what_is_no_order_may_be_a_move() {
        assert_eq!(read(" e2e4 "), Order::Other("e2e4".into()));
        assert_eq!(read("usermove e2e4"), Order::Move("e2e4".into()));
        assert_eq!(read("accepted ping"), Order::Nothing);
        assert_eq!(read(""), Order::Nothing);
    }
}
