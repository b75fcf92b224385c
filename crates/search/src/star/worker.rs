//! What a running expectation search holds.
//!
//! Values are for the *viewer*: the player who moves, and the first player where the die does.

use super::outlook::Outlook;
use super::{LONGEST, Value};
use crate::alphabeta::history::{History, NOTHING, Way};
use crate::alphabeta::path::Path;
use crate::alphabeta::table::Table;
use crate::alphabeta::worker::{LOWEST, MOST_ESTIMATE, RootMove};
use crate::worth::Scale;
use tabula_core::{CERTAIN, Evaluator, Job, Mover, Outcome, Prospect, Score, Side, Tactics};

/// What is kept from search to search.
pub(super) struct Memory {
    pub table: Table,
    pub history: History,
}

/// The moves of a node with the numbers that order them.
pub(super) type List<M> = Vec<(i32, M)>;

/// A search at work.
pub(super) struct Worker<'a, G: Tactics, E> {
    pub game: &'a G,
    pub job: &'a Job<'a, G>,
    pub eval: &'a mut E,
    pub memory: &'a mut Memory,
    pub outlook: &'a Outlook,
    pub scale: &'a Scale,
    pub path: Path<G>,
    pub roots: Vec<RootMove<G::Move>>,
    /// Root moves before this one are the better lines, found already.
    pub rank: usize,
    pub nodes: u64,
    pub reach: usize,
    /// How many throws lie between the root and here.
    pub throws: u32,
    /// How many of them were skipped.
    pub skips: u32,
    /// Whether the search has been stopped: what nodes return is then meaningless.
    pub over: bool,
    /// The slots of the players' moves from the root to here.
    trail: Vec<usize>,
    /// By ply, the quiet move that last refuted something there.
    killers: Vec<Option<G::Move>>,
    /// For each ply the best line from there on, as far as the die leaves a choice.
    lines: Vec<Vec<G::Move>>,
    /// Lists that are not in use: a node takes one and gives it back.
    spare: Vec<List<G::Move>>,
    /// Where the game lists moves.
    pub listed: Vec<G::Move>,
    most: u64,
}

/// How a value changes for the viewer if the first and the second player lose at once with these chances.
pub(super) fn shade(value: Value, chances: [u32; 2], viewer: Side) -> Value {
    let [own, foe] = [viewer, !viewer].map(|side| chances[side as usize] as Value);
    (foe * (MOST_ESTIMATE - value) - own * (MOST_ESTIMATE + value)) / CERTAIN as Value
}

