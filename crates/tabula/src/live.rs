//! An event while it goes on: progress, standings and the games on the boards, on standard error. Where nobody looks, a
//! line now and then.

use crate::progress::Live;
use crate::report::number;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;
use tabula_arena::hall::Board;
use tabula_arena::standings::Standings;
use tabula_arena::stats::{Sprt, strength};
use tabula_arena::{Event, Hall};
use tabula_core::Stop;

/// How many of the standings are shown, and how many boards.
const MOST: usize = 12;
/// How often boards are looked at.
const EVERY: Duration = Duration::from_millis(250);

/// What is shown of an event.
pub(crate) struct Show<'a> {
    event: &'a Event,
    hall: &'a Hall,
    test: Option<&'a Sprt>,
    kind: Kind,
}

enum Kind {
    /// A screen that is drawn again and again.
    Screen { multi: MultiProgress, main: ProgressBar, table: Vec<ProgressBar>, boards: Vec<ProgressBar> },
    /// A log.
    Lines(std::sync::Mutex<Live>),
}

impl<'a> Show<'a> {
    pub(crate) fn new(event: &'a Event, hall: &'a Hall, test: Option<&'a Sprt>, games: usize) -> Self {
        let kind = if std::io::stderr().is_terminal() {
            let multi = MultiProgress::new();
            let main = multi.add(crate::progress::bar(games));
            let line = || {
                let bar = multi.add(ProgressBar::new_spinner());
                if let Ok(style) = ProgressStyle::with_template("{msg}") {
                    bar.set_style(style);
                }
                bar
            };
            let rows = if event.entrants.len() > 2 { event.entrants.len().min(MOST) } else { 0 };
            let table = (0..rows).map(|_| line()).collect();
            let boards = (0..event.concurrency.min(MOST)).map(|_| line()).collect();
            Kind::Screen { multi, main, table, boards }
        } else {
            Kind::Lines(std::sync::Mutex::new(Live::new(games)))
        };
        Self { event, hall, test, kind }
    }

    /// After a game.
    pub(crate) fn tell(&self, standings: &Standings) {
        match &self.kind {
            Kind::Screen { main, table, .. } => {
                main.set_position(standings.played());
                main.set_message(self.status(standings));
                for (place, (bar, player)) in table.iter().zip(standings.order()).enumerate() {
                    let total = standings.total(player);
                    let (name, points) = (&self.event.entrants[player].name, number(standings.points(player), 1));
                    let score = format!("+{} ={} -{}", total.wins, total.draws, total.losses);
                    bar.set_message(format!("{:>3}  {points:>7}  {score:<16} {name}", place + 1));
                }
            }
            Kind::Lines(live) => {
                let mut live = live.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                live.tell(standings.played(), || self.status(standings));
            }
        }
    }

    /// Shows the boards until `done` is raised.
    pub(crate) fn watch(&self, done: &Stop) {
        let Kind::Screen { boards, .. } = &self.kind else { return };
        while !done.is_raised() {
            let now = self.hall.boards();
            for (i, bar) in boards.iter().enumerate() {
                bar.set_message(now.get(i).map_or(String::new(), |board| self.board(board)));
            }
            std::thread::sleep(EVERY);
        }
    }

    fn board(&self, board: &Board) -> String {
        let name = |player: usize| self.event.entrants[player].name.chars().take(24).collect::<String>();
        let fixture = &board.fixture;
        let score = board.score.map_or(String::new(), |score| format!(" ({score})"));
        let (first, second, last) = (name(fixture.first), name(fixture.second), &board.last);
        let seconds = board.begun.elapsed().as_secs();
        format!("  #{} {first} - {second}: ply {} {last}{score}, {seconds} s", fixture.number + 1, board.plies)
    }

    /// The state of things in a line.
    fn status(&self, standings: &Standings) -> String {
        if self.event.entrants.len() > 2 {
            let leader = standings.order().first().copied();
            return leader.map_or(String::new(), |leader| {
                format!("{} leads with {}", self.event.entrants[leader].name, number(standings.points(leader), 1))
            });
        }
        let duel = standings.duel(0, 1);
        let games = duel.games;
        let sample = if duel.pairs.count() > 1 { duel.pairs.sample() } else { games.sample() };
        let elo = strength(&sample).map_or(String::new(), |found| {
            format!("  Elo {} +- {}", number(found.elo.value, 1), number(found.elo.error, 1))
        });
        let ratio = self.test.map_or(String::new(), |test| {
            let (low, high) = test.bounds();
            format!("  LLR {:.2} ({low:.2}, {high:.2})", test.ratio(&test.sample(&games, &duel.pairs)))
        });
        format!("+{} ={} -{}{elo}{ratio}", games.wins, games.draws, games.losses)
    }

    /// Something that is to stay.
    pub(crate) fn say(&self, what: &str) {
        match &self.kind {
            // Nowhere is left to complain if standard error is closed.
            Kind::Screen { multi, .. } => drop(multi.println(what)),
            Kind::Lines(live) => live.lock().unwrap_or_else(std::sync::PoisonError::into_inner).say(what),
        }
    }

    /// At the end.
    pub(crate) fn end(&self) {
        match &self.kind {
            Kind::Screen { multi, main, .. } => {
                main.finish_and_clear();
                drop(multi.clear());
            }
            Kind::Lines(live) => live.lock().unwrap_or_else(std::sync::PoisonError::into_inner).end(),
        }
    }
}
