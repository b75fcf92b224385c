//! Runs an event, shows it while it goes on, keeps it, and tells the result.

use super::keeping::Keeping;
use crate::files;
use crate::live::Show;
use crate::report::{self, Report};
use crate::style::Style;
use std::io::Write;
use std::ops::ControlFlow;
use tabula_arena::standings::{Result, Standings, half_points};
use tabula_arena::stats::{Decision, Sprt};
use tabula_arena::{Draw, Event, Hall};
use tabula_core::{Side, Stop};

/// An event with what is to be said of it.
pub(crate) struct Job<'a> {
    pub(crate) event: &'a Event,
    pub(crate) test: Option<&'a Sprt>,
    /// Entrants whose rating is known.
    pub(crate) anchors: &'a [(usize, f64)],
    pub(crate) keeping: &'a Keeping,
}

/// What came of an event.
struct Done {
    standings: Standings,
    results: Vec<Result>,
    draw: Draw,
    interrupted: bool,
}

impl Job<'_> {
    /// Runs the event and tells the result; `true` if it was interrupted.
    pub(crate) fn run(&self, halt: &Stop, out: &mut dyn Write) -> anyhow::Result<bool> {
        let done = self.play(halt)?;
        let report = Report {
            event: self.event,
            standings: &done.standings,
            planned: done.draw.len(),
            test: self.test,
            anchors: self.anchors,
            winner: done.draw.winner(),
            results: &done.results,
        };
        if let Some(place) = &self.keeping.html {
            files::save(place, &report::html(&report))?;
        }
        if let Some(place) = &self.keeping.csv {
            files::save(place, &report::csv(&report))?;
        }
        if self.keeping.json {
            writeln!(out, "{:#}", report::json(&report, done.interrupted))?;
        } else {
            write!(out, "{}", report::text(&report, Style::of_stdout(false)))?;
        }
        Ok(done.interrupted)
    }

    /// Runs the event until it is over, its test decides, or Ctrl-C.
    fn play(&self, halt: &Stop) -> anyhow::Result<Done> {
        let event = self.event;
        let (mut keeper, mut results) = self.keeping.open(event)?;
        let mut standings = Standings::new(event.entrants.len());
        results.iter().for_each(|result| standings.add(result));
        let known = results.iter().filter_map(|result| Some((result.fixture.number, half_points(result.verdict)?)));
        let mut draw = Draw::new(event.schedule(), known.collect());
        let hall = Hall::default();
        let show = Show::new(event, &hall, self.test, draw.len());
        show.tell(&standings);
        let (mut failed, mut decided) = (None, self.decided(&standings));
        if !decided {
            let over = Stop::default();
            draw = std::thread::scope(|scope| {
                scope.spawn(|| show.watch(&over));
                let draw = event.run(draw, halt, &hall, &mut |fixture, finished| {
                    if finished.ending.is_fault() {
                        let loser = if finished.winner == Some(Side::First) { fixture.second } else { fixture.first };
                        let name = &event.entrants[loser].name;
                        show.say(&format!("game {}: {name} lost by {}", fixture.number + 1, finished.ending));
                    }
                    let result = Result {
                        fixture: *fixture,
                        verdict: finished.verdict(),
                        ending: finished.ending.word().to_string(),
                        fault: finished.ending.is_fault(),
                    };
                    standings.add(&result);
                    results.push(result);
                    failed = keeper.add(event, fixture, &finished).err();
                    show.tell(&standings);
                    decided = self.decided(&standings);
                    if decided || failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                over.raise();
                draw
            });
        }
        show.end();
        if let Some(error) = failed {
            return Err(error);
        }
        for &(_, player) in draw.byes() {
            standings.give(player, 2 * event.games);
        }
        results.sort_by_key(|result| result.fixture.number);
        let interrupted = halt.is_raised() && !decided;
        if !interrupted {
            keeper.end(&standings)?;
        }
        Ok(Done { standings, results, draw, interrupted })
    }

    /// Whether the test has seen enough.
    fn decided(&self, standings: &Standings) -> bool {
        let duel = standings.duel(0, 1);
        self.test.is_some_and(|test| test.decide(&test.sample(&duel.games, &duel.pairs)) != Decision::Open)
    }
}
