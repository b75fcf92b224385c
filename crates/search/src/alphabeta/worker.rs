//! What one thread of the strong search holds.

use super::history::{Fault, History, NOTHING, Way};
use super::margins::Margins;
use super::order::Pool;
use super::path::Path;
use super::table::{Entry, Table};
use super::{LONGEST, Value};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tabula_core::{Evaluator, Job, Mover, Outcome, Score, Side, Tactics};

/// What a thread keeps from search to search.
pub(super) struct Memory<G: Tactics> {
    pub history: History,
    /// Where nodes put their moves: each uses the end, and leaves it as it was.
    pub pool: Pool<G::Move>,
    /// Where the game lists moves.
    pub list: Vec<G::Move>,
}

impl<G: Tactics> Memory<G> {
    pub(super) fn new(game: &G) -> Self {
        Self { history: History::new(game), pool: Pool::new(), list: Vec::with_capacity(256) }
    }
}

/// What a node leaves for the nodes below and beside it.
#[derive(Clone)]
pub(super) struct Frame<M> {
    /// The corrected static value; `None` in check.
    pub eval: Option<Value>,
    /// The slot of the move that is being searched.
    pub slot: usize,
    /// Whether that move is quiet.
    pub quiet: bool,
    /// The move left out while it is asked whether it is singular.
    pub excluded: Option<M>,
    /// The quiet move that last refuted a sibling.
    pub killer: Option<M>,
    /// How often children have cut off.
    pub cutoffs: u32,
    /// How often the line was extended twice.
    pub doubles: u32,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self { eval: None, slot: NOTHING, quiet: false, excluded: None, killer: None, cutoffs: 0, doubles: 0 }
    }
}

/// A move at the root, with what is known of it.
#[derive(Clone)]
pub(crate) struct RootMove<M> {
    pub m: M,
    /// The value of this iteration; lowest until it was searched and found better than others.
    pub value: Value,
    /// The value of the last iteration.
    pub before: Value,
    /// Nodes spent on it, in all iterations.
    pub nodes: u64,
    pub reach: usize,
    pub line: Vec<M>,
}

/// Frames before the root, so that looking back needs no question.
const EARLIER: usize = 4;

/// One thread at work.
pub(super) struct Worker<'a, G: Tactics, E: Evaluator<G>> {
    pub game: &'a G,
    pub job: &'a Job<'a, G>,
    pub eval: &'a mut E,
    pub memory: &'a mut Memory<G>,
    pub table: &'a Table,
    pub margins: &'a Margins,
    /// Late-move reductions by depth and number, noisy and quiet.
    pub late: &'a super::reduce::Late,
    pub path: Path<G>,
    frames: Vec<Frame<G::Move>>,
    /// For each ply the best line from there on.
    lines: Vec<Vec<G::Move>>,
    pub roots: Vec<RootMove<G::Move>>,
    /// Root moves before this one are the better lines, found already.
    pub rank: usize,
    pub nodes: u64,
    pub hits: u64,
    pub reach: usize,
    /// The depth of the iteration.
    pub depth: i32,
    /// The null move is not tried above this ply: its result is being verified.
    pub no_pass_before: usize,
    /// Whether the search has been stopped: what nodes return is then meaningless.
    pub over: bool,
    /// How many nodes this thread may visit.
    most: u64,
    /// What this thread tells the others of its nodes.
    tally: &'a AtomicU64,
    /// Raised by the first thread when it is done.
    done: &'a tabula_core::Stop,
}

/// What a worker shares with the others.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub margins: &'a Margins,
    pub late: &'a super::reduce::Late,
    pub tally: &'a AtomicU64,
    pub done: &'a tabula_core::Stop,
}

