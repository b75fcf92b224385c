//! The tree search as a [`Search`]: how long it goes on, and what is told.
//!
//! It has no depth to go by; *depth n* stands for its n-th round, and each ends after half as many descents again as the one before. Whoever
//! watches a long round is told how it goes.

use super::descend::{Climber, Shared};
use super::style::Style;
use super::tree::{Node, Tree};
use crate::root::{sound_choices, verdict_here, winning_at_once};
use crate::worth::{Scale, Worth};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tabula_core::{
    Bound, Evaluator, Game, Job, Mover, Progress, Report, Score, Search, Side, Stop, Tactics, Tries, Verdict,
};

/// Descents before the first report.
const FIRST: u64 = 16;
/// Without any limit it ends with this report, which nobody has lived to see.
const LAST: u32 = 64;
/// So often the pace is asked within a round.
const OFTEN: u64 = 512;
/// So often a report is made within a round.
const NEWS: u64 = 16 * OFTEN;

/// The tree search. With one thread it is deterministic: the same job, after [`forget`](Search::forget), grows the same tree.
pub struct Mcts<G: Game, E> {
    /// One per thread.
    evals: Vec<E>,
    style: Style,
    scale: Scale,
    /// The size of the tree, in MiB.
    hash: usize,
    tree: Option<Tree<G>>,
}

impl<G: Game, E: Clone> Mcts<G, E> {
    /// A search that judges by `eval`, with so many threads, and grows a tree of at most `hash` MiB.
    pub fn new(eval: E, style: Style, hash: usize, threads: usize) -> Self {
        let scale = Scale::new(Worth::Chances { scale: style.scale });
        Self { evals: vec![eval; threads.max(1)], style, scale, hash, tree: None }
    }
}

impl<G: Tactics, E: Evaluator<G> + Clone> Search<G> for Mcts<G, E> {
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G> {
        let Self { evals, style, scale, hash, tree } = self;
        let allowed = sound_choices(job);
        let at = job.line.now();
        if allowed.is_empty() && (job.game.ended(at).is_some() || job.game.mover(at) != Mover::Chance) {
            return Verdict { best: None, report: Report::new(0, verdict_here(job), 0, Vec::new()) };
        }
        // A tree may long look elsewhere: where every move wins, the one that ends the game need not be the first it tries.
        if job.lines == 1
            && let Some(best) = winning_at_once(job, &allowed)
        {
            let report = Report::new(1, Score::win_in(1), allowed.len() as u64, vec![best]);
            tell(&report);
            return Verdict { best: Some(best), report };
        }
        let tree = tree.get_or_insert_with(|| Tree::new(*hash));
        tree.move_to(job.line);
        let tree = &*tree;
        // What was proven of the root may have been so by moves that are not allowed now.
        tree.root.prove(None);
        let (nodes, done) = (AtomicU64::new(0), Stop::default());
        let shared =
            &Shared { root: &tree.root, room: &tree.room, style, scale, allowed: &allowed, nodes: &nodes, done: &done };
        let Some((first, others)) = evals.split_first_mut() else {
            return Verdict { best: allowed.first().copied(), report: Report::new(0, Score::ZERO, 0, allowed) };
        };
        let report = std::thread::scope(|scope| {
            for (eval, thread) in others.iter_mut().zip(1..) {
                scope.spawn(move || {
                    let mut climber = Climber::new(job, eval, shared, thread);
                    while !climber.over && shared.root.proof().is_none() {
                        climber.descend();
                    }
                });
            }
            let report = Climber::new(job, first, shared, 0).drive(tell);
            done.raise();
            report
        });
        Verdict { best: report.line.first().or(allowed.first()).copied(), report }
    }

    fn forget(&mut self) {
        if let Some(tree) = &mut self.tree {
            tree.clear();
        }
    }
}

