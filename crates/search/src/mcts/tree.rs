//! The nodes of the tree, which several threads may grow at once.
//!
//! A node's sums are atomic and its children are set once, so nobody waits for anybody and nothing needs a lock. Threads may
//! read a node between two of its sums; what they then choose is a little less good, never wrong.

use super::proof::Proof;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use tabula_core::{Game, Hope, Line};

/// Values inside the tree are whole numbers of this part.
const UNIT: f64 = (1_u32 << 30) as f64;

/// A position, by the way that leads to it.
pub(super) struct Node<M> {
    /// What led here; nothing did to the root.
    pub m: Option<M>,
    /// The slot of that move, for what other lines say of it.
    pub slot: u32,
    /// A player's move: what it promises at first sight. An outcome: its share of all weight.
    pub hope: Hope,
    visits: AtomicU32,
    /// Descents that are below it just now.
    guests: AtomicU32,
    /// What it was worth to the first player, summed over all visits.
    sum: AtomicI64,
    /// What its move was worth wherever it was played later.
    later: Later,
    proof: AtomicU32,
    children: OnceLock<Box<[Self]>>,
}

impl<M> Node<M> {
    pub(super) const fn new(m: Option<M>, slot: u32, hope: Hope) -> Self {
        Self {
            m,
            slot,
            hope,
            visits: AtomicU32::new(0),
            guests: AtomicU32::new(0),
            sum: AtomicI64::new(0),
            later: Later(AtomicU64::new(0)),
            proof: AtomicU32::new(0),
            children: OnceLock::new(),
        }
    }

    fn root() -> Self {
        Self::new(None, 0, Hope { share: 1.0, ..Hope::default() })
    }

    /// How often it was passed.
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// What it was worth to the first player on average, from -1 to 1.
    pub(super) fn mean(&self) -> f64 {
        match self.proof() {
            Some(proof) => proof.value(),
            None => self.sum() / f64::from(self.visits().max(1)),
        }
    }

    /// What it was worth to the first player, over all visits.
    pub(super) fn sum(&self) -> f64 {
        self.sum.load(Relaxed) as f64 / UNIT
    }

    /// How many descents are below it.
    pub(super) fn guests(&self) -> u32 {
        self.guests.load(Relaxed)
    }

    /// A descent goes through it.
    pub(super) fn enter(&self) {
        self.guests.fetch_add(1, Relaxed);
    }

    /// A descent comes back with a value for the first player.
    pub(super) fn leave(&self, value: f64) {
        self.guests.fetch_sub(1, Relaxed);
        self.sum.fetch_add((value * UNIT) as i64, Relaxed);
        self.visits.fetch_add(1, Relaxed);
    }

    /// A descent comes back without having found anything.
    pub(super) fn give_up(&self) {
        self.guests.fetch_sub(1, Relaxed);
    }

    pub(super) const fn later(&self) -> &Later {
        &self.later
    }

    pub(super) fn proof(&self) -> Option<Proof> {
        Proof::from_bits(self.proof.load(Relaxed))
    }

    pub(super) fn prove(&self, proof: Option<Proof>) {
        self.proof.store(Proof::to_bits(proof), Relaxed);
    }

    /// Its children; none before it is expanded.
    pub(super) fn children(&self) -> &[Self] {
        self.children.get().map_or(&[], |children| children)
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.children.get().is_none()
    }

    /// All nodes below it and itself.
    fn size(&self) -> usize {
        1 + self.children().iter().map(Self::size).sum::<usize>()
    }
}

/// How often, and with which results, a move was played later in lines through its parent (all moves as first, RAVE).
///
/// Both numbers share a word: the count above, the results below in 256ths from lost to won.
pub(super) struct Later(AtomicU64);

impl Later {
    /// Beyond this many the node's own visits say all.
    const MOST: u64 = 1 << 23;

    pub(super) fn add(&self, value: f64) {
        if self.0.load(Relaxed) >> 32 < Self::MOST {
            self.0.fetch_add(1 << 32 | ((value + 1.0) * 128.0) as u64, Relaxed);
        }
    }

    /// How often, and its mean for the first player, from -1 to 1.
    pub(super) fn seen(&self) -> (f64, f64) {
        let both = self.0.load(Relaxed);
        let count = (both >> 32) as f64;
        (count, (both & u64::from(u32::MAX)) as f64 / 128.0 / count.max(1.0) - 1.0)
    }
}

/// The tree below one position of a game.
pub(super) struct Tree<G: Game> {
    pub root: Node<G::Move>,
    pub room: Room,
    /// Where the root stands: after how many plies of a game, and in which position.
    place: Option<(usize, G::Position)>,
}

/// How many nodes there are, and may be.
pub(super) struct Room {
    used: AtomicUsize,
    most: usize,
}

impl Room {
    /// Takes room for so many nodes, if there is.
    fn take(&self, count: usize) -> bool {
        let taken = self.used.fetch_add(count, Relaxed) + count <= self.most;
        if !taken {
            self.used.fetch_sub(count, Relaxed);
        }
        taken
    }

