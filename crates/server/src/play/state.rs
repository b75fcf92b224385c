//! A game in progress: whose turn it is, clocks, offers, counting. Knows no network and no thread.

use crate::api::board::{Look, Outcome, number, side};
use crate::api::play::{Control, Counting, Seat, What};
use crate::api::{Play, PlayerAsk};
use crate::problem::Problem;
use crate::seats::Chosen;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use tabula_core::{Cause, Dice, Mover, Score, Side, Square, Stop};
use tabula_engine::{Played, Table};

/// Who sits at the board.
#[derive(Clone, Debug)]
pub(crate) struct Sitting {
    pub(crate) ask: PlayerAsk,
    pub(crate) chosen: Chosen,
}

impl Sitting {
    pub(crate) const fn is_human(&self) -> bool {
        self.chosen.spec.is_none()
    }
}

/// What people agree on when both have passed.
#[derive(Clone, Debug)]
struct Count {
    dead: Vec<Square>,
    agreed: [bool; 2],
}

/// A game in progress.
pub(crate) struct State {
    pub(crate) table: Box<dyn Table>,
    pub(crate) seats: [Sitting; 2],
    clock: Option<Control>,
    left: [Duration; 2],
    /// Whose clock runs, and since when.
    running: Option<(Side, Instant)>,
    offer: Option<Side>,
    counting: Option<Count>,
    outcome: Option<Outcome>,
    pub(crate) note: Option<String>,
    pub(crate) version: u64,
    /// The engine that is at it.
    pub(crate) thinking: Option<Stop>,
    /// How often engines were asked.
    pub(crate) asked: u64,
    /// What the engine thought of its last move, for itself.
    pub(crate) opinion: Option<Score>,
    dice: Dice,
}

/// What is kept of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) start: Option<String>,
    pub(crate) moves: Vec<String>,
    pub(crate) players: [PlayerAsk; 2],
    clock: Option<Control>,
    left: [u64; 2],
    offer: Option<u8>,
    dead: Option<Vec<u16>>,
    agreed: [bool; 2],
    outcome: Option<Outcome>,
    note: Option<String>,
    version: u64,
}

/// An engine accepts a draw when it does not think itself better, and not before so many plies.
const NO_DRAW_BEFORE: usize = 40;
/// Whoever sets a clock sets one that somebody can finish a game with.
const MOST_BASE: u64 = 24 * 3_600_000;

impl State {
    pub(crate) fn new(
        table: Box<dyn Table>,
        seats: [Sitting; 2],
        clock: Option<Control>,
        seed: u64,
    ) -> Result<Self, Problem> {
        if let Some(Control { base, inc }) = clock
            && (base == 0 || base > MOST_BASE || inc > MOST_BASE)
        {
            return Err(Problem::bad("expected a clock between 1 ms and 24 hours").at("clock"));
        }
        let left = clock.map_or(Duration::ZERO, |clock| Duration::from_millis(clock.base));
        let mut state = Self {
            table,
            seats,
            clock,
            left: [left; 2],
            running: None,
            offer: None,
            counting: None,
            outcome: None,
            note: None,
            version: 1,
            thinking: None,
            asked: 0,
            opinion: None,
            dice: Dice::new(seed),
        };
        state.settle();
        Ok(state)
    }

    /// A game that comes back from the store; its clock goes on from where it was kept.
    pub(crate) fn again(table: Box<dyn Table>, seats: [Sitting; 2], kept: &Kept, seed: u64) -> Self {
        let count = |dead: &Vec<u16>| Count { dead: dead.iter().map(|&on| Square(on)).collect(), agreed: kept.agreed };
        let mut state = Self {
            table,
            seats,
            clock: kept.clock,
            left: kept.left.map(Duration::from_millis),
            running: None,
            offer: kept.offer.map(side),
            counting: kept.dead.as_ref().map(count),
            outcome: kept.outcome.clone(),
            note: kept.note.clone(),
            version: kept.version,
            thinking: None,
            asked: 0,
            opinion: None,
            dice: Dice::new(seed),
        };
        state.settle();
        state
    }

