//! A walk through the tree below the root: what every textbook search does at every node.
//!
//! It counts nodes, watches the limits, knows results, draws and the horizon, keeps the best line, and turns
//! signs. Which moves to follow, and in which order, it leaves to the searches.

use super::quiescence::{self, Horizon};
use super::window::Window;
use crate::root::restrict;
use tabula_core::{Claims, Evaluator, Job, Line, Mover, Outcome, Score, Side, Tactics};

/// The search was stopped, or its nodes are used up; the walk stands anywhere and must not go on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Halted;

/// What a search finds where it arrives.
pub(crate) enum Place<M> {
    /// The rules decide: the value for the viewer.
    Over(Score),
    /// The die moves.
    Die,
    /// A player chooses among these, of which there is at least one. Give the list back with [`Walk::recycle`].
    Open(Vec<M>),
}

/// The state of one search. Values are for the *viewer*: the player who moves, and the first player where the die does.
pub(crate) struct Walk<'a, G: Tactics, E: Evaluator<G>> {
    job: &'a Job<'a, G>,
    eval: &'a mut E,
    horizon: Horizon,
    line: Line<G>,
    /// Plies of the line that were played before the search.
    root: usize,
    nodes: u64,
    /// Whether some line was cut off at the horizon rather than played to its end.
    cut_off: bool,
    /// Lists that are not in use: a node takes one and gives it back, so that none is allocated per node.
    spare: Vec<Vec<G::Move>>,
    /// For each ply the best line from there on.
    best: Vec<Vec<G::Move>>,
    /// The best line of the last iteration.
    previous: Vec<G::Move>,
    /// Where [`Order`](super::Order) sorts, kept so that it is not allocated per node.
    pub(crate) valued: Vec<(Score, G::Move)>,
}

impl<'a, G: Tactics, E: Evaluator<G>> Walk<'a, G, E> {
    pub(crate) fn new(job: &'a Job<'a, G>, eval: &'a mut E, horizon: Horizon) -> Self {
        eval.reset(job.game, job.line.now());
        Self {
            job,
            eval,
            horizon,
            line: job.line.clone(),
            root: job.line.plies(),
            nodes: 0,
            cut_off: false,
            spare: Vec::new(),
            best: vec![Vec::new()],
            previous: Vec::new(),
            valued: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn game(&self) -> &'a G {
        self.job.game
    }

    #[inline]
    pub(crate) fn now(&self) -> &G::Position {
        self.line.now()
    }

    /// Plies below the root.
    #[inline]
    pub(crate) fn ply(&self) -> usize {
        self.line.plies() - self.root
    }

    /// Positions visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The player for whom values are told here.
    #[inline]
    pub(crate) fn viewer(&self) -> Side {
        match self.game().mover(self.now()) {
            Mover::Player(side) => side,
            Mover::Chance => Side::First,
        }
    }

    /// Counts the position that stands, and says what it is.
    ///
    /// A position without moves is decided even at the horizon, so that a mate in n plies needs n plies of depth.
    pub(crate) fn arrive(&mut self) -> Result<Place<G::Move>, Halted> {
        if self.job.stop.is_raised()
            || self.job.limits.nodes.is_some_and(|limit| self.nodes >= limit)
            || self.nodes % 256 == 255 && self.job.pace.is_over()
        {
            return Err(Halted);
        }
        self.nodes += 1;
        let ply = self.ply();
        self.best[ply].clear();
        let game = self.game();
        if let Some(outcome) = game.ended(self.now()) {
            return Ok(Place::Over(self.judge(outcome)));
        }
        let die = G::CHANCE && game.mover(self.now()) == Mover::Chance;
        let mut moves = self.spare.pop().unwrap_or_default();
        if !die {
            game.moves(self.line.now(), &mut moves);
        }
        let outcome = if !die && moves.is_empty() {
            Some(game.stuck(self.now()))
        } else if ply > 0 {
            self.line.drawn(game, Claims::Taken)
        } else {
            restrict(&mut moves, self.job.only);
            None
        };
        if die || outcome.is_some() {
            self.recycle(moves);
            return Ok(outcome.map_or(Place::Die, |outcome| Place::Over(self.judge(outcome))));
        }
        Ok(Place::Open(moves))
    }

    /// A result as a value: nearer wins are better, later losses too.
    fn judge(&self, outcome: Outcome) -> Score {
        let plies = self.ply() as u32;
        match outcome.winner {
            None => Score::ZERO,
            Some(winner) if winner == self.viewer() => Score::win_in(plies),
            Some(_) => Score::loss_in(plies),
        }
    }

    /// The value at the horizon, where `moves` are not followed any more.
    pub(crate) fn leaf(&mut self, moves: Vec<G::Move>, window: Window) -> Result<Score, Halted> {
        self.cut_off = true;
        match self.horizon {
            Horizon::Sharp => {
                self.recycle(moves);
                Ok(self.evaluate())
            }
            Horizon::Quiet => quiescence::settle(self, moves, window, 0),
        }
    }

    /// The evaluator's opinion of the position that stands, in which a player moves.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> Score {
        self.eval.value(self.job.game, self.line.now())
    }

