//! An event: its games are played by several workers at once, and come out one by one.

use crate::ending::{Ending, Finished};
use crate::entrant::Entrant;
use crate::game::{Around, Conditions, Seat, play};
use crate::hall::Hall;
use crate::openings::Openings;
use crate::schedule::{Draw, Fixture, Format, Next, Schedule};
use crate::standings::half_points;
use crate::watchdog::{Leash, Watchdog};
use std::ops::ControlFlow;
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use tabula_core::{BySide, Fault, Side, Stop};
use tabula_engine::endings::Endgames;
use tabula_engine::{Player, Setup, Shelf};

/// Everything that decides how an event goes.
pub struct Event {
    /// The game.
    pub shelf: Arc<dyn Shelf>,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Where games begin.
    pub openings: Openings,
    /// Who meets whom.
    pub format: Format,
    /// Games of each two entrants who meet.
    pub games: usize,
    /// How many are played at a time.
    pub concurrency: usize,
    /// What holds for every game.
    pub conditions: Conditions,
    /// Tables by which games are ended as soon as they know the result.
    pub endgames: Option<Arc<dyn Endgames>>,
    /// For the die.
    pub seed: u64,
    /// The title and the day, for records.
    pub title: String,
    /// The day on which it is played, as records write it.
    pub date: String,
}

/// How often a worker who waits for others looks whether the event is to end.
const POLL: Duration = Duration::from_millis(50);

impl Event {
    /// Its games.
    pub const fn schedule(&self) -> Schedule {
        Schedule { format: self.format, entrants: self.entrants.len(), games: self.games }
    }

    /// Everything that decides which games are played and how they end, as text. Two events with the same description
    /// have the same games; how many are played at a time, and when, is not in it.
    pub fn description(&self) -> String {
        let Conditions { margin, adjudication, .. } = self.conditions;
        let mut text = format!(
            "{}\n{} {:?}, {} games, seed {}, openings {}\nmargin {} ms, {adjudication:?}, tables {}\n",
            self.title,
            self.shelf.card().id,
            self.format,
            self.games,
            self.seed,
            self.openings.signature(),
            margin.as_millis(),
            self.endgames.is_some(),
        );
        for Entrant { name, spec, control, .. } in &self.entrants {
            text += &format!("{name} | {spec} | {control}\n");
        }
        text
    }

    /// Plays all games that `draw` has left, and hands each to `hear` when it is over, in whatever order they end;
    /// `hall` shows those that are being played.
    ///
    /// Ends early when `halt` is raised or `hear` breaks; games in progress are then abandoned and not heard of.
    /// Answers the draw with the results in it.
    pub fn run(
        &self,
        draw: Draw,
        halt: &Stop,
        hall: &Hall,
        hear: &mut dyn FnMut(&Fixture, Finished) -> ControlFlow<()>,
    ) -> Draw {
        let workers = self.concurrency.max(1).min(draw.len());
        let desk = Desk { draw: Mutex::new(draw), changed: Condvar::new() };
        let dog = Watchdog::default();
        let (over, finished) = channel::<(Fixture, Finished)>();
        let all_done = Stop::default();
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let (over, dog, desk) = (over.clone(), &dog, &desk);
                scope.spawn(move || {
                    let players = self.entrants.iter().map(|_| None).collect();
                    let mut worker = Worker { event: self, players, hall, board: hall.place() };
                    let leash = dog.leash();
                    while let Some(fixture) = desk.take(halt) {
                        let game = worker.play(&fixture, &leash, halt);
                        desk.hear(&fixture, &game);
                        // Nobody listens any more once the event was broken off.
                        if over.send((fixture, game)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(over);
            scope.spawn(|| dog.watch(halt, &all_done));
            let mut open = true;
            // Ends when the last worker has put its players away; until then the watchdog is needed.
            for (fixture, game) in &finished {
                if open && game.ending != Ending::Abandoned && hear(&fixture, game).is_break() {
                    halt.raise();
                    open = false;
                }
            }
            all_done.raise();
        });
        desk.draw.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where workers get their games.
struct Desk {
    draw: Mutex<Draw>,
    changed: Condvar,
}

impl Desk {
    /// The next game; `None` when there is none, or when the event is to end.
    fn take(&self, halt: &Stop) -> Option<Fixture> {
        let mut draw = self.draw.lock().unwrap_or_else(PoisonError::into_inner);
        while !halt.is_raised() {
            match draw.hand_out() {
                Next::Play(fixture) => return Some(fixture),
                Next::Over => return None,
                Next::Wait => draw = self.changed.wait_timeout(draw, POLL).unwrap_or_else(PoisonError::into_inner).0,
            }
        }
        None
    }

    fn hear(&self, fixture: &Fixture, game: &Finished) {
        if let Some(half_points) = half_points(game.verdict()) {
            self.draw.lock().unwrap_or_else(PoisonError::into_inner).hear(fixture.number, half_points);
            self.changed.notify_all();
        }
    }
}

/// Plays one game at a time, with players of its own.
struct Worker<'a> {
    event: &'a Event,
    /// By entrant; seated when they are first needed.
    players: Vec<Option<Box<dyn Player>>>,
    hall: &'a Hall,
    /// Its place in the hall.
    board: usize,
}

impl Worker<'_> {
    fn play(&mut self, fixture: &Fixture, leash: &Leash<'_>, halt: &Stop) -> Finished {
        let (event, hall, board) = (self.event, self.hall, self.board);
        let table = match event.openings.get(fixture.opening).open(&*event.shelf) {
            Ok(table) => table,
            // Openings are tried when they are read; the usual start is what is left.
            Err(faults) => return self.unplayed(None, format!("the opening: {faults}")),
        };
        for (entrant, side) in [(fixture.first, Side::First), (fixture.second, Side::Second)] {
            if let Err(fault) = self.seat(entrant) {
                return self.unplayed(Some(!side), fault.to_string());
            }
        }
        let [Some(first), Some(second)] = self.two(fixture.first, fixture.second) else {
            return self.unplayed(None, "nobody plays against itself".to_string());
        };
        let seats = BySide::new(
            Seat { player: &mut **first, control: event.entrants[fixture.first].control },
            Seat { player: &mut **second, control: event.entrants[fixture.second].control },
        );
        hall.begin(board, fixture);
        let around = Around {
            conditions: &event.conditions,
            endgames: event.endgames.as_deref(),
            leash,
            halt,
            look: &|table, remark| hall.look(board, table, remark),
        };
        // Both games of a pair see the same die.
        let game = play(table, seats, &around, event.seed.wrapping_add(fixture.pair as u64));
        hall.end(board);
        game
    }

    fn seat(&mut self, entrant: usize) -> Result<(), Fault> {
        let place = &mut self.players[entrant];
        if place.is_none() {
            let (event, entrant) = (self.event, &self.event.entrants[entrant]);
            *place = Some(entrant.seat(&event.shelf, event.conditions.patience)?);
        }
        Ok(())
    }

    /// Two different players at once.
    fn two(&mut self, one: usize, other: usize) -> [Option<&mut Box<dyn Player>>; 2] {
        match self.players.get_disjoint_mut([one, other]) {
            Ok([one, other]) => [one.as_mut(), other.as_mut()],
            Err(_) => [None, None],
        }
    }

    /// A game that could not even begin.
    fn unplayed(&self, winner: Option<Side>, what: String) -> Finished {
        let setup = Setup { game: self.event.shelf.card().id.clone(), start: None };
        let table = self.event.shelf.table(&setup).expect("a game can be set up as usual");
        Finished { table, remarks: Vec::new(), winner, ending: Ending::Broken(what) }
    }
}
