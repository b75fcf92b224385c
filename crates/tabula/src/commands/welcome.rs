//! `tabula` alone: where to begin, and a game for whoever sits at a terminal.

use super::play::{As, Play};
use crate::style::Style;
use std::io::{BufRead, IsTerminal, Write};
use tabula_engine::catalogue;

const BEGIN: [(&str, &str); 8] = [
    ("tabula games", "the games of the house"),
    ("tabula play GAME", "a game in the terminal"),
    ("tabula show GAME", "a position, drawn"),
    ("tabula perft GAME DEPTH", "how many ways the game can go"),
    ("tabula compare GAME", "the search laboratory's tables"),
    ("tabula convert FILE --to FORMAT", "games and positions in another format"),
    ("tabula uci", "an engine for chess GUIs"),
    ("tabula COMMAND --help", "what a command does, with examples"),
];

pub(crate) fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    let style = Style::of_stdout(false);
    writeln!(out, "{}\n", style.strong("Tabula plays, analyses and counts board games. Where to begin:"))?;
    for (command, about) in BEGIN {
        writeln!(out, "  {command:<31}  {about}")?;
    }
    writeln!(out)?;
    out.flush()?;
    if !std::io::stdin().is_terminal() {
        return Ok(());
    }
    let shelves = catalogue::shelves();
    for (number, shelf) in (1..).zip(shelves) {
        writeln!(out, "  {number}  {}", shelf.card().name)?;
    }
    let Some((game, shelf)) = pick(out, "Which game? (its number or name, or Enter to leave)", |word| {
        let by_number = word.parse::<usize>().ok().and_then(|number| shelves.get(number.checked_sub(1)?));
        match by_number {
            Some(shelf) => Ok((shelf.card().id.clone(), shelf.clone())),
            None => Ok((word.to_string(), catalogue::find(word).map_err(|faults| faults.to_string())?)),
        }
    })?
    else {
        return Ok(());
    };
    let [first, second] = &shelf.card().sides;
    let question = format!("Which side? (1 {first}, 2 {second}, 3 both, or Enter to leave)");
    let side = pick(out, &question, |word| match word {
        "1" => Ok(As::White),
        "2" => Ok(As::Black),
        "3" => Ok(As::Both),
        _ => Err(format!("expected 1, 2 or 3, found '{word}'")),
    })?;
    match side {
        Some(side) => Play::simple(&game, side).run(out),
        None => Ok(()),
    }
}

/// Asks until the answer makes sense; nothing is an answer too.
fn pick<T>(out: &mut dyn Write, question: &str, read: impl Fn(&str) -> Result<T, String>) -> anyhow::Result<Option<T>> {
    loop {
        write!(out, "{question} > ")?;
        out.flush()?;
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line)? == 0 || line.trim().is_empty() {
            writeln!(out)?;
            return Ok(None);
        }
        match read(line.trim()) {
            Ok(answer) => return Ok(Some(answer)),
            Err(what) => writeln!(out, "{what}")?,
        }
    }
}