    #[inline]
    pub(crate) fn play(&mut self, m: G::Move) {
        self.line.play_watched(self.job.game, m, self.eval.push());
        if self.best.len() <= self.ply() {
            self.best.push(Vec::new());
        }
    }

    #[inline]
    pub(crate) fn back(&mut self) {
        self.line.back();
        self.eval.pop();
    }

    /// The value of a move for the viewer here, when `child` tells it for the viewer after it.
    ///
    /// Window and value change their sign where the viewer changes, and only there.
    #[inline]
    pub(crate) fn follow(
        &mut self,
        m: G::Move,
        window: Window,
        child: impl FnOnce(&mut Self, Window) -> Result<Score, Halted>,
    ) -> Result<Score, Halted> {
        let viewer = self.viewer();
        self.play(m);
        let score = if self.viewer() == viewer { child(self, window)? } else { -child(self, -window)? };
        self.back();
        Ok(score)
    }

    /// The value where the die moves: the mean of its outcomes by weight. `child` tells each one exactly, and
    /// hears what share of all weight it has.
    pub(crate) fn mean(
        &mut self,
        mut child: impl FnMut(&mut Self, f64) -> Result<Score, Halted>,
    ) -> Result<Score, Halted> {
        let mut outcomes = Vec::new();
        self.game().chances(self.now(), &mut outcomes);
        let total: f64 = outcomes.iter().map(|&(_, weight)| f64::from(weight)).sum();
        let mut values = Vec::with_capacity(outcomes.len());
        for (m, weight) in outcomes {
            let share = f64::from(weight) / total;
            values.push((self.follow(m, Window::full(), |walk, _| child(walk, share))?, weight));
        }
        Ok(Score::mean(values))
    }

    /// What a move looks like at first sight: the value one ply deep. It is not a visit, and counts no node.
    pub(crate) fn glance(&mut self, m: G::Move) -> Result<Score, Halted> {
        fn look<G: Tactics, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>) -> Result<Score, Halted> {
            match walk.arrive()? {
                Place::Over(score) => Ok(score),
                Place::Die => walk.mean(|walk, _| look(walk)),
                Place::Open(moves) => {
                    walk.recycle(moves);
                    Ok(walk.evaluate())
                }
            }
        }
        let nodes = self.nodes;
        let score = self.follow(m, Window::full(), |walk, _| look(walk));
        self.nodes = nodes;
        score
    }

    /// `m` is the best move here so far; the line goes on as it was found below it.
    pub(crate) fn keep(&mut self, m: G::Move) {
        let ply = self.ply();
        let (here, below) = self.best.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(m);
        here[ply].extend_from_slice(&below[0]);
    }

    /// The best line from the root.
    pub(crate) fn best_line(&self) -> &[G::Move] {
        &self.best[0]
    }

    /// Puts another line in the place of the best one from the root.
    pub(crate) fn set_best_line(&mut self, line: Vec<G::Move>) {
        self.best[0] = line;
    }

    /// Begins an iteration: the best line so far becomes the one to try first.
    pub(crate) fn begin(&mut self) {
        self.previous.clone_from(&self.best[0]);
        self.cut_off = false;
    }

    /// Whether this iteration has seen every line to its end, so that more depth would change nothing.
    pub(crate) fn is_exhausted(&self) -> bool {
        !self.cut_off
    }

    /// The move of the previous iteration's best line, while the walk is on it.
    pub(crate) fn previous_best(&self) -> Option<G::Move> {
        let ply = self.ply();
        let next = *self.previous.get(ply)?;
        (self.line.moves()[self.root..] == self.previous[..ply]).then_some(next)
    }

    /// Takes a list back for the next node.
    #[inline]
    pub(crate) fn recycle(&mut self, mut moves: Vec<G::Move>) {
        moves.clear();
        self.spare.push(moves);
    }
}

/// Turns a value for `viewer` into one for the first player, and back.
pub(crate) fn absolute(score: Score, viewer: Side) -> Score {
    match viewer {
        Side::First => score,
        Side::Second => -score,
    }
}
