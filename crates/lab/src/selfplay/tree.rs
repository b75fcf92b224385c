//! The tree below one position of a game of self-play. It grows by a leaf at a time and never asks the net itself: whoever plays
//! many games asks for all their leaves at once.
//!
//! Inside the tree moves are chosen by PUCT or, under a Gumbel root, as that paper has it: such that visits come to match the
//! improved policy. Values are those of the player to move.

use super::config::{Choices, Play, Root};
use tabula_core::{Claims, Encode, Game, Line, Mover, Outcome, Side, Tactics};
use tabula_nets::shares;

/// How far below its parent's value a move starts that PUCT has not tried, when all others were.
const DOUBT: f32 = 0.3;
/// A constant of the Gumbel paper: values sway the policy as if the best move had so many more visits.
const VISITS: f32 = 50.0;

/// A move at a node.
pub(super) struct Edge<M> {
    pub m: M,
    /// What the policy says of it.
    pub logit: f32,
    /// The same as a share of 1, with noise at a root that has some.
    pub share: f32,
    pub visits: u32,
    /// What it was worth to the mover, over all visits.
    sum: f32,
    child: Option<u32>,
}

impl<M> Edge<M> {
    /// What it was worth to the mover on average.
    pub(super) fn worth(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum / self.visits as f32)
    }
}

struct Node<M> {
    mover: Side,
    /// What the net thought of it.
    value: f32,
    edges: Vec<Edge<M>>,
}

impl<M> Node<M> {
    fn visits(&self) -> u32 {
        self.edges.iter().map(|edge| edge.visits).sum()
    }

    /// What it is worth to its mover by all that is known: the net's opinion, and what visits have shown.
    fn mixed(&self) -> f32 {
        let tried = self.edges.iter().filter_map(|edge| edge.worth().map(|worth| (edge.share, worth)));
        let (shares, sum) =
            tried.fold((0.0, 0.0), |(shares, sum), (share, worth)| (shares + share, sum + share * worth));
        if shares <= 0.0 {
            return self.value;
        }
        let visits = self.visits() as f32;
        (self.value + visits * sum / shares) / (1.0 + visits)
    }
}

/// What a descent came to.
pub(super) enum Descent {
    /// A leaf that the net has to judge: the line stands there.
    Leaf,
    /// A finished game: it was told already, and the line stands at the root again.
    End,
}

pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// The way from the root to the leaf: nodes and their edges.
    path: Vec<(u32, u32)>,
}

