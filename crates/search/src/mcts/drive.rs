//! The tree search as a [`Search`]: how long it goes on, and what is told.
//!
//! It has no depth to go by; *depth n* stands for its n-th report, and each takes twice the visits of the one before.

use super::descend::Climber;
use super::style::Style;
use super::tree::{Id, ROOT, Tree};
use crate::root::{sound_choices, verdict_here};
use crate::worth::{Scale, Worth};
use std::cmp::Reverse;
use tabula_core::{Bound, Evaluator, Game, Job, Mover, Progress, Report, Score, Search, Side, Tactics, Verdict};

/// Descents before the first report.
const FIRST: u64 = 16;
/// Without any limit it ends with this report.
const LAST: u32 = 40;
/// So often the pace is asked between reports.
const OFTEN: u64 = 512;

/// The tree search. It is deterministic: the same job, after [`forget`](Search::forget), grows the same tree.
pub struct Mcts<G: Game, E> {
    eval: E,
    style: Style,
    scale: Scale,
    /// The size of the tree, in MiB.
    hash: usize,
    tree: Option<Tree<G>>,
}

impl<G: Game, E> Mcts<G, E> {
    /// A search that judges by `eval` and grows a tree of at most `hash` MiB.
    pub fn new(eval: E, style: Style, hash: usize) -> Self {
        Self { eval, style, scale: Scale::new(Worth::Chances { scale: style.scale }), hash, tree: None }
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for Mcts<G, E> {
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G> {
        let Self { eval, style, scale, hash, tree } = self;
        let allowed = sound_choices(job);
        let at = job.line.now();
        if allowed.is_empty() && (job.game.ended(at).is_some() || job.game.mover(at) != Mover::Chance) {
            return Verdict { best: None, report: Report::new(0, verdict_here(job), 0, Vec::new()) };
        }
        let tree = tree.get_or_insert_with(|| Tree::new(*hash));
        tree.move_to(job.line);
        // What was proven of the root may have been so by moves that are not allowed now.
        tree[ROOT].proof = None;
        let mut climber = Climber::new(job, eval, tree, style, scale, &allowed);
        let report = climber.drive(tell);
        Verdict { best: report.line.first().or(allowed.first()).copied(), report }
    }

    fn forget(&mut self) {
        if let Some(tree) = &mut self.tree {
            tree.clear();
        }
    }
}

impl<G: Tactics, E: Evaluator<G>> Climber<'_, G, E> {
    /// Descends until a limit, the pace, a stop or a proof ends it.
    fn drive(&mut self, tell: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let lines = self.job.lines.max(1);
        let last = self.job.limits.depth.map_or(LAST, |depth| depth.clamp(1, LAST));
        let (mut depth, mut descents) = (0, 0);
        let (mut steady, mut leader, mut before) = (0, None, None);
        while depth < last {
            self.descend();
            if self.over {
                break;
            }
            descents += 1;
            let proven = self.tree[ROOT].proof.is_some();
            let due = descents >= FIRST << depth || proven;
            if !due && !descents.is_multiple_of(OFTEN) {
                continue;
            }
            let ranking = self.ranking();
            if due {
                depth += 1;
                for rank in 0..lines.min(ranking.len()).max(1) {
                    tell(&self.report(&ranking, rank, depth));
                }
                let best = ranking.first().copied();
                steady = if leader == best { steady + 1 } else { 1 };
                leader = best;
            }
            let score = self.score(&ranking, 0);
            let share = leader.map_or(1.0, |best| self.tree[best].visits as f32 / self.tree[ROOT].visits as f32);
            let progress = Progress { depth, nodes: self.nodes, score, before: before.unwrap_or(score), steady, share };
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
    fn ranking(&self) -> Vec<Id> {
        let Mover::Player(side) = self.game.mover(self.path.now()) else { return Vec::new() };
        let mut ranking: Vec<_> = self.tree[ROOT].children().filter(|&id| self.is_allowed(id)).collect();
        ranking.sort_by_cached_key(|&id| Reverse(self.standing(ROOT, id, side)));
        ranking
    }

    /// How good a move is: what is proven, and whether it was looked at enough for its worth to be believed.
    fn standing(&self, parent: Id, id: Id, side: Side) -> (i32, bool, i64, u32) {
        let node = &self.tree[id];
        let proven = node.proof.map_or(0, |proof| proof.score(side, 1).value());
        let most = self.tree[parent].children().map(|child| self.tree[child].visits).max().unwrap_or(0);
        let worth = if side == Side::First { node.mean() } else { -node.mean() };
        (proven, node.visits * 2 >= most && node.visits > 0, (worth * 1e9) as i64, node.visits)
    }

    fn score(&self, ranking: &[Id], rank: usize) -> Score {
        let (id, side, above) = match self.game.mover(self.path.now()) {
            Mover::Player(side) => (ranking.get(rank).copied().unwrap_or(ROOT), side, 1),
            Mover::Chance => (ROOT, Side::First, 0),
        };
        let node = &self.tree[id];
        match node.proof {
            Some(proof) => proof.score(side, above),
            None => {
                let worth = if side == Side::First { node.mean() } else { -node.mean() };
                self.scale.guess((worth * f64::from(Score::WIN.value())).round() as i32)
            }
        }
    }

    fn report(&self, ranking: &[Id], rank: usize, depth: u32) -> Report<G> {
        Report {
            depth,
            reach: self.reach as u32,
            rank: rank + 1,
            score: self.score(ranking, rank),
            bound: Bound::Exact,
            nodes: self.nodes,
            hits: 0,
            full: self.tree.full(),
            line: ranking.get(rank).map_or_else(Vec::new, |&id| self.line_from(id)),
        }
    }

    /// The best line that begins with a root move, as far as the die leaves a choice and somebody looked.
    fn line_from(&self, id: Id) -> Vec<G::Move> {
        let (mut at, mut position) = (id, self.path.now().clone());
        let mut line = Vec::new();
        while let Some(m) = self.tree[at].m {
            self.game.play(&mut position, m, &mut ());
            line.push(m);
            let Mover::Player(side) = self.game.mover(&position) else { break };
            let seen = self.tree[at].children().filter(|&child| self.tree[child].visits > 0);
            let Some(next) = seen.max_by_key(|&child| self.standing(at, child, side)) else { break };
            at = next;
        }
        line
    }
}