impl<'a, G: Tactics, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        job: &'a Job<'a, G>,
        eval: &'a mut E,
        memory: &'a mut Memory<G>,
        shared: Shared<'a>,
        roots: &[G::Move],
    ) -> Self {
        eval.reset(job.game, job.line.now());
        let root = |&m| RootMove { m, value: LOWEST, before: LOWEST, nodes: 0, reach: 0, line: vec![m] };
        Self {
            game: job.game,
            job,
            eval,
            memory,
            table: shared.table,
            margins: shared.margins,
            late: shared.late,
            path: Path::new(job.game, job.line),
            frames: vec![Frame::default(); LONGEST + EARLIER + 4],
            lines: vec![Vec::new(); LONGEST + 4],
            roots: roots.iter().map(root).collect(),
            rank: 0,
            nodes: 0,
            hits: 0,
            reach: 0,
            depth: 0,
            no_pass_before: 0,
            over: false,
            most: job.limits.nodes.unwrap_or(u64::MAX),
            tally: shared.tally,
            done: shared.done,
        }
    }

    /// Counts a node. Answers whether the search has to end.
    #[inline(always)]
    pub(super) fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.tally.store(self.nodes, Relaxed);
            if self.nodes.is_multiple_of(1024) && self.job.pace.is_over() {
                self.over = true;
            }
        }
        if self.nodes >= self.most || self.job.stop.is_raised() || self.done.is_raised() {
            self.over = true;
        }
        self.over
    }

    #[inline(always)]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame<G::Move> {
        &mut self.frames[ply + EARLIER]
    }

    /// The frame some plies before a ply; there are empty ones before the root.
    #[inline(always)]
    pub(super) fn earlier(&self, ply: usize, plies: usize) -> &Frame<G::Move> {
        &self.frames[ply + EARLIER - plies]
    }

    /// Where the lessons about the moves of this ply are found.
    #[inline(always)]
    pub(super) fn way(&self, ply: usize) -> Way {
        Way([self.earlier(ply, 1).slot, self.earlier(ply, 2).slot, self.earlier(ply, 4).slot])
    }

    /// Teaches something about the move that led to the node at this ply, if it was a quiet one.
    #[inline(always)]
    pub(super) fn teach_prior(&mut self, ply: usize, bonus: i32) {
        let before = self.earlier(ply, 1);
        if ply > 0 && before.quiet && before.slot != NOTHING {
            let (slot, way) = (before.slot, self.way(ply - 1));
            self.memory.history.teach_quiet(slot, way, bonus);
        }
    }

    /// Where the errors about the position that stands are kept.
    #[inline(always)]
    pub(super) fn fault(&self, ply: usize) -> Fault {
        let at = self.path.now();
        let second = self.game.mover(at) == Mover::Player(Side::Second);
        let last = [self.earlier(ply, 1).slot, self.earlier(ply, 2).slot];
        self.memory.history.fault(self.game.aspects(at), second, last)
    }

    /// The evaluator's value, kept away from proven ones.
    #[inline(always)]
    pub(super) fn judge(&mut self) -> Value {
        self.eval.value(self.game, self.path.now()).value().clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
    }

    /// The same, unless the table has it already.
    #[inline(always)]
    pub(super) fn judge_once(&mut self, entry: Option<Entry>) -> Value {
        match entry.and_then(|entry| entry.eval) {
            Some(value) => value,
            None => self.judge(),
        }
    }

    /// A static value with what was learnt of its errors, and less of it when a draw comes nearer.
    #[inline(always)]
    pub(super) fn corrected(&self, raw: Value, fault: Fault) -> Value {
        let wrong = self.memory.history.correction(fault, self.margins);
        (self.path.fade(self.game, raw) + wrong).clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
    }

    /// A move is likely to be made: the table's answer can be on its way while that is decided.
    #[inline(always)]
    pub(super) fn expect(&self, m: G::Move) {
        self.table.prefetch(self.game.key_after(self.path.now(), m));
    }

    /// Makes a move: slot, table's place, evaluator and path. The die, where there is one, is ignored.
    #[inline(always)]
    pub(super) fn play(&mut self, ply: usize, m: G::Move) {
        let at = self.path.now();
        let (slot, quiet) = (self.game.slot(at, m), !self.game.is_noisy(at, m));
        let frame = self.frame(ply);
        (frame.slot, frame.quiet) = (slot, quiet);
        self.path.play_past_the_die(self.game, m, self.eval.push());
        self.table.prefetch(self.path.key());
    }

    #[inline(always)]
    pub(super) fn back(&mut self) {
        self.path.back();
        self.eval.pop();
    }

    /// A result as a value for the mover.
    pub(super) fn result(&self, outcome: Outcome) -> Value {
        let plies = self.path.ply() as u32;
        match outcome.winner {
            None => self.draw(),
            Some(winner) if Mover::Player(winner) == self.game.mover(self.path.now()) => Score::win_in(plies).value(),
            Some(_) => Score::loss_in(plies).value(),
        }
    }

    /// A draw is worth nothing, give or take a little: so that of several ways to a draw not always the same
    /// is taken, and the search does not go blind to the others.
    #[inline(always)]
    pub(super) fn draw(&self) -> Value {
        (self.nodes & 2) as Value - 1
    }

    #[inline(always)]
    pub(super) fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// `m` is the best move here so far; the line goes on as it was found below it.
    pub(super) fn keep_line(&mut self, ply: usize, m: G::Move) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(m);
        here[ply].extend_from_slice(&below[0]);
    }

    pub(super) fn line_below(&self, ply: usize) -> &[G::Move] {
        &self.lines[ply + 1]
    }
}

/// Below every value.
pub(crate) const LOWEST: Value = -Score::INFINITE.value();
/// The greatest static value: below wins that are known from tables.
pub(crate) const MOST_ESTIMATE: Value = Score::TABLE_WIN.value() - LONGEST as Value - 1;

/// Whether a value is no estimate: proven, or known from tables.
#[inline(always)]
pub(crate) const fn is_known(value: Value) -> bool {
    value.abs() > MOST_ESTIMATE
}