    pub(crate) fn kept(&self) -> Kept {
        let record = self.table.record();
        Kept {
            start: record.setup.start,
            moves: record.moves,
            players: self.seats.each_ref().map(|seat| seat.ask.clone()),
            clock: self.clock,
            left: self.left_now(),
            offer: self.offer.map(number),
            dead: self.counting.as_ref().map(|count| count.dead.iter().map(|on| on.0).collect()),
            agreed: self.counting.as_ref().map_or([false; 2], |count| count.agreed),
            outcome: self.outcome.clone(),
            note: self.note.clone(),
            version: self.version,
        }
    }

    /// As records write the result.
    pub(crate) fn result(&self) -> &'static str {
        self.outcome.as_ref().map_or("*", Outcome::points)
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    fn seat(&self, side: Side) -> &Sitting {
        &self.seats[usize::from(number(side))]
    }

    /// The names of the players; persons without one have none.
    pub(crate) fn names(&self) -> [String; 2] {
        self.seats.each_ref().map(|seat| seat.chosen.name.clone())
    }

    fn left_now(&self) -> [u64; 2] {
        let mut left = self.left;
        if let Some((side, since)) = self.running {
            let left = &mut left[usize::from(number(side))];
            *left = left.saturating_sub(since.elapsed());
        }
        left.map(|left| left.as_millis() as u64)
    }

    /// How the page sees it.
    pub(crate) fn play(&self, id: &str, begun: &str) -> Play {
        let mut look = Look::of(&*self.table);
        if self.outcome.is_some() || self.counting.is_some() {
            (look.deeds, look.mover) = (Vec::new(), None);
        }
        Play {
            id: id.into(),
            version: self.version,
            begun: begun.into(),
            look,
            players: self.seats.each_ref().map(|seat| Seat {
                kind: if seat.is_human() { "human" } else { "engine" },
                name: seat.chosen.name.clone(),
                ask: seat.ask.clone(),
            }),
            clock: self.clock,
            left: self.clock.map(|_| self.left_now()),
            running: self.running.map(|(side, _)| number(side)),
            thinking: self.thinking.is_some(),
            offer: self.offer.map(number),
            counting: self.counting.as_ref().map(|count| self.told(count)),
            outcome: self.outcome.clone(),
            note: self.note.clone(),
        }
    }

    fn told(&self, count: &Count) -> Counting {
        let holders = self.table.holders(&count.dead);
        Counting {
            dead: count.dead.iter().map(|on| on.0).collect(),
            agreed: count.agreed,
            outcome: self.counted(&count.dead),
            owner: holders
                .into_iter()
                .map(|holder| match holder {
                    Some(Side::First) => 1,
                    Some(Side::Second) => -1,
                    None => 0,
                })
                .collect(),
        }
    }

    fn counted(&self, dead: &[Square]) -> Outcome {
        let outcome = self.table.counted(dead).or_else(|| self.table.outcome());
        outcome.map_or_else(|| Outcome::beside(None, "count"), Outcome::from)
    }

    /// The engine whose turn it is, if one is to be asked.
    pub(crate) fn engine_to_move(&self) -> Option<Side> {
        match self.table.mover() {
            Mover::Player(side) if self.outcome.is_none() && self.counting.is_none() && !self.seat(side).is_human() => {
                Some(side)
            }
            _ => None,
        }
    }

