//! What the manager orders, line by line.

use super::rule::Point;

/// One line.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    /// An empty line.
    Nothing,
    /// A new game on a square board.
    Start(usize),
    /// The same board again.
    Restart,
    /// The engine begins.
    Begin,
    /// The opponent has moved.
    Turn(Point),
    /// The engine has to make this move, which it has suggested.
    Play(Point),
    /// A position follows, stone by stone, until `DONE`.
    Board,
    /// The last stone is taken back.
    TakeBack(Point),
    /// A key and its value.
    Info(String, String),
    /// Who are you?
    About,
    /// Leave.
    End,
    /// An order that lacks what it needs, or wants what there is not.
    Bad(String),
    /// No order at all.
    Unknown(String),
}

/// Reads a line.
pub fn read(line: &str) -> Order {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let point = |order: fn(Point) -> Order| {
        Point::read(rest).map_or_else(|| Order::Bad(format!("expected a point such as 7,7, found '{rest}'")), order)
    };
    match word.to_ascii_uppercase().as_str() {
        "" => Order::Nothing,
        "START" => rest.parse().map_or_else(|_| Order::Bad(format!("expected a size, found '{rest}'")), Order::Start),
        "RECTSTART" => match Point::read(rest) {
            Some(Point { x, y }) if x == y => Order::Start(x),
            Some(_) => Order::Bad("rectangular boards are not supported".into()),
            None => Order::Bad(format!("expected width and height, found '{rest}'")),
        },
        "RESTART" => Order::Restart,
        "BEGIN" => Order::Begin,
        "TURN" => point(Order::Turn),
        "PLAY" => point(Order::Play),
        "BOARD" => Order::Board,
        "TAKEBACK" => point(Order::TakeBack),
        "INFO" => {
            let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            Order::Info(key.to_ascii_lowercase(), value.trim().to_string())
        }
        "ABOUT" => Order::About,
        "END" => Order::End,
        _ => Order::Unknown(word.to_string()),
    }
}

/// Whose a stone is that is told after `BOARD`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// Ours.
    Engine,
    /// The other's.
    Opponent,
    /// Part of a row that has won, in a game that goes on.
    Neutral,
}

/// A line after `BOARD`; `None` if it is none.
pub fn read_stone(line: &str) -> Option<(Point, Owner)> {
    let (point, owner) = line.trim().rsplit_once(',')?;
    let owner = match owner.trim() {
        "1" => Owner::Engine,
        "2" => Owner::Opponent,
        "3" => Owner::Neutral,
        _ => return None,
    };
    Some((Point::read(point)?, owner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_in_any_case() {
        assert_eq!(read("START 15"), Order::Start(15));
        assert_eq!(read(" rectstart 19,19 "), Order::Start(19));
        assert_eq!(read("TURN 7,8"), Order::Turn(Point { x: 7, y: 8 }));
        assert_eq!(read("INFO Timeout_Turn 1000"), Order::Info("timeout_turn".into(), "1000".into()));
        assert_eq!(read("INFO folder C:\\my files"), Order::Info("folder".into(), "C:\\my files".into()));
        assert_eq!(read(""), Order::Nothing);
        assert_eq!(read("SWAP2BOARD"), Order::Unknown("SWAP2BOARD".into()));
        for bad in ["START", "START x", "RECTSTART 15,20", "RECTSTART 15", "TURN", "TURN 7", "TAKEBACK a,b"] {
            assert!(matches!(read(bad), Order::Bad(_)), "{bad}");
        }
    }

    #[test]
    fn stones_are_read() {
        assert_eq!(read_stone("7,8,2"), Some((Point { x: 7, y: 8 }, Owner::Opponent)));
        assert_eq!(read_stone(" 0,0,1 "), Some((Point { x: 0, y: 0 }, Owner::Engine)));
        for bad in ["", "7,8", "7,8,4", "7,8,", "a,b,1"] {
            assert_eq!(read_stone(bad), None, "{bad}");
        }
    }
}
