//! What a person may type at the board: a move, or one of these words.

/// A line from the person at the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// Nothing was typed.
    Nothing,
    /// What can be typed.
    Help,
    /// The legal moves.
    Moves,
    /// Take back.
    Back,
    /// What would the machine play?
    Hint,
    /// Turn the board.
    Flip,
    /// Draw the board again.
    Board,
    /// The position as text.
    Fen,
    /// The game as text.
    Record,
    /// Write the game to a new file.
    Save(String),
    /// Write the game to a file, whatever it held.
    Replace(String),
    /// Read a game from a file.
    Load(String),
    /// Give up.
    Resign,
    /// Offer a draw.
    Draw,
    /// Begin again.
    New,
    /// Leave.
    Quit,
    /// Anything else is a move.
    Move(String),
}

/// The words with what they do: the help text, and the list that [`read`] knows.
pub(crate) const WORDS: [(&str, &str); 14] = [
    ("help", "this list"),
    ("moves", "the legal moves"),
    ("back", "take the last move back; against a machine, its answer too"),
    ("hint", "what the machine would play"),
    ("flip", "turn the board"),
    ("board", "draw the board again"),
    ("fen", "the position as text"),
    ("record", "the game so far as PGN (also: pgn)"),
    ("save FILE", "write the game to a file; save! replaces one that exists"),
    ("load FILE", "go on with a game from a file"),
    ("draw", "offer a draw"),
    ("resign", "give up"),
    ("new", "begin again"),
    ("quit", "leave (also: Ctrl-D)"),
];

/// Reads a line; the error says what is missing.
pub(crate) fn read(line: &str) -> Result<Order, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let file = |order: fn(String) -> Order| {
        if rest.is_empty() {
            Err(format!("'{word}' needs a file name, as in '{word} game.pgn'"))
        } else {
            Ok(order(rest.to_string()))
        }
    };
    let order = match word.to_lowercase().as_str() {
        "" => Order::Nothing,
        "save" => return file(Order::Save),
        "save!" => return file(Order::Replace),
        "load" => return file(Order::Load),
        _ if !rest.is_empty() => Order::Move(line.to_string()),
        "help" | "?" => Order::Help,
        "moves" => Order::Moves,
        "back" | "undo" => Order::Back,
        "hint" => Order::Hint,
        "flip" => Order::Flip,
        "board" => Order::Board,
        "fen" => Order::Fen,
        "record" | "pgn" => Order::Record,
        "resign" => Order::Resign,
        "draw" => Order::Draw,
        "new" => Order::New,
        "quit" | "exit" | "q" => Order::Quit,
        _ => Order::Move(line.to_string()),
    };
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_help_is_understood() {
        for (usage, _) in WORDS {
            let line = usage.replace("FILE", "x.txt");
            assert!(!matches!(read(&line), Ok(Order::Move(_)) | Err(_)), "{usage}");
        }
    }

    #[test]
    fn anything_else_is_a_move() {
        assert_eq!(read(" Nf3 "), Ok(Order::Move("Nf3".into())));
        assert_eq!(read("e2 e4"), Ok(Order::Move("e2 e4".into())));
        assert_eq!(read("   "), Ok(Order::Nothing));
        assert_eq!(read("QUIT"), Ok(Order::Quit));
    }

    #[test]
    fn a_file_name_may_hold_spaces_and_must_not_be_missing() {
        assert_eq!(read("save my game.pgn"), Ok(Order::Save("my game.pgn".into())));
        assert_eq!(read("load"), Err("'load' needs a file name, as in 'load game.pgn'".into()));
    }
}