    /// How full it is, in thousandths.
    pub(super) fn full(&self) -> u32 {
        (self.used.load(Relaxed) * 1000 / self.most.max(1)).min(1000) as u32
    }

    /// Gives a leaf its children. Answers whether it has some now: there may be no room.
    pub(super) fn grow<M>(&self, leaf: &Node<M>, children: Vec<Node<M>>) -> bool {
        let count = children.len();
        if !leaf.is_leaf() || !self.take(count) {
            return !leaf.is_leaf();
        }
        if leaf.children.set(children.into_boxed_slice()).is_err() {
            // Another thread was quicker.
            self.used.fetch_sub(count, Relaxed);
        }
        true
    }
}

impl<G: Game> Tree<G> {
    /// A tree of at most so many MiB.
    pub(super) fn new(mebibytes: usize) -> Self {
        let most = (mebibytes.max(1) << 20) / size_of::<Node<G::Move>>();
        Self { root: Node::root(), room: Room { used: AtomicUsize::new(1), most }, place: None }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.root = Node::root();
        self.room.used = AtomicUsize::new(1);
        self.place = None;
    }

    /// Makes the end of `line` the root, and keeps what is known below it.
    pub(super) fn move_to(&mut self, line: &Line<G>) {
        let known = self.place.take().and_then(|(plies, position)| {
            (line.positions().get(plies) == Some(&position)).then(|| &line.moves()[plies..])
        });
        self.place = Some((line.plies(), line.now().clone()));
        if known.is_some_and(<[_]>::is_empty) {
            return;
        }
        let root = std::mem::replace(&mut self.root, Node::root());
        if let Some(below) = known.and_then(|moves| below(root, moves)) {
            self.root = below;
        }
        self.room.used = AtomicUsize::new(self.root.size());
    }
}

/// The node that these moves lead to, if the tree has it; the rest of the tree is dropped.
fn below<M: PartialEq>(mut node: Node<M>, moves: &[M]) -> Option<Node<M>> {
    for m in moves {
        let children = node.children.take()?.into_vec();
        node = children.into_iter().find(|child| child.m.as_ref() == Some(m))?;
    }
    node.m = None;
    Some(node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::testkit;

    type Move = <testkit::Tree as Game>::Move;

    fn children(moves: &[Move], share: f32) -> Vec<Node<Move>> {
        moves.iter().map(|&m| Node::new(Some(m), 0, Hope { share, ..Hope::default() })).collect()
    }

    fn grown(game: &testkit::Tree) -> (Tree<testkit::Tree>, Line<testkit::Tree>) {
        let line = Line::new(game);
        let mut tree = Tree::new(1);
        tree.move_to(&line);
        let moves = line.legal(game);
        assert!(tree.room.grow(&tree.root, children(&moves, 0.5)));
        for (child, visits) in tree.root.children().iter().zip(11..) {
            (0..visits).for_each(|_| {
                child.enter();
                child.leave(0.5);
            });
            assert!(tree.room.grow(child, children(&moves, 0.25)));
        }
        (tree, line)
    }

    #[test]
    fn what_is_below_the_moves_that_were_played_is_kept() {
        let game = testkit::Tree::parse("((1 2) (3 4))").unwrap();
        let (mut tree, mut line) = grown(&game);
        line.play(&game, line.legal(&game)[1]);
        tree.move_to(&line);
        let root = &tree.root;
        assert_eq!((root.visits(), root.mean(), root.children().len(), root.size()), (12, 0.5, 2, 3));
        assert!(root.children().iter().all(|child| child.hope.share == 0.25) && root.m.is_none());
        assert_eq!(tree.room.used.load(Relaxed), 3);
    }

    #[test]
    fn another_game_begins_with_an_empty_tree() {
        let game = testkit::Tree::parse("((1 2) (3 4))").unwrap();
        let (mut tree, mut line) = grown(&game);
        line.play(&game, line.legal(&game)[1]);
        line.play(&game, line.legal(&game)[1]);
        let elsewhere = Line::from(&game, *line.now());
        tree.move_to(&elsewhere);
        assert_eq!((tree.root.visits(), tree.root.size(), tree.room.used.load(Relaxed)), (0, 1, 1));
    }

    #[test]
    fn where_there_is_no_room_a_leaf_stays_one() {
        let game = testkit::Tree::parse("((1 2) (3 4))").unwrap();
        let (mut tree, line) = grown(&game);
        tree.room.most = tree.root.size() + 1;
        let leaf = &tree.root.children()[0].children()[0];
        assert!(!tree.room.grow(leaf, children(&line.legal(&game), 0.5)));
        assert!(leaf.is_leaf() && tree.room.full() < 1000);
    }

    #[test]
    fn what_a_move_was_worth_later_is_a_mean() {
        let later = Later(AtomicU64::new(0));
        assert_eq!(later.seen().0, 0.0);
        for value in [1.0, 1.0, -1.0, 0.0] {
            later.add(value);
        }
        assert_eq!(later.seen(), (4.0, 0.25));
    }
}
