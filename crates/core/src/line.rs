//! A game in progress: where it began, what was played, and what the history says.
//!
//! The position is the board; repetition and long quiet stretches are known here and nowhere else.

use crate::{Cause, Game, Key, Outcome};

/// Which histories end the game. Data, so that a new game states its rule rather than codes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryRule {
    /// A draw by the n-th occurrence of a position.
    pub repetition: Option<Threshold>,
    /// A draw by n plies without a capture or a pawn move.
    pub quiet: Option<Threshold>,
}

impl HistoryRule {
    /// History never ends the game.
    pub const NONE: Self = Self { repetition: None, quiet: None };
}

/// A count at which a draw may be claimed, and one at which it needs no claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threshold {
    /// From here on a player may claim.
    pub claim: u32,
    /// Here the game is over.
    pub forced: u32,
}

/// How draws that have to be claimed are treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claims {
    /// Somebody always claims: engines, servers, this program.
    Taken,
    /// Nobody does: only what the rules force.
    Waived,
}

/// A start position and the moves played from it.
///
/// ```
/// use tabula_core::{Line, testkit::Tree};
/// let tree = Tree::parse("((1 2) 3)").unwrap();
/// let mut line = Line::new(&tree);
/// let moves = line.legal(&tree);
/// line.play(&tree, moves[0]);
/// assert_eq!(line.plies(), 1);
/// assert_eq!(line.back(), Some(moves[0]));
/// ```
#[derive(Debug)]
pub struct Line<G: Game> {
    /// One more than there are moves.
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    keys: Vec<Key>,
}

impl<G: Game> Clone for Line<G> {
    fn clone(&self) -> Self {
        Self { positions: self.positions.clone(), moves: self.moves.clone(), keys: self.keys.clone() }
    }
}

impl<G: Game> Line<G> {
    /// From the game's own start.
    pub fn new(game: &G) -> Self {
        Self::from(game, game.start())
    }

    /// From any position.
    pub fn from(game: &G, start: G::Position) -> Self {
        Self { keys: vec![game.key(&start)], positions: vec![start], moves: Vec::new() }
    }

    /// Where it began.
    pub fn start(&self) -> &G::Position {
        &self.positions[0]
    }

    /// Where it stands.
    #[inline]
    pub fn now(&self) -> &G::Position {
        self.positions.last().expect("a line holds its start at least")
    }

    /// Every position, from the start to now.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// What was played.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// How many moves were played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The legal moves now.
    pub fn legal(&self, game: &G) -> Vec<G::Move> {
        let mut moves = Vec::new();
        game.moves(self.now(), &mut moves);
        moves
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, game: &G, m: G::Move) {
        self.play_watched(game, m, &mut ());
    }

    /// Plays a legal move, and lets `watch` hear of the men that move.
    #[inline]
    pub fn play_watched<W: crate::Watch>(&mut self, game: &G, m: G::Move, watch: &mut W) {
        let mut next = self.now().clone();
        game.play(&mut next, m, watch);
        self.keys.push(game.key(&next));
        self.positions.push(next);
        self.moves.push(m);
    }

    /// Takes the last move back; `None` at the start.
    #[inline]
    pub fn back(&mut self) -> Option<G::Move> {
        let last = self.moves.pop()?;
        self.positions.pop();
        self.keys.pop();
        Some(last)
    }

    /// How often the position that stands now has stood, this time included.
    pub fn occurrences(&self, game: &G) -> u32 {
        // Where a die is thrown, it is thrown between any two moves.
        let quiet = game.quiet_plies(self.now()) as usize * (1 + usize::from(G::CHANCE));
        let reach = quiet.min(self.moves.len());
        let now = self.moves.len();
        let key = self.keys[now];
        1 + self.keys[now - reach..now].iter().filter(|&&k| k == key).count() as u32
    }

    /// The draw that history declares, if any.
    #[inline]
    pub fn drawn(&self, game: &G, claims: Claims) -> Option<Outcome> {
        let rule = game.history();
        let limit = |t: Threshold| match claims {
            Claims::Taken => t.claim,
            Claims::Waived => t.forced,
        };
        if let Some(quiet) = rule.quiet
            && game.quiet_plies(self.now()) >= limit(quiet)
        {
            return Some(Outcome::draw(Cause::NoProgress));
        }
        if let Some(repetition) = rule.repetition
            && self.occurrences(game) >= limit(repetition)
        {
            return Some(Outcome::draw(Cause::Repetition));
        }
        None
    }

    /// The result, if the game is over. A mate on the last quiet move is a mate.
    pub fn outcome(&self, game: &G, claims: Claims) -> Option<Outcome> {
        if let Some(outcome) = game.ended(self.now()) {
            return Some(outcome);
        }
        let stuck = match game.mover(self.now()) {
            crate::Mover::Player(_) => game.count(self.now()) == 0,
            crate::Mover::Chance => false,
        };
        if stuck { Some(game.stuck(self.now())) } else { self.drawn(game, claims) }
    }
}
