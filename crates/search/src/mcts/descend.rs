//! One descent: from the root to a leaf, and back.

use super::later::Played;
use super::proof::Proof;
use super::style::Style;
use super::tree::{Node, Room};
use crate::alphabeta::LONGEST;
use crate::alphabeta::path::Path;
use crate::worth::Scale;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tabula_core::{Dice, Evaluator, Hope, Job, Mover, Oracle, Side, Stop, Tactics, Trail};

/// What all threads of a search share.
pub(super) struct Shared<'a, G: Tactics> {
    pub root: &'a Node<G::Move>,
    pub room: &'a Room,
    pub style: &'a Style,
    pub scale: &'a Scale,
    /// The moves that are allowed at the root; none where the die moves there.
    pub allowed: &'a [G::Move],
    /// Positions looked at.
    pub nodes: &'a AtomicU64,
    /// Raised when the first thread has ended.
    pub done: &'a Stop,
}

/// A thread of a tree search at work.
pub(super) struct Climber<'a, G: Tactics, E> {
    pub game: &'a G,
    pub job: &'a Job<'a, G>,
    pub shared: &'a Shared<'a, G>,
    pub eval: &'a mut E,
    /// Who judges leaves, where the evaluator has more to say than a value.
    pub oracle: Option<Box<dyn Oracle<G>>>,
    /// Whether that has a policy.
    has_policy: bool,
    /// How many positions before the present one it wants to see.
    pub memory: usize,
    pub path: Path<G>,
    pub dice: Dice,
    pub reach: usize,
    /// Whether the search has to end.
    pub over: bool,
    /// Where the game lists moves ...
    pub listed: Vec<G::Move>,
    /// ... and what they promise.
    pub hopes: Vec<Hope>,
    /// What was played behind the leaf.
    pub out: Trail,
    /// The nodes from the root to here, and who moves there.
    trail: Vec<(&'a Node<G::Move>, Mover)>,
    played: Played,
    descents: u64,
    most: u64,
}