impl<'a, G: Tactics, E: Evaluator<G>> Climber<'a, G, E> {
    /// Descends until a limit, the pace, a stop or a proof ends it.
    fn drive(&mut self, tell: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let lines = self.job.lines.max(1);
        let last = self.job.limits.depth.map_or(LAST, |depth| depth.clamp(1, LAST));
        let root = self.shared.root;
        let (mut depth, mut descents, mut next) = (0, 0, FIRST);
        let (mut steady, mut leader, mut before) = (0, None, None);
        while depth < last {
            self.descend();
            if self.over {
                break;
            }
            descents += 1;
            let proven = root.proof().is_some();
            let due = descents >= next || proven;
            if !due && !descents.is_multiple_of(OFTEN) {
                continue;
            }
            let ranking = self.ranking();
            depth += u32::from(due);
            if due || descents.is_multiple_of(NEWS) {
                for rank in 0..lines.min(ranking.len()).max(1) {
                    tell(&self.report(&ranking, rank, depth));
                }
            }
            if due {
                next += next / 2;
                let best = ranking.first().and_then(|child| child.m);
                steady = if leader == best { steady + 1 } else { 1 };
                leader = best;
            }
            let score = self.score(&ranking, 0);
            let share = ranking.first().map_or(1.0, |best| best.visits() as f32 / root.visits().max(1) as f32);
            let nodes = self.shared.nodes.load(Relaxed);
            let progress = Progress { depth, nodes, score, before: before.unwrap_or(score), steady, share };
            if due {
                before = Some(score);
            }
            if proven || !self.job.pace.go_on(&progress) {
                break;
            }
        }
        self.report(&self.ranking(), 0, depth)
    }

    /// The moves of the root, the best first; none where the die moves.
    fn ranking(&self) -> Vec<&'a Node<G::Move>> {
        let Mover::Player(side) = self.game.mover(self.path.now()) else { return Vec::new() };
        let root = self.shared.root;
        let mut ranking: Vec<_> = root.children().iter().filter(|child| self.is_allowed(child)).collect();
        ranking.sort_by_cached_key(|child| Reverse(standing(root, child, side)));
        ranking
    }

    fn score(&self, ranking: &[&Node<G::Move>], rank: usize) -> Score {
        let root = self.shared.root;
        let (node, side, above) = match self.game.mover(self.path.now()) {
            Mover::Player(side) => (ranking.get(rank).copied().unwrap_or(root), side, 1),
            Mover::Chance => (root, Side::First, 0),
        };
        match node.proof() {
            Some(proof) => proof.score(side, above),
            None => self.shared.scale.guess((seen_by(side, node) * f64::from(Score::WIN.value())).round() as i32),
        }
    }

    fn report(&self, ranking: &[&Node<G::Move>], rank: usize, depth: u32) -> Report<G> {
        let tries = |node: &&Node<G::Move>| match self.game.mover(self.path.now()) {
            Mover::Player(side) => Some(Tries {
                visits: node.visits().into(),
                chance: ((seen_by(side, node) + 1.0) / 2.0) as f32,
                prior: node.hope.share,
            }),
            Mover::Chance => None,
        };
        Report {
            depth,
            reach: self.reach as u32,
            rank: rank + 1,
            score: self.score(ranking, rank),
            bound: Bound::Exact,
            nodes: self.shared.nodes.load(Relaxed),
            hits: 0,
            full: self.shared.room.full(),
            line: ranking.get(rank).map_or_else(Vec::new, |node| self.line_from(node)),
            tries: ranking.get(rank).and_then(tries),
            insight: self.oracle.as_ref().and_then(|oracle| oracle.insight()),
        }
    }

    /// The best line that begins with a root move, as far as the die leaves a choice and somebody looked.
    fn line_from(&self, node: &Node<G::Move>) -> Vec<G::Move> {
        let (mut at, mut position) = (node, self.path.now().clone());
        let mut line = Vec::new();
        while let Some(m) = at.m {
            self.game.play(&mut position, m, &mut ());
            line.push(m);
            let Mover::Player(side) = self.game.mover(&position) else { break };
            let seen = at.children().iter().filter(|child| child.visits() > 0);
            let Some(next) = seen.max_by_key(|child| standing(at, child, side)) else { break };
            at = next;
        }
        line
    }
}

/// How good a move is: what is proven, and whether it was looked at enough for its worth to be believed.
fn standing<M>(parent: &Node<M>, child: &Node<M>, side: Side) -> (i32, bool, i64, u32) {
    let proven = child.proof().map_or(0, |proof| proof.score(side, 1).value());
    let visits = child.visits();
    let most = parent.children().iter().map(Node::visits).max().unwrap_or(0);
    (proven, visits * 2 >= most && visits > 0, (seen_by(side, child) * 1e9) as i64, visits)
}

/// What a node is worth to a player on average, from -1 to 1.
fn seen_by<M>(side: Side, node: &Node<M>) -> f64 {
    if side == Side::First { node.mean() } else { -node.mean() }
}
