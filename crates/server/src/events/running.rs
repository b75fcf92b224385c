//! An event that is being played, with its watchers.

use super::summary::Summary;
use crate::api::analyse::Value;
use crate::api::board::Board;
use crate::api::events::{EventCard, EventState, LiveBoard};
use crate::house::House;
use crate::moment;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tabula_arena::archive::Archive;
use tabula_arena::standings::{Result, half_points};
use tabula_arena::stats::Sprt;
use tabula_arena::{Draw, Event, Hall};
use tabula_core::Stop;
use tabula_engine::Setup;
use tokio::sync::watch;

/// Watchers hear of results and boards no oftener than this.
const PACE: Duration = Duration::from_millis(250);

/// An event that is being played.
pub(crate) struct Running {
    id: i64,
    pub(super) halt: Stop,
    state: watch::Sender<Arc<EventState>>,
    boards: watch::Sender<Arc<Vec<LiveBoard>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Running {
    /// How it stands.
    pub(super) fn state(&self) -> Arc<EventState> {
        Arc::clone(&self.state.borrow())
    }

    /// Hears how it goes.
    pub(crate) fn watch(&self) -> (watch::Receiver<Arc<EventState>>, watch::Receiver<Arc<Vec<LiveBoard>>>) {
        (self.state.subscribe(), self.boards.subscribe())
    }

    /// Waits until its last game has been abandoned.
    pub(super) fn join(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    /// Plays what is left of an event, in a thread of its own.
    pub(super) fn start(house: &Arc<House>, event: Event, test: Option<Sprt>, archive: Archive, games: Vec<Result>) {
        let mut summary = Summary::new(event.entrants.iter().map(|entrant| entrant.name.clone()).collect(), test);
        summary.format = if test.is_some() { "sprt".into() } else { event.format.word().into() };
        summary.control = event.entrants.first().map_or(String::new(), |entrant| entrant.control.to_string());
        games.iter().for_each(|game| summary.add(game, 0));
        let card = EventCard {
            id: archive.id(),
            title: event.title.clone(),
            game: event.shelf.card().id.clone(),
            begun: event.date.clone(),
            ended: None,
            games: games.len() as u64,
            total: event.schedule().len() as u64,
            state: "running",
            entrants: event.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        };
        let running = Arc::new(Self {
            id: card.id,
            halt: Stop::default(),
            state: watch::Sender::new(Arc::new(summary.state(card.clone()))),
            boards: watch::Sender::new(Arc::new(Vec::new())),
            thread: Mutex::new(None),
        });
        let mut events = house.events.0.lock().unwrap_or_else(PoisonError::into_inner);
        events.insert(running.id, Arc::clone(&running));
        let job = Job { house: Arc::clone(house), running: Arc::clone(&running), event, summary, archive, card };
        let thread = std::thread::spawn(move || job.run(&games));
        *running.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
    }
}

/// What the thread of an event holds.
struct Job {
    house: Arc<House>,
    running: Arc<Running>,
    event: Event,
    summary: Summary,
    archive: Archive,
    card: EventCard,
}

impl Job {
    fn run(mut self, games: &[Result]) {
        let known = games.iter().filter_map(|game| Some((game.fixture.number, half_points(game.verdict)?)));
        let draw = Draw::new(self.event.schedule(), known.collect());
        let (hall, over) = (Hall::default(), Stop::default());
        let (event, running) = (&self.event, Arc::clone(&self.running));
        let (summary, archive, card) = (&mut self.summary, &mut self.archive, &mut self.card);
        let mut failed = false;
        let mut told = Instant::now();
        if !summary.decided() {
            let draw = std::thread::scope(|scope| {
                scope.spawn(|| show(&running, event, &hall, &over));
                let draw = event.run(draw, &running.halt, &hall, &mut |fixture, finished| {
                    let result = Result {
                        fixture: *fixture,
                        verdict: finished.verdict(),
                        ending: finished.ending.word().to_string(),
                        fault: finished.ending.is_fault(),
                    };
                    failed = archive.add(event, fixture, &finished).is_err();
                    summary.add(&result, finished.table.played().len());
                    card.games = summary.standings.played();
                    if told.elapsed() >= PACE || card.games < 20 {
                        running.state.send_replace(Arc::new(summary.state(card.clone())));
                        told = Instant::now();
                    }
                    if failed || summary.decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                over.raise();
                draw
            });
            for &(_, player) in draw.byes() {
                summary.standings.give(player, 2 * event.games);
            }
        }
        let complete = !failed && (summary.decided() || !running.halt.is_raised());
        card.state = "stopped";
        if complete {
            let now = moment::now();
            if archive.end(&summary.standings, &now).is_ok() {
                (card.state, card.ended) = ("over", Some(now));
            }
        }
        running.boards.send_replace(Arc::new(Vec::new()));
        running.state.send_replace(Arc::new(summary.state(card.clone())));
        self.house.events.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.running.id);
    }
}

/// Shows the boards to whoever watches, until the event is over.
fn show(running: &Running, event: &Event, hall: &Hall, over: &Stop) {
    while !over.is_raised() {
        std::thread::sleep(PACE);
        if running.boards.receiver_count() > 0 {
            running.boards.send_replace(Arc::new(boards(event, hall)));
        }
    }
}

fn boards(event: &Event, hall: &Hall) -> Vec<LiveBoard> {
    let name = |entrant: usize| event.entrants[entrant].name.clone();
    let shown = hall.boards().into_iter().filter_map(|board| {
        let start = (!board.position.is_empty()).then(|| board.position.clone());
        let table = event.shelf.table(&Setup { game: event.shelf.card().id.clone(), start }).ok()?;
        Some(LiveBoard {
            game: board.fixture.number + 1,
            first: name(board.fixture.first),
            second: name(board.fixture.second),
            plies: board.plies,
            last: board.last,
            trail: board.trail.iter().map(|on| on.0).collect(),
            value: board.score.zip(board.by).map(|(score, side)| Value::of(score, side)),
            board: Board::of(&*table),
        })
    });
    shown.collect()
}
