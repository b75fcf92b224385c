//! An event: its games are played by several workers at once, and come out one by one.

use crate::ending::{Ending, Finished};
use crate::entrant::Entrant;
use crate::game::{Conditions, Seat, play};
use crate::openings::Openings;
use crate::schedule::{Fixture, Schedule};
use crate::watchdog::{Leash, Watchdog};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use tabula_core::{BySide, Fault, Side, Stop};
use tabula_engine::{Player, Setup, Shelf};

/// Everything that decides how an event goes.
pub struct Event {
    /// The game.
    pub shelf: Arc<dyn Shelf>,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Where games begin.
    pub openings: Openings,
    /// Games of each two entrants.
    pub games: usize,
    /// How many are played at a time.
    pub concurrency: usize,
    /// What holds for every game.
    pub conditions: Conditions,
    /// For the die.
    pub seed: u64,
    /// The title and the day, for records.
    pub title: String,
    /// The day on which it is played, as records write it.
    pub date: String,
}

impl Event {
    /// Its games.
    pub const fn schedule(&self) -> Schedule {
        Schedule::new(self.entrants.len(), self.games)
    }

    /// Plays all games but those in `done`, and hands each to `hear` when it is over, in whatever order they end.
    ///
    /// Ends early when `halt` is raised or `hear` breaks; games in progress are then abandoned and not heard of.
    pub fn run(&self, done: &HashSet<usize>, halt: &Stop, hear: &mut dyn FnMut(&Fixture, Finished) -> ControlFlow<()>) {
        let next = AtomicUsize::new(0);
        let dog = Watchdog::default();
        let (over, finished) = channel::<(Fixture, Finished)>();
        let all_done = Stop::default();
        std::thread::scope(|scope| {
            let workers = self.concurrency.max(1).min(self.schedule().len());
            for _ in 0..workers {
                let (over, dog, next) = (over.clone(), &dog, &next);
                scope.spawn(move || {
                    let mut worker = Worker { event: self, players: self.entrants.iter().map(|_| None).collect() };
                    let leash = dog.leash();
                    while !halt.is_raised() {
                        let Some(fixture) = self.schedule().get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                        if done.contains(&fixture.number) {
                            continue;
                        }
                        let game = worker.play(&fixture, &leash, halt);
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
    }
}

/// Plays one game at a time, with players of its own.
struct Worker<'a> {
    event: &'a Event,
    /// By entrant; seated when they are first needed.
    players: Vec<Option<Box<dyn Player>>>,
}

impl Worker<'_> {
    fn play(&mut self, fixture: &Fixture, leash: &Leash<'_>, halt: &Stop) -> Finished {
        let event = self.event;
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
        // Both games of a pair see the same die.
        play(table, seats, &event.conditions, leash, halt, event.seed.wrapping_add(fixture.pair as u64))
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
