//! Turns what was written into what it means, and gathers faults on the way.

use super::raw::{self, Raw, RawPlayer};
use super::{Plan, Source};
use crate::adjudicate::{Adjudication, DrawRule, WinRule};
use crate::control::TimeControl;
use crate::entrant::Entrant;
use crate::schedule::{Format, Schedule, swiss};
use crate::stats::{Model, Sprt};
use std::sync::Arc;
use std::time::Duration;
use tabula_core::{Fault, Faults};
use tabula_engine::near::unknown;
use tabula_engine::{Shelf, catalogue};
use toml::Spanned;

/// Reads every plan of a text.
pub(super) fn read(text: &str) -> Result<Vec<Plan>, Faults> {
    let mut reader = Reader { text, faults: Vec::new() };
    let events = raw::read(text, &mut |start, what| {
        let fault = Fault::new(what);
        reader.faults.push(match start {
            Some(start) => fault.in_line(line_of(text, start)),
            None => fault,
        });
    });
    if events.is_empty() && reader.faults.is_empty() {
        reader.faults.push(Fault::new("there is no event in it: [[event]]"));
    }
    let plans: Vec<_> = events.iter().filter_map(|raw| reader.plan(raw)).collect();
    if reader.faults.is_empty() { Ok(plans) } else { Err(Faults(reader.faults)) }
}

/// The line in which a place of the text stands.
fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1
}

