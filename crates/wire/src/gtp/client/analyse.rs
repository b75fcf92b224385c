//! A foreign engine that says what it thinks of a position, instead of moving.
//!
//! A search ends with the next order (the protocol has no limit for it): it is listened to until all moves together
//! were visited so often as was wished, or until its time is up.

use super::Engine;
use crate::gtp::analysis::{self, Analysis, Way};
use crate::gtp::colour;
use std::time::{Duration, Instant};
use tabula_core::{Fault, Side, Stop};
use tabula_engine::{Player, Record};

/// How long an engine may search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Search {
    /// Until all moves together were visited so often ...
    pub visits: u64,
    /// ... or so much time is over.
    pub time: Duration,
}

/// How often a search is to tell what it thinks, in hundredths of a second.
const INTERVAL: u32 = 2;
/// What Chinese rules with superko are called, in the order of what is tried.
const CHINESE: [(&str, &str); 3] =
    [("kata-set-rules", "chinese-kgs"), ("kata-set-rules", "chinese"), ("kgs-rules", "chinese")];

impl Engine {
    /// The best way to ask this engine what it thinks: by a search, if one is wanted, or by whatever says most for its
    /// time.
    ///
    /// # Errors
    /// If it knows none: the sentence names the orders that are missing.
    pub fn way(&self, searching: bool) -> Result<Way, Fault> {
        let wanted = || Way::ALL.into_iter().filter(move |way| !searching || way.searches());
        wanted().find(|way| self.knows(way.word())).ok_or_else(|| {
            let words: Vec<_> = wanted().map(Way::word).collect();
            let name = &self.card.name;
            let what = if searching { "analyse positions by a search" } else { "analyse positions" };
            Fault::new(format!("{name} does not {what}: it knows none of the orders {}", words.join(", ")))
        })
    }

    /// Tells the engine to play by Chinese rules, if it knows a word for that; others play by no other ones.
    ///
    /// # Errors
    /// If it ends meanwhile.
    pub fn play_chinese(&mut self) -> Result<(), Fault> {
        for (order, rules) in CHINESE {
            if self.knows(order) && self.set(order, rules).is_ok() {
                return Ok(());
            }
        }
        match self.program.is_alive() {
            true => Ok(()),
            false => Err(Fault::new(format!("{} is not running", self.program.name()))),
        }
    }

    /// What the engine thinks of the end of a record; `None` if it was stopped. The first analysis may take longer,
    /// since networks are made ready then.
    ///
    /// # Errors
    /// If it refuses, ends, or says what is no analysis; its process is then ended, and the next question has a new
    /// one.
    pub fn analyse(
        &mut self,
        record: &Record,
        way: Way,
        search: &Search,
        stop: &Stop,
    ) -> Result<Option<Analysis>, Fault> {
        if !self.program.is_running() {
            self.restart()?;
        }
        self.program.skip();
        let side = self.follow(record)?;
        let size = self.size(record)?;
        let told = match way {
            Way::RawNet => self.look(size, side, search.time),
            Way::Kata | Way::Leela => self.search(way, size, side, search, stop),
        };
        match told {
            Ok(Ok(told)) => Ok(told),
            Ok(Err((text, why))) => {
                self.program.end();
                let (name, order) = (self.program.name(), way.word());
                Err(Fault::new(format!("{name} said what is no answer to '{order}' ({why}): '{}'", short(&text))))
            }
            Err(fault) => Err(fault),
        }
    }

    fn size(&self, record: &Record) -> Result<usize, Fault> {
        let table = self.shelf.table(&record.setup).map_err(|faults| Fault::new(faults.to_string()))?;
        Ok(usize::from(table.view().ranks))
    }

    /// One look of its network.
    fn look(&mut self, size: usize, side: Side, patience: Duration) -> Result<Heard, Fault> {
        // One of the eight symmetries: all of them would come with empty lines between them, which end an answer.
        let order = format!("{} 0", Way::RawNet.word());
        match self.ask(&order, patience)? {
            Ok(text) => Ok(analysis::raw_net(&text, size, side).map(Some).map_err(|why| (text, why))),
            Err(why) => Err(self.refused(&order, &why)),
        }
    }

    /// A search, ended when it has gone far enough.
    fn search(&mut self, way: Way, size: usize, side: Side, search: &Search, stop: &Stop) -> Result<Heard, Fault> {
        // Leela Zero refuses words that it does not know.
        let more =
            if way == Way::Kata { format!(" maxmoves {} ownership true", size * size + 1) } else { String::new() };
        let order = format!("{} {} {INTERVAL}{more}", way.word(), colour(side));
        self.program.say(&order);
        let deadline = Instant::now() + search.time;
        let mut last: Option<String> = None;
        let heard = self.program.hear(
            |_| Some(if stop.is_raised() { Instant::now() } else { deadline }),
            &format!("an answer to '{}'", way.word()),
            &mut |line| {
                let text = line.trim_start_matches('=').trim();
                if let Some(why) = text.strip_prefix('?') {
                    return Some(Told::Refused(why.trim().to_string()));
                }
                // Everything else is chatter.
                if !text.starts_with("info ") {
                    return None;
                }
                match analysis::line(way, text, size) {
                    Ok(told) if told.visits >= search.visits => Some(Told::Enough(told)),
                    Ok(_) => {
                        last = Some(text.to_string());
                        None
                    }
                    Err(why) => Some(Told::Nonsense(text.to_string(), why)),
                }
            },
        );
        let told = match heard {
            Ok(Told::Enough(told)) => Some(told),
            Ok(Told::Refused(why)) => return Err(self.refused(&order, &why)),
            Ok(Told::Nonsense(text, why)) => return Ok(Err((text, why))),
            Err(_) if stop.is_raised() && self.program.is_alive() => None,
            Err(fault) => match last.and_then(|text| analysis::line(way, &text, size).ok()) {
                Some(told) if self.program.is_alive() => Some(told),
                _ => {
                    self.program.end();
                    return Err(fault);
                }
            },
        };
        // Any order ends the search; this one changes nothing.
        let _ = self.ask("name", self.patience.ready)?;
        Ok(Ok(told))
    }

    fn refused(&mut self, order: &str, why: &str) -> Fault {
        self.program.end();
        Fault::new(format!("{} refused '{order}': {why}", self.program.name()))
    }
}

/// An analysis, or the text that is none and why.
type Heard = Result<Option<Analysis>, (String, String)>;

/// What came of listening to a search.
enum Told {
    Enough(Analysis),
    Refused(String),
    Nonsense(String, String),
}

/// The beginning of a text, for a sentence.
fn short(text: &str) -> String {
    const MOST: usize = 60;
    let line = text.lines().next().unwrap_or_default();
    let short: String = line.chars().take(MOST).collect();
    if short.len() < text.len() { format!("{short}...") } else { short }
}
