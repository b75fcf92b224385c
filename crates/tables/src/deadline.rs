//! Whether a win comes in time: before a rule that tables do not know (moves without progress) makes a draw of it.
//!
//! A table says after how many plies a win comes, not when progress is made on the way. Where the whole of it fits into what the rule
//! leaves, there is no question. Where it does not, a proof is looked for: a strategy of the winner that meets progress in time against
//! every answer, and from there on fits, or is proved in the same way. The winner may take the shortest way, or make progress by any move
//! that wins; so the plies fall until progress is made, and nothing is repeated. The effort is bounded: no proof need not mean that
//! there is no win, but what is proved is certain.

use crate::Tables;
use std::cmp::Reverse;
use std::collections::HashMap;
use tabula_core::{Endings, Fate};

/// Positions that are looked at before a proof is given up: some hundredths of a second.
const EFFORT: u32 = 4_000;
/// No proof is followed farther ahead, in plies.
const DEPTH: u32 = 400;

/// Whether a fate comes in time, whatever happens on the way.
pub(crate) fn in_time<G: Endings>(game: &G, at: &G::Position, fate: Fate) -> bool {
    match (fate.plies(), game.patience(at)) {
        (Some(plies), Some(left)) => plies <= left,
        _ => true,
    }
}

/// Looks for proofs.
pub(crate) struct Deadline<'a, G: Endings> {
    game: &'a G,
    tables: &'a Tables<G>,
    /// Positions that may still be looked at.
    left: u32,
    /// Plies from where the proof began.
    depth: u32,
    /// What has been found, by position and plies left.
    seen: HashMap<(u64, u32), bool>,
}

/// A move, what it leads to, and how that ends, if it is known.
struct Step<G: Endings> {
    m: G::Move,
    next: G::Position,
    fate: Option<Fate>,
}

impl<G: Endings> Step<G> {
    /// After how many plies it ends; what is not known never does.
    fn plies(&self) -> u32 {
        self.fate.and_then(Fate::plies).unwrap_or(u32::MAX)
    }
}

impl<'a, G: Endings> Deadline<'a, G> {
    pub(crate) fn new(game: &'a G, tables: &'a Tables<G>) -> Self {
        Self { game, tables, left: 0, depth: 0, seen: HashMap::new() }
    }

    /// Of the moves of a position that is won by the table, the ones with the shortest win among those that are proved to win in time.
    pub(crate) fn moves_in_time(&mut self, at: &G::Position) -> Vec<G::Move> {
        let mut steps = self.winning(at);
        steps.sort_by_key(Step::plies);
        // Every move gets its share: the first must not spend the effort of all.
        let share = EFFORT / steps.len().max(1) as u32;
        let mut best = u32::MAX;
        let mut safe = Vec::new();
        for step in steps {
            self.left = share;
            if step.plies() <= best && self.lost_in_time(&step.next) {
                best = step.plies();
                safe.push(step.m);
            }
        }
        safe
    }

    fn steps(&self, at: &G::Position) -> Vec<Step<G>> {
        let mut moves = Vec::new();
        self.game.moves(at, &mut moves);
        let step = |m| {
            let mut next = at.clone();
            self.game.play(&mut next, m, &mut ());
            let fate = self.tables.fate(self.game, &next);
            Step { m, next, fate }
        };
        moves.into_iter().map(step).collect()
    }

    /// The winning moves that make progress, which are tried first, and those that win soonest.
    fn winning(&self, at: &G::Position) -> Vec<Step<G>> {
        let mut steps = self.steps(at);
        steps.retain(|step| matches!(step.fate, Some(Fate::Loss(_))));
        let soonest = steps.iter().map(Step::plies).min();
        let progress = |step: &Step<G>| self.game.quiet_plies(&step.next) == 0;
        steps.retain(|step| Some(step.plies()) == soonest || progress(step));
        steps.sort_by_key(|step| (!progress(step), step.plies()));
        steps
    }

    /// Whether a position that the mover wins by the table is proved to be won in time.
    fn won_in_time(&mut self, at: &G::Position) -> bool {
        self.ask(at, |this| this.winning(at).iter().any(|step| this.lost_in_time(&step.next)))
    }

    /// The same for a position that the mover loses, whatever it answers; the longest defence is tried first.
    fn lost_in_time(&mut self, at: &G::Position) -> bool {
        self.ask(at, |this| {
            let mut steps = this.steps(at);
            steps.sort_by_key(|step| Reverse(step.plies()));
            steps.iter().all(|step| this.won_in_time(&step.next))
        })
    }

    fn ask(&mut self, at: &G::Position, look: impl FnOnce(&mut Self) -> bool) -> bool {
        let (game, tables) = (self.game, self.tables);
        let Some(fate) = tables.fate(game, at) else { return false };
        if in_time(game, at, fate) {
            return true;
        }
        let left = game.patience(at).unwrap_or(u32::MAX);
        if left == 0 || self.left == 0 || self.depth == DEPTH {
            return false;
        }
        let key = (game.key(at).0, left);
        if let Some(&found) = self.seen.get(&key) {
            return found;
        }
        self.left -= 1;
        self.depth += 1;
        let found = look(self);
        self.depth -= 1;
        // What was given up may be found with more effort.
        if found || self.left > 0 {
            self.seen.insert(key, found);
        }
        found
    }
}