impl<'a, G: Tactics, E: Evaluator<G>> Climber<'a, G, E> {
    pub(super) fn new(job: &'a Job<'a, G>, eval: &'a mut E, shared: &'a Shared<'a, G>, thread: u64) -> Self {
        let (game, at) = (job.game, job.line.now());
        eval.reset(game, at);
        let mut oracle = eval.oracle();
        if let Some(oracle) = &mut oracle {
            oracle.reset(game, at);
        }
        Self {
            game,
            job,
            shared,
            eval,
            // Where all moves share one slot, there is nothing to learn from moves that were played later.
            played: Played::new(if oracle.is_some() && game.slots() > 1 { game.slots() } else { 0 }),
            has_policy: oracle.as_ref().is_some_and(|oracle| oracle.has_policy()),
            memory: oracle.as_ref().map_or(0, |oracle| oracle.memory()),
            oracle,
            path: Path::new(game, job.line),
            dice: Dice::new(job.seed.wrapping_add(thread)),
            reach: 0,
            over: false,
            listed: Vec::new(),
            hopes: Vec::new(),
            out: Trail::default(),
            trail: Vec::new(),
            descents: 0,
            most: job.limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Counts a position that is looked at. Answers whether no more may be.
    pub(super) fn count(&mut self) -> bool {
        self.over |=
            self.shared.nodes.load(Relaxed) >= self.most || self.job.stop.is_raised() || self.shared.done.is_raised();
        if !self.over {
            let nodes = self.shared.nodes.fetch_add(1, Relaxed) + 1;
            self.over = nodes.is_multiple_of(256) && self.job.pace.is_over();
        }
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
        self.descents += 1;
        // Games that are played out take long: the clock is looked at often.
        self.over |= self.oracle.is_some() && self.descents.is_multiple_of(8) && self.job.pace.is_over();
        if self.over || self.count() {
            self.over = true;
            return;
        }
        self.trail.clear();
        self.out.played.clear();
        let mut at = self.shared.root;
        let value = loop {
            at.enter();
            self.trail.push((at, self.game.mover(self.path.now())));
            if let Some(proof) = at.proof() {
                break proof.value();
            }
            if at.is_leaf()
                && let Some(value) = self.arrive(at)
            {
                break value;
            }
            let Some(next) = self.choose(at) else { break at.mean() };
            if let Some(m) = next.m {
                self.play(m);
            }
            at = next;
        };
        self.reach = self.reach.max(self.path.ply());
        (0..self.path.ply()).for_each(|_| self.back());
        self.tell(value);
    }

    fn is_root(&self, at: &Node<G::Move>) -> bool {
        std::ptr::eq(at, self.shared.root)
    }

    /// The value of a leaf, whose position stands; `None` if it has children now.
    fn arrive(&mut self, at: &'a Node<G::Move>) -> Option<f64> {
        if let Some(outcome) = self.game.ended(self.path.now()) {
            return Some(prove(at, Proof { winner: outcome.winner, plies: 0 }));
        }
        if !self.is_root(at) {
            if self.path.is_repeated(self.game) || self.path.is_stale(self.game) {
                // Not proven: by another way the position may not be drawn. And a mate on the last quiet move is a mate.
                let mated = self.game.urgent(self.path.now()) && self.game.count(self.path.now()) == 0;
                let winner = if mated { self.game.stuck(self.path.now()).winner } else { None };
                return Some(Proof { winner, plies: 0 }.value());
            }
            let patience = self.oracle.as_ref().map_or(1, |oracle| oracle.patience());
            let patience = if self.has_policy { 0 } else { patience };
            if at.visits() < patience || self.path.ply() + 8 >= LONGEST {
                return Some(self.leaf());
            }
        }
        if self.expand(at) {
            return Some(self.leaf());
        }
        // A policy has just looked at the position: its value costs nothing more.
        let valued = self.has_policy && at.proof().is_none();
        if valued { Some(self.leaf()) } else { at.proof().map(Proof::value) }
    }

    /// The child to go on with, where the position that stands has some.
    fn choose(&self, at: &'a Node<G::Move>) -> Option<&'a Node<G::Move>> {
        match self.game.mover(self.path.now()) {
            Mover::Player(side) => self.most_promising(at, side),
            Mover::Chance => most_wanting(at),
        }
    }

    /// What a player looks at next: worth so far, and what is owed to moves that were looked at little (PUCT).
    fn most_promising(&self, at: &'a Node<G::Move>, side: Side) -> Option<&'a Node<G::Move>> {
        let sign = if side == Side::First { 1.0 } else { -1.0 };
        let style = self.shared.style;
        let explore = match self.oracle {
            Some(_) if self.has_policy => style.policy,
            Some(_) => style.wander,
            None => style.explore,
        };
        let explore = f64::from(explore) / 100.0 * f64::from(at.visits().max(1)).sqrt();
        // The more of a policy's shares was tried, the less is to be hoped for from the rest.
        let doubt = if self.has_policy {
            let tried = at.children().iter().filter(|child| child.visits() > 0);
            f64::from(style.doubt) * f64::from(tried.map(|child| child.hope.share).sum::<f32>()).sqrt()
        } else {
            f64::from(style.caution)
        };
        let untried = sign * at.mean() - doubt / 100.0;
        let at_root = self.is_root(at);
        let mut best = None;
        let mut most = f64::NEG_INFINITY;
        for child in at.children() {
            if at_root && !self.is_allowed(child) {
                continue;
            }
            let urge = match child.proof() {
                // Nothing more is to be learnt there; a lost move least of all.
                Some(proof) => sign * proof.value() - if proof.winner == Some(!side) { 10.0 } else { 0.0 },
                None => {
                    // What it promised counts as tries here, too.
                    let tried = f64::from(child.visits() + child.guests()) + f64::from(child.hope.tries);
                    worth(child, sign, untried, style.later) + explore * f64::from(child.hope.share) / (1.0 + tried)
                }
            };
            if urge > most {
                (best, most) = (Some(child), urge);
            }
        }
        best
    }

    /// Tells everyone on the way what was found; what is proven by it is proven.
    fn tell(&mut self, mut value: f64) {
        let mut news = false;
        let trail = std::mem::take(&mut self.trail);
        let learns = !self.out.played.is_empty();
        if learns {
            self.played.begin(&self.out.played);
        }
        let mut below: Option<&Node<G::Move>> = None;
        for &(node, mover) in trail.iter().rev() {
            if news
                && node.proof().is_none()
                && let Some(proof) = self.proof_of(node, mover)
            {
                value = prove(node, proof);
            }
            news = node.proof().is_some();
            if self.over {
                // What was looked at last was not looked at to its end.
                node.give_up();
            } else {
                node.leave(value);
                if learns && let Mover::Player(side) = mover {
                    if let Some(child) = below {
                        self.played.before(side, child.slot as usize);
                    }
                    for child in
                        node.children().iter().filter(|child| self.played.first(child.slot as usize) == Some(side))
                    {
                        child.later().add(value);
                    }
                }
            }
            below = Some(node);
        }
        self.trail = trail;
    }

    /// What follows for a node from what is proven below it.
    fn proof_of(&self, node: &Node<G::Move>, mover: Mover) -> Option<Proof> {
        let at_root = self.is_root(node);
        let children = node.children().iter().filter(|child| !at_root || self.is_allowed(child));
        Proof::follows(mover, children.map(Node::proof))
    }

    /// Whether a child of the root may be chosen.
    pub(super) fn is_allowed(&self, child: &Node<G::Move>) -> bool {
        let allowed = self.shared.allowed;
        allowed.is_empty() || child.m.is_some_and(|m| allowed.contains(&m))
    }
}

fn prove<M>(at: &Node<M>, proof: Proof) -> f64 {
    at.prove(Some(proof));
    proof.value()
}

/// What a move is believed to be worth to the mover: by what was seen of it, by what it promised, and, as long as that is
/// little, by what it was worth in lines in which it was played later. A descent that is not yet back counts as lost, so that
/// other threads look elsewhere.
fn worth<M>(child: &Node<M>, sign: f64, untried: f64, equal: u32) -> f64 {
    let guests = f64::from(child.guests());
    let tried = f64::from(child.visits()) + guests;
    let hope = f64::from(child.hope.tries);
    let seen = tried + hope;
    let here =
        if seen == 0.0 { untried } else { (sign * child.sum() - guests + f64::from(child.hope.worth) * hope) / seen };
    let (times, mean) = child.later().seen();
    if times == 0.0 {
        return here;
    }
    // Both count alike where the move was tried `equal` times (Gelly and Silver's schedule, as Michi has it).
    let part = times / (times + seen + seen * times / f64::from(equal.max(1)));
    part * sign * mean + (1.0 - part) * here
}

/// The outcome that was drawn least often for its weight.
fn most_wanting<M>(at: &Node<M>) -> Option<&Node<M>> {
    let due = f64::from(at.visits() + 1);
    let wanting = |child: &Node<M>| f64::from(child.hope.share) * due - f64::from(child.visits() + child.guests());
    at.children().iter().reduce(|best, child| if wanting(child) > wanting(best) { child } else { best })
}