struct Reader<'a> {
    text: &'a str,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, at: usize, what: impl Into<String>) {
        self.faults.push(Fault::new(what).in_line(line_of(self.text, at)));
    }

    fn plan(&mut self, raw: &Raw) -> Option<Plan> {
        let shelf = self.shelf(raw);
        let entrants = self.entrants(raw);
        let games = raw.games.as_ref().map_or(2, |games| *games.get_ref() as usize);
        let format = self.format(raw);
        let openings = self.openings(raw);
        let test = self.test(raw);
        let adjudication = self.adjudication(raw);
        let anchors = self.anchors(raw, &entrants);
        if let Some(format) = format {
            let schedule = Schedule { format, entrants: entrants.len(), games };
            // Players that cannot be read are faults already; then their number says nothing.
            if let Some(what) = schedule.fault().filter(|_| entrants.len() == raw.players.len()) {
                self.fault(raw.at, what);
            }
        }
        if test.is_some() && entrants.len() > 2 {
            self.fault(raw.at, format!("sprt: it compares two players, found {}", entrants.len()));
        }
        let concurrency = raw.concurrency.as_ref().map_or(1, |count| *count.get_ref() as usize);
        if !(1..=512).contains(&concurrency) {
            let at = raw.concurrency.as_ref().map_or(raw.at, |count| count.span().start);
            self.fault(at, format!("concurrency: expected from 1 to 512 games at a time, found {concurrency}"));
        }
        let title = raw.title.as_ref().map(|title| title.get_ref().clone());
        Some(Plan {
            title: title.unwrap_or_else(|| "Event".to_owned()),
            shelf: shelf?,
            format: format?,
            games,
            entrants,
            openings,
            seed: raw.seed.as_ref().map_or(1, |seed| *seed.get_ref()),
            concurrency,
            margin: Duration::from_millis(raw.margin.as_ref().map_or(10, |ms| u64::from(*ms.get_ref()))),
            adjudication,
            tables: raw.tables.as_ref().map(|folder| folder.get_ref().into()),
            anchors,
            test,
        })
    }

    fn shelf(&mut self, raw: &Raw) -> Option<Arc<dyn Shelf>> {
        let (name, at) = match &raw.game {
            Some(game) => (game.get_ref().as_str(), game.span().start),
            None => ("chess", raw.at),
        };
        catalogue::find(name).map_err(|faults| self.fault(at, format!("game: {faults}"))).ok()
    }

    fn format(&mut self, raw: &Raw) -> Option<Format> {
        const WORDS: [&str; 4] = ["round-robin", "gauntlet", "knockout", "swiss"];
        let word = raw.format.as_ref().map_or("round-robin", |format| format.get_ref().as_str());
        let at = raw.format.as_ref().map_or(raw.at, |format| format.span().start);
        let number = |entry: &Option<Spanned<u32>>| entry.as_ref().map(|number| *number.get_ref() as usize);
        let format = match word {
            "round-robin" => Format::RoundRobin,
            "gauntlet" => Format::Gauntlet { challengers: number(&raw.challengers).unwrap_or(1) },
            "knockout" => Format::Knockout,
            "swiss" => {
                // As many as it takes for a single winner, if everybody lost no more than necessary.
                let usual = (raw.players.len().max(2) - 1).ilog2() as usize + 2;
                Format::Swiss {
                    rounds: number(&raw.rounds).unwrap_or(usual.min(swiss::most_rounds(raw.players.len()))),
                }
            }
            other => {
                self.fault(at, unknown("format", other, &WORDS));
                return None;
            }
        };
        if let Some(rounds) = raw.rounds.as_ref().filter(|_| !matches!(format, Format::Swiss { .. })) {
            self.fault(rounds.span().start, format!("rounds: only a swiss has them, this is a {word}"));
        }
        if let Some(count) = raw.challengers.as_ref().filter(|_| !matches!(format, Format::Gauntlet { .. })) {
            self.fault(count.span().start, format!("challengers: only a gauntlet has them, this is a {word}"));
        }
        Some(format)
    }

    fn entrants(&mut self, raw: &Raw) -> Vec<Entrant> {
        let usual = raw.tc.as_ref().and_then(|tc| self.control(tc.get_ref(), tc.span().start));
        let mut entrants: Vec<Entrant> = Vec::new();
        if raw.players.is_empty() {
            self.fault(raw.at, "no players: players = [\"tabula:depth=4\", \"random\"]");
        }
        for player in &raw.players {
            let at = player.span().start;
            let RawPlayer { spec, name, tc } = player.get_ref();
            let own = tc.as_ref().and_then(|tc| self.control(tc, at));
            // A time control that cannot be read is a fault already, and not one of the player.
            let stand_in = raw.tc.is_some().then_some(TimeControl::Own);
            match Entrant::read(spec, own.or(usual).or(stand_in)) {
                Ok(mut entrant) => {
                    entrant.name = name.clone().unwrap_or(entrant.name);
                    if entrants.iter().any(|other| other.name == entrant.name) {
                        let what = format!("players: two are called '{}'; a name tells them apart", entrant.name);
                        self.fault(at, what);
                    }
                    entrants.push(entrant);
                }
                Err(fault) => self.fault(at, format!("player '{spec}': {fault}")),
            }
        }
        entrants
    }

    fn control(&mut self, text: &str, at: usize) -> Option<TimeControl> {
        text.parse().map_err(|what: String| self.fault(at, format!("tc: {what}"))).ok()
    }

    fn openings(&mut self, raw: &Raw) -> Source {
        let plies = raw.plies.as_ref().map(|plies| *plies.get_ref() as usize);
        let shuffled = match raw.order.as_ref().map(|order| (order.get_ref().as_str(), order.span().start)) {
            None | Some(("sequential", _)) => false,
            Some(("random", _)) => true,
            Some((other, at)) => {
                self.fault(at, unknown("order", other, &["sequential", "random"]));
                false
            }
        };
        match &raw.openings {
            Some(path) => Source::File { path: path.get_ref().into(), shuffled, plies: plies.unwrap_or(8) },
            None => Source::Random(plies),
        }
    }

    fn adjudication(&mut self, raw: &Raw) -> Adjudication {
        let score = |cp: u32| i32::try_from(cp).unwrap_or(i32::MAX);
        Adjudication {
            win: raw.resign.as_ref().map(|rule| {
                let [cp, moves] = *rule.get_ref();
                WinRule { score: score(cp), moves: moves.max(1) }
            }),
            draw: raw.draw.as_ref().map(|rule| {
                let [from, cp, plies] = *rule.get_ref();
                DrawRule { from, score: score(cp), plies: plies.max(1) }
            }),
            length: raw.max_moves.as_ref().map(|moves| (*moves.get_ref()).max(1)),
        }
    }

    fn anchors(&mut self, raw: &Raw, entrants: &[Entrant]) -> Vec<(usize, f64)> {
        let Some(anchors) = &raw.anchors else { return Vec::new() };
        let names: Vec<_> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        let mut found = Vec::new();
        for (name, &rating) in anchors.get_ref() {
            match names.iter().position(|known| known == name) {
                Some(place) if rating.is_finite() => found.push((place, rating)),
                Some(_) => self.fault(anchors.span().start, format!("anchors: {name}: {rating} is no rating")),
                None => self.fault(anchors.span().start, format!("anchors: {}", unknown("player", name, &names))),
            }
        }
        found
    }

    fn test(&mut self, raw: &Raw) -> Option<Sprt> {
        let spanned = raw.sprt.as_ref()?;
        let (test, at) = (spanned.get_ref(), spanned.span().start);
        let models = [Model::Normalised, Model::Logistic, Model::Bayesian];
        let word = test.model.as_deref().unwrap_or("normalised");
        let model = models.into_iter().find(|model| model.word() == word);
        if model.is_none() {
            self.fault(at, format!("sprt: {}", unknown("model", word, &models.map(Model::word))));
        }
        let (alpha, beta) = (test.alpha.unwrap_or(0.05), test.beta.unwrap_or(0.05));
        let sprt = Sprt { model: model?, elo0: test.elo0, elo1: test.elo1, alpha, beta };
        match sprt.fault() {
            Some(what) => {
                self.fault(at, format!("sprt: {what}"));
                None
            }
            None => Some(sprt),
        }
    }
}