impl<'a, G: Tactics, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        job: &'a Job<'a, G>,
        eval: &'a mut E,
        memory: &'a mut Memory,
        outlook: &'a Outlook,
        scale: &'a Scale,
        roots: &[G::Move],
    ) -> Self {
        eval.reset(job.game, job.line.now());
        let root = |&m| RootMove { m, value: LOWEST, before: LOWEST, nodes: 0, reach: 0, line: vec![m] };
        Self {
            game: job.game,
            job,
            eval,
            memory,
            outlook,
            scale,
            path: Path::new(job.game, job.line),
            roots: roots.iter().map(root).collect(),
            rank: 0,
            nodes: 0,
            reach: 0,
            throws: 0,
            skips: 0,
            over: false,
            trail: Vec::new(),
            killers: vec![None; LONGEST + 4],
            lines: vec![Vec::new(); LONGEST + 4],
            spare: Vec::new(),
            listed: Vec::new(),
            most: job.limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Counts a node. Answers whether the search has to end.
    #[inline]
    pub(super) fn count(&mut self) -> bool {
        self.nodes += 1;
        self.over |= self.nodes >= self.most
            || self.job.stop.is_raised()
            || self.nodes.is_multiple_of(1024) && self.job.pace.is_over();
        self.over
    }

    /// The player for whom values are told here.
    #[inline]
    pub(super) fn viewer(&self) -> Side {
        match self.game.mover(self.path.now()) {
            Mover::Player(side) => side,
            Mover::Chance => Side::First,
        }
    }

    /// The value for `viewer` of the position that stands, whoever moves there.
    pub(super) fn value_for(&mut self, viewer: Side, depth: i32, alpha: Value, beta: Value) -> Value {
        match self.game.mover(self.path.now()) {
            Mover::Player(side) if side == viewer => self.node::<false>(depth, alpha, beta),
            Mover::Player(_) => -self.node::<false>(depth, -beta, -alpha),
            Mover::Chance if viewer == Side::First => self.throw(depth, alpha, beta),
            Mover::Chance => -self.throw(depth, -beta, -alpha),
        }
    }

    /// A result as a value.
    pub(super) fn result(&self, outcome: Outcome, viewer: Side) -> Value {
        let plies = self.path.ply() as u32;
        match outcome.winner {
            None => 0,
            Some(winner) if winner == viewer => Score::win_in(plies).value(),
            Some(_) => Score::loss_in(plies).value(),
        }
    }

    /// The value if the game is over here, or drawn by history.
    pub(super) fn over_here(&self, viewer: Side) -> Option<Value> {
        let game = self.game;
        if let Some(outcome) = game.ended(self.path.now()) {
            return Some(self.result(outcome, viewer));
        }
        let drawn = self.path.ply() > 0 && (self.path.is_repeated(game) || self.path.is_stale(game));
        if drawn {
            // A mate on the last quiet move is a mate.
            let mated = game.urgent(self.path.now()) && game.count(self.path.now()) == 0;
            return Some(if mated { self.result(game.stuck(self.path.now()), viewer) } else { 0 });
        }
        None
    }

    /// The evaluator's value, where a player moves.
    #[inline]
    pub(super) fn judge(&mut self) -> Value {
        let score = self.eval.value(self.game, self.path.now());
        let value = self.scale.value(score);
        if !G::CHANCE || self.outlook.foresight + self.outlook.opened == 0 {
            return value;
        }
        let Prospect { lost, opened } = self.game.prospect(self.path.now());
        let later = [0, 1].map(|player| {
            let tenths = lost[player] * self.outlook.foresight + opened[player] * self.outlook.opened;
            (tenths / 10).min(CERTAIN / 2)
        });
        value + shade(value, later, self.viewer())
    }

    /// What the next throw may cost the first and the second player; `None` where that is found only by looking at every outcome.
    pub(super) fn danger(&self, at: &G::Position) -> Option<[u32; 2]> {
        let peril = self.game.peril(at)?;
        let opening = if self.outlook.lines > 0 { self.game.opening(at) } else { [0; 2] };
        Some([0, 1].map(|player| (peril[player] + opening[player] * self.outlook.lines / 100).min(CERTAIN)))
    }

    /// What the first player would say at first sight, whoever moves; where the die does, after its first outcome.
    pub(super) fn sight(&mut self) -> Value {
        let viewer = self.viewer();
        if let Some(outcome) = self.game.ended(self.path.now()) {
            return self.result(outcome, Side::First);
        }
        if self.game.mover(self.path.now()) == Mover::Chance {
            let mut outcomes = Vec::new();
            self.game.chances(self.path.now(), &mut outcomes);
            return outcomes.first().map_or(0, |&(m, _)| self.glance(m));
        }
        let value = self.judge();
        if viewer == Side::First { value } else { -value }
    }

    /// The same after an outcome of the die.
    pub(super) fn glance(&mut self, m: G::Move) -> Value {
        if self.path.ply() + 2 >= LONGEST {
            return 0;
        }
        self.throw_to(m);
        let value = self.sight();
        self.throw_back();
        value
    }

    /// Makes a player's move.
    #[inline]
    pub(super) fn play(&mut self, m: G::Move) {
        self.trail.push(self.game.slot(self.path.now(), m));
        self.path.play(self.game, m, self.eval.push());
        self.memory.table.prefetch(self.path.key());
    }

    #[inline]
    pub(super) fn back(&mut self) {
        self.trail.pop();
        self.path.back();
        self.eval.pop();
    }

    /// Hands the move over, where the game allows that thought and it was not done just before.
    pub(super) fn pass(&mut self) -> bool {
        if self.trail.last() == Some(&NOTHING) || !self.path.pass(self.game) {
            return false;
        }
        self.trail.push(NOTHING);
        // The evaluator sees an empty ply.
        self.eval.push();
        true
    }

    /// Makes an outcome of the die.
    pub(super) fn throw_to(&mut self, m: G::Move) {
        self.throws += 1;
        self.path.play(self.game, m, self.eval.push());
    }

    /// Skips the die, where the game allows that thought.
    pub(super) fn still(&mut self) -> bool {
        let done = self.path.still(self.game);
        if done {
            self.throws += 1;
            self.skips += 1;
            self.eval.push();
        }
        done
    }

    /// Takes back that it was skipped.
    pub(super) fn still_back(&mut self) {
        self.skips -= 1;
        self.throw_back();
    }

    /// Takes back an outcome.
    pub(super) fn throw_back(&mut self) {
        self.throws -= 1;
        self.path.back();
        self.eval.pop();
    }

    /// Where the lessons about moves here are found: after the last move of the opponent, and the one before.
    pub(super) fn way(&self) -> Way {
        let last = |n| self.trail.len().checked_sub(n).map_or(NOTHING, |i| self.trail[i]);
        Way([last(1), last(2), NOTHING])
    }

    pub(super) fn killer(&self) -> Option<G::Move> {
        self.killers[self.path.ply()]
    }

    /// A quiet move was good enough.
    pub(super) fn set_killer(&mut self, m: G::Move) {
        self.killers[self.path.ply()] = Some(m);
    }

    pub(super) fn take_list(&mut self) -> List<G::Move> {
        self.spare.pop().unwrap_or_default()
    }

    pub(super) fn give_back(&mut self, mut list: List<G::Move>) {
        list.clear();
        self.spare.push(list);
    }

    /// A node begins.
    #[inline]
    pub(super) fn clear_line(&mut self) {
        let ply = self.path.ply();
        self.lines[ply].clear();
        self.reach = self.reach.max(ply);
    }

    /// `m` is the best move here so far; the line goes on as it was found below it.
    pub(super) fn keep_line(&mut self, m: G::Move) {
        let (here, below) = self.lines.split_at_mut(self.path.ply() + 1);
        let Some(here) = here.last_mut() else { return };
        here.clear();
        here.push(m);
        here.extend_from_slice(&below[0]);
    }

    /// The best line from the root.
    pub(super) fn best_line(&self) -> &[G::Move] {
        &self.lines[0]
    }
}