impl<M: Copy> Tree<M> {
    pub(super) const fn new() -> Self {
        Self { nodes: Vec::new(), path: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.path.clear();
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The moves of the root; there is one once it was judged.
    pub(super) fn root(&mut self) -> &mut [Edge<M>] {
        &mut self.nodes[0].edges
    }

    /// What the root is worth to its mover.
    pub(super) fn value(&self) -> f32 {
        self.nodes[0].mixed()
    }

    /// Goes down to a leaf, by this move at the root if one is given.
    pub(super) fn descend<G>(&mut self, game: &G, line: &mut Line<G>, play: &Play, first: Option<usize>) -> Descent
    where
        G: Tactics<Move = M>,
    {
        self.path.clear();
        let mut at = 0_u32;
        let mut first = first;
        loop {
            let node = &self.nodes[at as usize];
            let choice = first.take().unwrap_or_else(|| match play.search {
                Root::Puct => by_puct(node, play.explore),
                Root::Gumbel => by_policy(node, play.sway),
            });
            let edge = &node.edges[choice];
            self.path.push((at, choice as u32));
            line.play(game, edge.m);
            match edge.child {
                Some(child) => at = child,
                None => {
                    let Some(outcome) = line.outcome(game, Claims::Taken) else { return Descent::Leaf };
                    self.go_back(line);
                    self.tell(|side| worth_of(outcome, side));
                    return Descent::End;
                }
            }
        }
    }

    /// The net has judged the leaf at which the line stands (the root, if there is no tree yet); the line goes back to the root.
    pub(super) fn grow<G: Encode<Move = M>>(
        &mut self,
        game: &G,
        line: &mut Line<G>,
        moves: &[M],
        logits: &[f32],
        value: f32,
    ) {
        let mover = mover(game, line.now());
        let mut portions = logits.to_vec();
        shares(&mut portions);
        let edges = moves.iter().zip(logits).zip(portions).map(|((&m, &logit), share)| Edge {
            m,
            logit,
            share,
            visits: 0,
            sum: 0.0,
            child: None,
        });
        let born = self.nodes.len() as u32;
        self.nodes.push(Node { mover, value, edges: edges.collect() });
        self.go_back(line);
        if let Some(&(parent, edge)) = self.path.last() {
            self.nodes[parent as usize].edges[edge as usize].child = Some(born);
            self.tell(|side| if side == mover { value } else { -value });
        }
    }

    /// The line goes back to the root.
    fn go_back<G: Game<Move = M>>(&self, line: &mut Line<G>) {
        for _ in &self.path {
            line.back();
        }
    }

    fn tell(&mut self, value: impl Fn(Side) -> f32) {
        for &(node, edge) in &self.path {
            let node = &mut self.nodes[node as usize];
            let edge = &mut node.edges[edge as usize];
            edge.visits += 1;
            edge.sum += value(node.mover);
        }
    }

    /// The policy that the search has come to: the net's, swayed by what visits have shown (completed by what is known of the
    /// rest).
    pub(super) fn improved(&self, sway: f32) -> Vec<f32> {
        improved(&self.nodes[0], sway)
    }

    /// What each move of the root scores in the Gumbel search, without its lot.
    pub(super) fn swayed(&self, sway: f32) -> Vec<f32> {
        swayed(&self.nodes[0], sway)
    }
}

/// Who is to move; games with a die are not for this tree.
pub(super) fn mover<G: Encode>(game: &G, at: &G::Position) -> Side {
    match game.mover(at) {
        Mover::Player(side) => side,
        Mover::Chance => Side::First,
    }
}

/// What a result is worth to a player.
pub(super) fn worth_of(outcome: Outcome, side: Side) -> f32 {
    match outcome.winner {
        None => 0.0,
        Some(winner) if winner == side => 1.0,
        Some(_) => -1.0,
    }
}

/// The moves to be looked at.
pub(super) fn choices<G: Tactics>(game: &G, at: &G::Position, which: Choices, out: &mut Vec<G::Move>) {
    match which {
        Choices::All => game.moves(at, out),
        Choices::Worthwhile => game.worthwhile(at, out),
    }
}

fn best(scores: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (index, score) in scores.enumerate() {
        if score > best.1 {
            best = (index, score);
        }
    }
    best.0
}

fn by_puct<M>(node: &Node<M>, explore: f32) -> usize {
    let visits = node.visits();
    let root = explore * (visits.max(1) as f32).sqrt();
    let tried: f32 = node.edges.iter().filter(|edge| edge.visits > 0).map(|edge| edge.share).sum();
    let untried = node.mixed() - DOUBT * tried.sqrt();
    best(node.edges.iter().map(|edge| edge.worth().unwrap_or(untried) + root * edge.share / (1.0 + edge.visits as f32)))
}

/// Such that visits come to match the improved policy.
fn by_policy<M>(node: &Node<M>, sway: f32) -> usize {
    let all = 1.0 + node.visits() as f32;
    let policy = improved(node, sway);
    best(node.edges.iter().zip(policy).map(|(edge, share)| share - edge.visits as f32 / all))
}

/// Logits and, as strongly as there were visits, values from 0 to 1.
fn swayed<M>(node: &Node<M>, sway: f32) -> Vec<f32> {
    let most = node.edges.iter().map(|edge| edge.visits).max().unwrap_or(0) as f32;
    let mixed = node.mixed();
    let worth = |edge: &Edge<M>| (edge.worth().unwrap_or(mixed) + 1.0) / 2.0;
    node.edges.iter().map(|edge| edge.logit + sway * (VISITS + most) * worth(edge)).collect()
}

fn improved<M>(node: &Node<M>, sway: f32) -> Vec<f32> {
    let mut policy = swayed(node, sway);
    shares(&mut policy);
    policy
}