    /// When the running clock is over.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let (side, since) = self.running?;
        Some(since + self.left[usize::from(number(side))])
    }

    /// What an engine is told of the clocks: its own and the rival's.
    pub(crate) fn clocks(&self, side: Side) -> Option<[tabula_engine::Left; 2]> {
        let control = self.clock?;
        let left = self.left_now().map(|left| tabula_engine::Left {
            time: Duration::from_millis(left),
            increment: Duration::from_millis(control.inc),
            moves: None,
        });
        Some(if side == Side::First { left } else { [left[1], left[0]] })
    }

    /// The clock of the side to move is over: it has lost. `false` if it is not.
    pub(crate) fn flag(&mut self) -> bool {
        match (self.deadline(), self.running) {
            (Some(deadline), Some((side, _))) if deadline <= Instant::now() => {
                self.left[usize::from(number(side))] = Duration::ZERO;
                self.end(Outcome::beside(Some(!side), "time"));
                self.version += 1;
                true
            }
            _ => false,
        }
    }

    /// A move of an engine.
    pub(crate) fn engine_plays(&mut self, side: Side, code: &str) -> Result<(), Problem> {
        self.thinking = None;
        self.moved(side, code)?;
        self.version += 1;
        self.settle();
        Ok(())
    }

    /// An engine gives up, or fails.
    pub(crate) fn engine_ends(&mut self, side: Side, cause: &str, note: Option<String>) {
        self.note = note;
        self.end(Outcome::beside(Some(!side), cause));
        self.version += 1;
    }

    /// Somebody does something.
    pub(crate) fn act(&mut self, what: &What) -> Result<(), Problem> {
        match what {
            What::Move { r#move } => self.human_moves(r#move)?,
            What::Back => self.take_back()?,
            What::Swap => {
                self.stop_thinking();
                self.seats.swap(0, 1);
                self.offer = None;
            }
            What::Offer => self.offers()?,
            What::Accept => {
                self.offer.take().ok_or_else(|| Problem::conflict("nobody offers a draw"))?;
                self.in_progress()?;
                self.end(Outcome::from(tabula_core::Outcome::draw(Cause::Agreement)));
            }
            What::Decline => {
                self.offer.take().ok_or_else(|| Problem::conflict("nobody offers a draw"))?;
            }
            What::Resign { side } => {
                self.in_progress()?;
                let side = self.person(*side)?;
                self.end(Outcome::from(tabula_core::Outcome::win(!side, Cause::Resignation)));
            }
            What::Dead { on } => self.toggle(Square(*on))?,
            What::Agree { side } => self.agrees(*side)?,
            What::Resume => {
                self.counting.take().ok_or_else(|| Problem::conflict("nothing is being counted"))?;
                // Both passes are taken back: whoever passed first is to move again.
                self.table.back();
                self.table.back();
                self.running = None;
            }
        }
        self.version += 1;
        self.settle();
        Ok(())
    }

    fn in_progress(&self) -> Result<(), Problem> {
        if self.outcome.is_some() { Err(Problem::conflict("the game is over")) } else { Ok(()) }
    }

    fn human_moves(&mut self, code: &str) -> Result<(), Problem> {
        self.in_progress()?;
        if self.counting.is_some() {
            return Err(Problem::conflict("the board is being counted: agree, or play on"));
        }
        let Mover::Player(side) = self.table.mover() else { return Err(Problem::conflict("the die is to move")) };
        if !self.seat(side).is_human() {
            return Err(Problem::conflict("it is not your turn"));
        }
        if self.offer == Some(!side) {
            self.offer = None;
        }
        self.note = None;
        self.moved(side, code)
    }

    /// Plays a move and presses the clock.
    fn moved(&mut self, side: Side, code: &str) -> Result<(), Problem> {
        let played = self.table.play(code).map_err(|fault| Problem::bad(fault.to_string()).at("move"))?;
        debug_assert_eq!(played.by, Some(side));
        let left = self.left_now();
        self.left = left.map(Duration::from_millis);
        if let (Some(control), Some(_)) = (self.clock, self.running) {
            self.left[usize::from(number(side))] += Duration::from_millis(control.inc);
        }
        self.running = None;
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), Problem> {
        if !self.seats.iter().any(Sitting::is_human) {
            return Err(Problem::conflict("nobody sits here who could take a move back"));
        }
        let start = self.table.played().iter().filter(|played| played.by.is_some()).count();
        if start == 0 {
            return Err(Problem::conflict("there is no move to take back"));
        }
        self.stop_thinking();
        (self.outcome, self.counting, self.offer, self.note) = (None, None, None, None);
        let mut taken = false;
        while !(taken && self.human_to_move()) {
            let by = self.table.played().last().map(|Played { by, .. }| *by);
            if by.is_none() || !self.table.back() {
                break;
            }
            taken |= by.is_some_and(|by| by.is_some());
        }
        // Time does not come back.
        self.left = self.left_now().map(Duration::from_millis);
        self.running = None;
        Ok(())
    }

    fn human_to_move(&self) -> bool {
        matches!(self.table.mover(), Mover::Player(side) if self.seat(side).is_human())
    }

    fn offers(&mut self) -> Result<(), Problem> {
        self.in_progress()?;
        let side = match self.table.mover() {
            Mover::Player(side) if self.seat(side).is_human() => side,
            _ => self.person(None)?,
        };
        if self.seat(!side).is_human() {
            self.offer = Some(side);
            return Ok(());
        }
        let content = self.opinion.is_some_and(|score| score <= Score::ZERO);
        if content && self.table.played().len() >= NO_DRAW_BEFORE {
            self.end(Outcome::from(tabula_core::Outcome::draw(Cause::Agreement)));
        } else {
            self.note = Some("the opponent declines the draw".into());
        }
        Ok(())
    }

    /// The person who is meant: the one named, or the only one there is.
    fn person(&self, named: Option<u8>) -> Result<Side, Problem> {
        let persons: Vec<Side> = Side::BOTH.into_iter().filter(|&side| self.seat(side).is_human()).collect();
        match (named, &persons[..]) {
            (Some(number @ (0 | 1)), persons) if persons.contains(&side(number)) => Ok(side(number)),
            (None, [only]) => Ok(*only),
            (None, [_, _]) => Err(Problem::bad("two persons play: say which side, 0 or 1").at("side")),
            _ => Err(Problem::bad("no person sits there").at("side")),
        }
    }

    fn toggle(&mut self, on: Square) -> Result<(), Problem> {
        let count = self.counting.as_mut().ok_or_else(|| Problem::conflict("nothing is being counted"))?;
        if self.table.view().man(on).is_none() {
            return Err(Problem::bad("there is no stone").at("on"));
        }
        let group = self.table.together(on);
        if count.dead.contains(&on) {
            count.dead.retain(|stone| !group.contains(stone));
        } else {
            count.dead.extend(group);
            count.dead.sort_unstable();
        }
        // Whoever had agreed agreed to something else.
        count.agreed = self.seats.each_ref().map(|seat| !seat.is_human());
        Ok(())
    }

    fn agrees(&mut self, named: Option<u8>) -> Result<(), Problem> {
        let side = match (named, self.counting.is_some()) {
            (_, false) => return Err(Problem::conflict("nothing is being counted")),
            (named, true) => self.person(named)?,
        };
        if let Some(count) = &mut self.counting {
            count.agreed[usize::from(number(side))] = true;
            if count.agreed == [true; 2] {
                let dead = count.dead.clone();
                let outcome = self.counted(&dead);
                self.end(outcome);
            }
        }
        Ok(())
    }

    fn stop_thinking(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.raise();
        }
    }

    fn end(&mut self, outcome: Outcome) {
        self.stop_thinking();
        self.left = self.left_now().map(Duration::from_millis);
        (self.outcome, self.running, self.offer, self.counting) = (Some(outcome), None, None, None);
    }

    /// Lets the die roll, sees whether the game is over, and starts the clock of whoever is to move.
    fn settle(&mut self) {
        if self.outcome.is_some() || self.counting.is_some() {
            return;
        }
        while self.table.outcome().is_none() && self.table.roll(&mut self.dice).is_some() {}
        if let Some(outcome) = self.table.outcome() {
            let agreed = self.seats.each_ref().map(|seat| !seat.is_human());
            // Where a board is counted, people decide which men are dead.
            if matches!(outcome.cause, Cause::Count(_)) && agreed != [true; 2] {
                self.stop_thinking();
                self.left = self.left_now().map(Duration::from_millis);
                (self.running, self.offer) = (None, None);
                self.counting = Some(Count { dead: self.table.lost(), agreed });
            } else {
                self.end(Outcome::from(outcome));
            }
            return;
        }
        // The first move costs no time: the board may still be looked for.
        if let (Some(_), None, Mover::Player(side)) = (self.clock, self.running, self.table.mover())
            && !self.table.played().is_empty()
        {
            self.running = Some((side, Instant::now()));
        }
    }
}

#[cfg(test)]
mod tests;
