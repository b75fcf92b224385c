//! Games of an event as PGN, one by one, and read back when an event is resumed.
//!
//! The tag `Round` holds the number of the game in the schedule, and `Ending` how it ended in one word; with the
//! names and the result, that is all that standings need.

use crate::ending::{Finished, Remark};
use crate::event::Event;
use crate::schedule::Schedule;
use crate::standings::Result;
use std::collections::HashSet;
use std::io::BufRead;
use tabula_wire::games;
use tabula_wire::pgn::{LineId, Note, Tag, Verdict};

/// A finished game as text, to be appended to a file.
pub fn write(event: &Event, number: usize, finished: &Finished) -> String {
    let Some(fixture) = event.schedule().get(number) else { return String::new() };
    let (first, second) = (&event.entrants[fixture.first], &event.entrants[fixture.second]);
    let seats = games::seats(event.shelf.card());
    let mut tags = vec![
        Tag::new("Event", &event.title),
        Tag::new("Date", &event.date),
        Tag::new("Round", (number + 1).to_string()),
        Tag::new(seats[0], &first.name),
        Tag::new(seats[1], &second.name),
    ];
    if first.control == second.control {
        tags.push(Tag::new("TimeControl", first.control.to_string()));
    } else {
        tags.push(Tag::new("WhiteTimeControl", first.control.to_string()));
        tags.push(Tag::new("BlackTimeControl", second.control.to_string()));
    }
    tags.push(Tag::new("Termination", finished.ending.tag()));
    tags.push(Tag::new("Ending", finished.ending.word()));
    tags.push(Tag::new("PlyCount", finished.table.played().len().to_string()));
    let mut game = games::export(&*finished.table, &tags, Some(finished.verdict()));
    let moves = game.tree.line(LineId::MAIN).moves.clone();
    for (id, remark) in moves.iter().zip(&finished.remarks) {
        let comment = remark.as_ref().map_or("opening".to_string(), comment);
        game.tree.node_mut(*id).after.push(Note::Comment(comment));
    }
    if finished.ending.is_fault() {
        // Braces would end the comment, and the words come from a foreign program.
        let text: String = finished.ending.to_string().chars().filter(|c| !"{}\n\r".contains(*c)).collect();
        game.tree.line_mut(LineId::MAIN).tail.push(Note::Comment(text));
    }
    games::write(&game, games::dialect(finished.table.card())) + "\n"
}

/// `+0.35/12 0.123s`: the value for the mover, the depth, the time.
fn comment(remark: &Remark) -> String {
    let time = remark.time.as_secs_f64();
    match remark.score {
        Some(score) => {
            let value = match score.plies_to_end() {
                Some(plies) if plies > 0 || (plies == 0 && score.value() > 0) => format!("+M{}", (plies + 1) / 2),
                Some(plies) => format!("-M{}", -plies / 2),
                None => score.to_string(),
            };
            format!("{value}/{} {time:.3}s", remark.depth)
        }
        None => format!("{time:.3}s"),
    }
}

/// What a file holds of an event.
#[derive(Debug, Default)]
pub struct Kept {
    /// The games that count, by number.
    pub results: Vec<Result>,
    /// The same games as text. What was half-written when the event ended is not among them.
    pub text: String,
}

/// Reads the games that an event already has. Fails where the file belongs to another event.
pub fn read(event: &Event, from: impl BufRead) -> std::result::Result<Kept, String> {
    let schedule: Schedule = event.schedule();
    let mut kept = Kept::default();
    let mut seen = HashSet::new();
    let (dialect, seats) = (games::dialect(event.shelf.card()), games::seats(event.shelf.card()));
    for reading in games::reader(from, dialect) {
        let reading = reading.map_err(|error| error.to_string())?;
        let (game, place) = (&reading.game, reading.place.line);
        let complete = game.tag("PlyCount").and_then(|count| count.parse().ok()) == Some(game.tree.main().count());
        let fixture = game.tag("Round").and_then(|round| round.parse::<usize>().ok()?.checked_sub(1));
        let Some(fixture) = fixture.filter(|_| complete && game.result != Verdict::Open) else { continue };
        let names = |fixture: &crate::schedule::Fixture| {
            Some(event.entrants[fixture.first].name.as_str()) == game.tag(seats[0])
                && Some(event.entrants[fixture.second].name.as_str()) == game.tag(seats[1])
        };
        let Some(fixture) = schedule.get(fixture).filter(names) else {
            return Err(format!("the game in line {place} is not of this event: names or number differ"));
        };
        if seen.insert(fixture.number) {
            let ending = game.tag("Ending").unwrap_or("unknown").to_string();
            let fault = ["time loss", "illegal move", "crash"].contains(&ending.as_str());
            kept.text += &(games::write(game, dialect) + "\n");
            kept.results.push(Result { fixture, verdict: game.result, ending, fault });
        }
    }
    Ok(kept)
}
