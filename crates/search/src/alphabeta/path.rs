//! The positions from the root to the node that is searched, and what history says of the last one.
//!
//! It stands in for a [`Line`](tabula_core::Line) inside the tree, because a null move is no move of the game.

use tabula_core::{Game, Key, Line, Mover, Watch};

/// The way from the root to here. Positions are copied, never taken back.
pub(crate) struct Path<G: Game> {
    /// From the root on.
    positions: Vec<G::Position>,
    /// Of the whole game; as many more than `positions` as were played before the root.
    keys: Vec<Key>,
    before: usize,
    /// After each ply: the first index in `keys` that can recur, since the last null move.
    floors: Vec<usize>,
    /// A position that has stood twice is a draw the third time.
    repeats: bool,
    /// Quiet plies that make a draw, if any number does.
    quiet: Option<u32>,
}

impl<G: Game> Path<G> {
    pub(crate) fn new(game: &G, line: &Line<G>) -> Self {
        let rule = game.history();
        let mut positions = Vec::with_capacity(super::LONGEST + 8);
        positions.push(line.now().clone());
        let keys: Vec<Key> = line.positions().iter().map(|at| game.key(at)).collect();
        Self {
            positions,
            before: keys.len() - 1,
            keys,
            floors: vec![0],
            repeats: rule.repetition.is_some(),
            quiet: rule.quiet.map(|quiet| quiet.claim),
        }
    }

    #[inline(always)]
    pub(crate) fn now(&self) -> &G::Position {
        &self.positions[self.positions.len() - 1]
    }

    /// From the root on.
    pub(crate) fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    #[inline(always)]
    pub(crate) fn key(&self) -> Key {
        self.keys[self.keys.len() - 1]
    }

    /// Plies below the root.
    #[inline(always)]
    pub(crate) fn ply(&self) -> usize {
        self.positions.len() - 1
    }

    #[inline(always)]
    pub(crate) fn play<W: Watch>(&mut self, game: &G, m: G::Move, watch: &mut W) {
        let mut next = self.now().clone();
        game.play(&mut next, m, watch);
        self.floors.push(self.floors[self.floors.len() - 1]);
        self.keys.push(game.key(&next));
        self.positions.push(next);
    }

    /// The same, and past the die if it moves then: it is skipped or, where the game does not allow that thought, shows its
    /// likeliest outcome.
    #[inline(always)]
    pub(crate) fn play_past_the_die<W: Watch>(&mut self, game: &G, m: G::Move, watch: &mut W)
    where
        G: tabula_core::Tactics,
    {
        self.play(game, m, watch);
        if !G::CHANCE || game.mover(self.now()) != Mover::Chance || game.ended(self.now()).is_some() {
            return;
        }
        let mut next = self.positions.pop().expect("a move was just made");
        if !game.still(&mut next) {
            let mut outcomes = Vec::new();
            game.chances(&next, &mut outcomes);
            if let Some(&(likeliest, _)) = outcomes.iter().max_by_key(|&&(_, weight)| weight) {
                game.play(&mut next, likeliest, watch);
            }
        }
        let last = self.keys.len() - 1;
        self.keys[last] = game.key(&next);
        self.positions.push(next);
    }

    /// Hands the move over, where the game allows that thought.
    pub(crate) fn pass(&mut self, game: &G) -> bool
    where
        G: tabula_core::Tactics,
    {
        self.imagine(game, |at| game.pass(at))
    }

    /// Skips the die, where the game allows that thought.
    pub(crate) fn still(&mut self, game: &G) -> bool
    where
        G: tabula_core::Tactics,
    {
        self.imagine(game, |at| game.still(at))
    }

    /// Goes on to a position that no move leads to: what stood before it cannot recur.
    fn imagine(&mut self, game: &G, change: impl FnOnce(&mut G::Position) -> bool) -> bool {
        let mut next = self.now().clone();
        let changed = change(&mut next);
        if changed {
            self.floors.push(self.keys.len());
            self.keys.push(game.key(&next));
            self.positions.push(next);
        }
        changed
    }

    #[inline(always)]
    pub(crate) fn back(&mut self) {
        self.positions.pop();
        self.keys.pop();
        self.floors.pop();
    }

    /// Whether the position has stood before: once since the root, or twice in the game.
    ///
    /// Once is enough below the root: whoever could avoid the second time could avoid the third.
    #[inline]
    pub(crate) fn is_repeated(&self, game: &G) -> bool {
        if !self.repeats {
            return false;
        }
        let now = self.keys.len() - 1;
        let reach = (game.quiet_plies(self.now()) as usize).min(now);
        let from = (now - reach).max(self.floors[self.floors.len() - 1]);
        let key = self.keys[now];
        let mut seen = false;
        for i in (from..now).rev() {
            if self.keys[i] == key {
                if i > self.before || seen {
                    return true;
                }
                seen = true;
            }
        }
        false
    }

    /// Whether the mover can go back to a position below the root, and so to a draw.
    #[inline]
    pub(crate) fn can_return(&self, game: &G) -> bool
    where
        G: tabula_core::Tactics,
    {
        if !self.repeats {
            return false;
        }
        let now = self.keys.len() - 1;
        let reach = (game.quiet_plies(self.now()) as usize).min(now);
        let from = (now - reach).max(self.floors[self.floors.len() - 1]).max(self.before + 1);
        // An odd number of plies ago the other side was to move, as it will be after the move.
        (3..=now.saturating_sub(from)).step_by(2).any(|plies| game.returns(self.now(), self.keys[now - plies]))
    }

    /// Whether nothing has happened for so long that the game is drawn, unless it is over.
    #[inline(always)]
    pub(crate) fn is_stale(&self, game: &G) -> bool {
        self.quiet.is_some_and(|most| game.quiet_plies(self.now()) >= most)
    }

    /// What part of a value is left when a draw by quiet plies comes nearer.
    #[inline(always)]
    pub(crate) fn fade(&self, game: &G, value: super::Value) -> super::Value {
        let Some(most) = self.quiet else { return value };
        let whole = 2 * most as i32;
        value * (whole - (game.quiet_plies(self.now()) as i32).min(whole)) / whole
    }

    /// Whether a draw by quiet plies is near, so that the table, which knows no history, may be wrong.
    #[inline(always)]
    pub(crate) fn is_nearly_stale(&self, game: &G) -> bool {
        self.quiet.is_some_and(|most| game.quiet_plies(self.now()) + 10 >= most)
    }
}
