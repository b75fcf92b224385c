//! Games of an event as PGN, one by one, and read back when an event is resumed.
//!
//! The tag `Round` holds the number of the game in the schedule, and `Ending` how it ended in one word; with the
//! names and the result, that is all that standings need.

use crate::ending::{Finished, Remark};
use crate::event::Event;
use crate::schedule::{Draw, Fixture};
use crate::standings::{Result, half_points};
use std::collections::BTreeMap;
use std::io::BufRead;
use tabula_wire::games;
use tabula_wire::pgn::{LineId, Note, Tag, Verdict};

/// A finished game as text, to be appended to a file.
pub fn write(event: &Event, fixture: &Fixture, finished: &Finished) -> String {
    let (first, second) = (&event.entrants[fixture.first], &event.entrants[fixture.second]);
    let seats = games::seats(event.shelf.card());
    let mut tags = vec![
        Tag::new("Event", &event.title),
        Tag::new("Date", &event.date),
        Tag::new("Round", (fixture.number + 1).to_string()),
        Tag::new(seats[0], &first.name),
        Tag::new(seats[1], &second.name),
    ];
    if first.control == second.control {
        tags.push(Tag::new("TimeControl", first.control.to_string()));
    } else {
        tags.push(Tag::new(format!("{}TimeControl", seats[0]), first.control.to_string()));
        tags.push(Tag::new(format!("{}TimeControl", seats[1]), second.control.to_string()));
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

/// A game of a file, before it is known to be one of the event's.
struct Found {
    place: usize,
    names: [Option<String>; 2],
    verdict: Verdict,
    ending: String,
    text: String,
}

/// Reads the games that an event already has. Fails where the file belongs to another event.
pub fn read(event: &Event, from: impl BufRead) -> std::result::Result<Kept, String> {
    let mut found: BTreeMap<usize, Found> = BTreeMap::new();
    let (dialect, seats) = (games::dialect(event.shelf.card()), games::seats(event.shelf.card()));
    for reading in games::reader(from, dialect) {
        let reading = reading.map_err(|error| error.to_string())?;
        let game = &reading.game;
        let complete = game.tag("PlyCount").and_then(|count| count.parse().ok()) == Some(game.tree.main().count());
        let number = game.tag("Round").and_then(|round| round.parse::<usize>().ok()?.checked_sub(1));
        let Some(number) = number.filter(|_| complete && game.result != Verdict::Open) else { continue };
        found.entry(number).or_insert_with(|| Found {
            place: reading.place.line,
            names: seats.map(|seat| game.tag(seat).map(str::to_string)),
            verdict: game.result,
            ending: game.tag("Ending").unwrap_or("unknown").to_string(),
            text: games::write(game, dialect) + "\n",
        });
    }
    // Who plays whom may depend on the results, so that they come first.
    let results = found.iter().filter_map(|(&number, game)| Some((number, half_points(game.verdict)?))).collect();
    let draw = Draw::new(event.schedule(), results);
    let mut kept = Kept::default();
    for (number, Found { place, names, verdict, ending, text }) in found {
        let right = |fixture: &&Fixture| {
            [fixture.first, fixture.second].map(|entrant| Some(event.entrants[entrant].name.as_str()))
                == names.each_ref().map(Option::as_deref)
        };
        let Some(fixture) = draw.fixture(number).filter(right) else {
            return Err(format!("the game in line {place} is not of this event: names or number differ"));
        };
        let fault = ["time loss", "illegal move", "crash"].contains(&ending.as_str());
        kept.text += &text;
        kept.results.push(Result { fixture: *fixture, verdict, ending, fault });
    }
    Ok(kept)
}
