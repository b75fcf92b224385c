//! The nodes of the tree, in a pool of bounded size.

use super::proof::Proof;
use std::ops::Range;
use tabula_core::{Game, Line};

/// The place of a node in the pool. The root is the first.
pub(super) type Id = u32;
pub(super) const ROOT: Id = 0;

/// A position, by the way that leads to it.
#[derive(Clone)]
pub(super) struct Node<M> {
    /// What led here; nothing did to the root.
    pub m: Option<M>,
    /// How often it was passed.
    pub visits: u32,
    /// What it was worth to the first player, summed over all visits.
    pub sum: f64,
    /// A player's move: what it promises at first sight, of 1 for all moves. An outcome: its share of all weight.
    pub share: f32,
    pub proof: Option<Proof>,
    /// Its children; none before it is expanded.
    first: Id,
    count: u16,
}

impl<M> Node<M> {
    pub(super) const fn new(m: Option<M>, share: f32) -> Self {
        Self { m, visits: 0, sum: 0.0, share, proof: None, first: 0, count: 0 }
    }

    /// What it was worth to the first player on average, from -1 to 1.
    pub(super) fn mean(&self) -> f64 {
        match self.proof {
            Some(proof) => proof.value(),
            None => self.sum / f64::from(self.visits.max(1)),
        }
    }

    pub(super) fn children(&self) -> Range<Id> {
        self.first..self.first + Id::from(self.count)
    }

    pub(super) const fn is_leaf(&self) -> bool {
        self.count == 0
    }
}

/// The tree below one position of a game.
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G::Move>>,
    /// No more than these fit.
    most: usize,
    /// Where the root stands: after how many plies of a game, and in which position.
    root: Option<(usize, G::Position)>,
}

impl<G: Game> Tree<G> {
    /// A tree of at most so many MiB.
    pub(super) fn new(mebibytes: usize) -> Self {
        // Half of it, for while the root moves on there are two.
        let most = (mebibytes.max(1) << 19) / size_of::<Node<G::Move>>();
        Self { nodes: Vec::new(), most: most.min(Id::MAX as usize), root: None }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.root = None;
    }

    /// Makes the end of `line` the root, and keeps what is known below it.
    pub(super) fn move_to(&mut self, line: &Line<G>) {
        let found = self.root.take().and_then(|(plies, position)| {
            (line.positions().get(plies) == Some(&position)).then(|| self.find(&line.moves()[plies..]))?
        });
        self.root = Some((line.plies(), line.now().clone()));
        match found {
            Some(ROOT) => {}
            Some(id) => self.nodes = self.below(id),
            None => {
                self.nodes.clear();
                self.nodes.push(Node::new(None, 1.0));
            }
        }
    }

    /// The node that these moves lead to, if the tree has it.
    fn find(&self, moves: &[G::Move]) -> Option<Id> {
        let mut at = ROOT;
        for m in moves {
            at = self.nodes.get(at as usize)?.children().find(|&child| self[child].m == Some(*m))?;
        }
        Some(at)
    }

    /// A copy of what is below a node, which becomes the root.
    fn below(&self, id: Id) -> Vec<Node<G::Move>> {
        let mut nodes = vec![Node { m: None, ..self[id].clone() }];
        // Children are copied in the order in which their parents were, so that they stay beside one another.
        let mut next = 0;
        while next < nodes.len() {
            let children = nodes[next].children();
            nodes[next].first = nodes.len() as Id;
            nodes.extend(children.map(|child| self[child].clone()));
            next += 1;
        }
        nodes
    }

    /// Gives a leaf its children. Answers whether there was room for them.
    pub(super) fn grow(&mut self, id: Id, children: impl ExactSizeIterator<Item = Node<G::Move>>) -> bool {
        let count = children.len();
        if self.nodes.len() + count > self.most || count > usize::from(u16::MAX) {
            return false;
        }
        let first = self.nodes.len() as Id;
        let node = &mut self[id];
        (node.first, node.count) = (first, count as u16);
        self.nodes.extend(children);
        true
    }

    /// How full the pool is, in thousandths.
    pub(super) fn full(&self) -> u32 {
        (self.nodes.len() * 1000 / self.most.max(1)) as u32
    }
}

impl<G: Game> std::ops::Index<Id> for Tree<G> {
    type Output = Node<G::Move>;

    fn index(&self, id: Id) -> &Node<G::Move> {
        &self.nodes[id as usize]
    }
}

impl<G: Game> std::ops::IndexMut<Id> for Tree<G> {
    fn index_mut(&mut self, id: Id) -> &mut Node<G::Move> {
        &mut self.nodes[id as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::testkit;

    fn grown(game: &testkit::Tree) -> (Tree<testkit::Tree>, Line<testkit::Tree>) {
        let line = Line::new(game);
        let mut tree = Tree::new(1);
        tree.move_to(&line);
        let moves = line.legal(game);
        assert!(tree.grow(ROOT, moves.iter().map(|&m| Node::new(Some(m), 0.5))));
        for child in tree[ROOT].children() {
            tree[child].visits = 10 + child;
            assert!(tree.grow(child, moves.iter().map(|&m| Node::new(Some(m), 0.25))));
        }
        (tree, line)
    }

    #[test]
    fn what_is_below_the_moves_that_were_played_is_kept() {
        let game = testkit::Tree::parse("((1 2) (3 4))").unwrap();
        let (mut tree, mut line) = grown(&game);
        line.play(&game, line.legal(&game)[1]);
        tree.move_to(&line);
        assert_eq!((tree[ROOT].visits, tree[ROOT].children().len(), tree.nodes.len()), (12, 2, 3));
        assert!(tree[ROOT].children().all(|child| tree[child].share == 0.25));
    }

    #[test]
    fn another_game_begins_with_an_empty_tree() {
        let game = testkit::Tree::parse("((1 2) (3 4))").unwrap();
        let (mut tree, mut line) = grown(&game);
        line.play(&game, line.legal(&game)[1]);
        line.play(&game, line.legal(&game)[1]);
        let elsewhere = Line::from(&game, *line.now());
        tree.move_to(&elsewhere);
        assert_eq!((tree[ROOT].visits, tree.nodes.len()), (0, 1));
    }

    #[test]
    fn a_full_pool_takes_no_more() {
        let game = testkit::Tree::parse("((1 2) (3 4))").unwrap();
        let (mut tree, line) = grown(&game);
        tree.most = tree.nodes.len() + 1;
        let leaf = tree.nodes.len() as Id - 1;
        assert!(!tree.grow(leaf, line.legal(&game).iter().map(|&m| Node::new(Some(m), 0.5))));
        assert!(tree[leaf].is_leaf());
    }
}
