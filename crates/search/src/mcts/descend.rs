//! One descent: from the root to a leaf, and back.

use super::proof::Proof;
use super::style::Style;
use super::tree::{Id, ROOT, Tree};
use crate::alphabeta::LONGEST;
use crate::alphabeta::path::Path;
use crate::worth::Scale;
use tabula_core::{Dice, Evaluator, Job, Mover, Side, Tactics};

/// A tree search at work.
pub(super) struct Climber<'a, G: Tactics, E> {
    pub game: &'a G,
    pub job: &'a Job<'a, G>,
    pub eval: &'a mut E,
    pub tree: &'a mut Tree<G>,
    pub style: &'a Style,
    pub scale: &'a Scale,
    /// The moves that are allowed at the root; none where the die moves there.
    pub allowed: &'a [G::Move],
    pub path: Path<G>,
    pub dice: Dice,
    pub nodes: u64,
    pub reach: usize,
    /// Whether the search has to end.
    pub over: bool,
    /// Where the game lists moves.
    pub listed: Vec<G::Move>,
    /// The nodes from the root to here, and who moves there.
    trail: Vec<(Id, Mover)>,
    most: u64,
}

impl<'a, G: Tactics, E: Evaluator<G>> Climber<'a, G, E> {
    pub(super) fn new(
        job: &'a Job<'a, G>,
        eval: &'a mut E,
        tree: &'a mut Tree<G>,
        style: &'a Style,
        scale: &'a Scale,
        allowed: &'a [G::Move],
    ) -> Self {
        eval.reset(job.game, job.line.now());
        Self {
            game: job.game,
            job,
            eval,
            tree,
            style,
            scale,
            allowed,
            path: Path::new(job.game, job.line),
            dice: Dice::new(job.seed),
            nodes: 0,
            reach: 0,
            over: false,
            listed: Vec::new(),
            trail: Vec::new(),
            most: job.limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Counts a position that is looked at. Answers whether no more may be.
    pub(super) fn count(&mut self) -> bool {
        self.over |= self.nodes >= self.most
            || self.job.stop.is_raised()
            || self.nodes.is_multiple_of(256) && self.nodes > 0 && self.job.pace.is_over();
        self.nodes += u64::from(!self.over);
        self.over
    }

    pub(super) fn play(&mut self, m: G::Move) {
        self.path.play(self.game, m, self.eval.push());
    }

    pub(super) fn back(&mut self) {
        self.path.back();
        self.eval.pop();
    }

    /// Goes down to a leaf, values it, and tells everyone on the way.
    pub(super) fn descend(&mut self) {
        if self.count() {
            return;
        }
        self.trail.clear();
        let mut at = ROOT;
        let value = loop {
            self.trail.push((at, self.game.mover(self.path.now())));
            if let Some(proof) = self.tree[at].proof {
                break proof.value();
            }
            if self.tree[at].is_leaf()
                && let Some(value) = self.arrive(at)
            {
                break value;
            }
            let Some(next) = self.choose(at) else { break self.tree[at].mean() };
            if let Some(m) = self.tree[next].m {
                self.play(m);
            }
            at = next;
        };
        self.reach = self.reach.max(self.path.ply());
        (0..self.path.ply()).for_each(|_| self.back());
        self.tell(value);
    }

    /// The value of a leaf, whose position stands; `None` if it has children now.
    fn arrive(&mut self, at: Id) -> Option<f64> {
        if let Some(outcome) = self.game.ended(self.path.now()) {
            return Some(self.prove(at, Proof { winner: outcome.winner, plies: 0 }));
        }
        if at != ROOT {
            if self.path.is_repeated(self.game) || self.path.is_stale(self.game) {
                // Not proven: by another way the position may not be drawn. And a mate on the last quiet move is a mate.
                let mated = self.game.urgent(self.path.now()) && self.game.count(self.path.now()) == 0;
                let winner = if mated { self.game.stuck(self.path.now()).winner } else { None };
                return Some(Proof { winner, plies: 0 }.value());
            }
            if self.tree[at].visits == 0 || self.path.ply() + 8 >= LONGEST {
                return Some(self.leaf());
            }
        }
        if self.expand(at) {
            return Some(self.leaf());
        }
        self.tree[at].proof.map(Proof::value)
    }

    fn prove(&mut self, at: Id, proof: Proof) -> f64 {
        self.tree[at].proof = Some(proof);
        proof.value()
    }

    /// The child to go on with, where the position that stands has some.
    fn choose(&self, at: Id) -> Option<Id> {
        match self.game.mover(self.path.now()) {
            Mover::Player(side) => self.most_promising(at, side),
            Mover::Chance => self.most_wanting(at),
        }
    }

    /// What a player looks at next: worth so far, and what is owed to moves that were looked at little (PUCT).
    fn most_promising(&self, at: Id, side: Side) -> Option<Id> {
        let node = &self.tree[at];
        let sign = if side == Side::First { 1.0 } else { -1.0 };
        let explore = f64::from(self.style.explore) / 100.0 * f64::from(node.visits.max(1)).sqrt();
        let untried = sign * node.mean() - f64::from(self.style.caution) / 100.0;
        let mut best = None;
        let mut most = f64::NEG_INFINITY;
        for id in node.children() {
            let child = &self.tree[id];
            if at == ROOT && !self.is_allowed(id) {
                continue;
            }
            let urge = match child.proof {
                // Nothing more is to be learnt there; a lost move least of all.
                Some(proof) => sign * proof.value() - if proof.winner == Some(!side) { 10.0 } else { 0.0 },
                None => {
                    let worth = if child.visits == 0 { untried } else { sign * child.mean() };
                    worth + explore * f64::from(child.share) / f64::from(1 + child.visits)
                }
            };
            if urge > most {
                (best, most) = (Some(id), urge);
            }
        }
        best
    }

    /// The outcome that was drawn least often for its weight.
    fn most_wanting(&self, at: Id) -> Option<Id> {
        let node = &self.tree[at];
        let due = f64::from(node.visits + 1);
        let wanting = |id: Id| {
            let child = &self.tree[id];
            f64::from(child.share) * due - f64::from(child.visits)
        };
        node.children().reduce(|best, id| if wanting(id) > wanting(best) { id } else { best })
    }

    /// Tells everyone on the way what was found; what is proven by it is proven.
    fn tell(&mut self, mut value: f64) {
        let mut news = false;
        let trail = std::mem::take(&mut self.trail);
        for &(id, mover) in trail.iter().rev() {
            if news
                && self.tree[id].proof.is_none()
                && let Some(proof) = self.proof_of(id, mover)
            {
                value = self.prove(id, proof);
            }
            news = self.tree[id].proof.is_some();
            let node = &mut self.tree[id];
            node.visits += 1;
            node.sum += value;
        }
        self.trail = trail;
    }

    /// What follows for a node from what is proven below it.
    fn proof_of(&self, id: Id, mover: Mover) -> Option<Proof> {
        let children = self.tree[id].children().filter(|&child| id != ROOT || self.is_allowed(child));
        Proof::follows(mover, children.map(|child| self.tree[child].proof))
    }

    /// Whether a child of the root may be chosen.
    pub(super) fn is_allowed(&self, child: Id) -> bool {
        self.allowed.is_empty() || self.tree[child].m.is_some_and(|m| self.allowed.contains(&m))
    }
}
