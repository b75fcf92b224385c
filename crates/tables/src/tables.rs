//! Several tables, asked by position.
//!
//! History is heeded where it matters to the result, and what is promised is this. A draw is always one. A win or a loss inside the search
//! is told only if it comes before a rule that tables do not know can take it away, even if no progress is made on the way; otherwise
//! the search decides. At the root more is looked at (`deadline`): a longer win counts too, if it is proved that progress comes in
//! time against every defence. Repetition needs no care: along a shortest win the plies fall with every move.

use crate::deadline::{Deadline, in_time};
use crate::{Table, follow};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use tabula_core::{Endings, Exact, Fate, Known, Line};

/// Fetches a table when it is first asked; `None` if that fails.
pub type Fetch<G> = Box<dyn Fn(&G) -> Option<Table<G>> + Send + Sync>;

/// The tables of a game.
pub struct Tables<G: Endings> {
    places: HashMap<G::Material, Place<G>>,
    /// Positions with more men need no look.
    most: u32,
}

struct Place<G: Endings> {
    table: OnceLock<Option<Arc<Table<G>>>>,
    fetch: Fetch<G>,
}

impl<G: Endings> Default for Tables<G> {
    fn default() -> Self {
        Self { places: HashMap::new(), most: 0 }
    }
}

impl<G: Endings> Tables<G> {
    /// Adds a table, in place of one of the same material.
    pub fn add(&mut self, game: &G, table: Arc<Table<G>>) {
        let material = table.material.clone();
        self.most = self.most.max(game.men_of(&material));
        let place = Place { table: OnceLock::from(Some(table)), fetch: Box::new(|_| None) };
        self.places.insert(material, place);
    }

    /// Adds a table that is fetched when it is first asked.
    pub fn promise(&mut self, game: &G, material: G::Material, fetch: Fetch<G>) {
        self.most = self.most.max(game.men_of(&material));
        self.places.insert(material, Place { table: OnceLock::new(), fetch });
    }

    /// Whether there is a table of a material, or was promised to be.
    pub fn has(&self, material: &G::Material) -> bool {
        self.places.contains_key(material)
    }

    /// The materials of which there are tables, in no order.
    pub fn materials(&self) -> impl Iterator<Item = &G::Material> {
        self.places.keys()
    }

    /// The table of a material.
    pub fn get(&self, game: &G, material: &G::Material) -> Option<&Arc<Table<G>>> {
        let place = self.places.get(material)?;
        place.table.get_or_init(|| (place.fetch)(game).map(Arc::new)).as_ref()
    }

    /// The fate of a position; `None` where it is not known. History is not looked at.
    #[inline]
    pub fn fate(&self, game: &G, at: &G::Position) -> Option<Fate> {
        if let Some(outcome) = game.ended(at) {
            return Some(follow::fate(game, at, outcome));
        }
        if game.men(at) > self.most {
            return None;
        }
        self.get(game, &game.material(at)?)?.fate(game, at)
    }

    /// The fate of each legal move, as far as it is known, for whoever plays it.
    pub fn moves(&self, game: &G, at: &G::Position) -> Vec<(G::Move, Option<Fate>)> {
        let mut moves = Vec::new();
        game.moves(at, &mut moves);
        let met = |&m: &G::Move| {
            let mut next = at.clone();
            game.play(&mut next, m, &mut ());
            (m, self.fate(game, &next).map(Fate::seen_before))
        };
        moves.iter().map(met).collect()
    }

    /// The fate of a position and the moves that lead to it; `None` where they are not known.
    pub fn best(&self, game: &G, at: &G::Position) -> Option<(Fate, Vec<G::Move>)> {
        let fate = self.fate(game, at)?;
        let moves = self.moves(game, at);
        Some((fate, moves.into_iter().filter(|&(_, met)| met == Some(fate)).map(|(m, _)| m).collect()))
    }

    /// Best play from a position to the end of the game; empty for draws, which have none.
    pub fn line(&self, game: &G, at: &G::Position) -> Vec<G::Move> {
        let (mut at, mut line) = (at.clone(), Vec::new());
        while let Some((fate, moves)) = self.best(game, &at)
            && fate != Fate::Draw
            && let Some(&m) = moves.first()
        {
            game.play(&mut at, m, &mut ());
            line.push(m);
        }
        line
    }
}

impl<G: Endings> Known<G> for Tables<G> {
    #[inline]
    fn probe(&self, game: &G, at: &G::Position) -> Option<Exact> {
        if game.men(at) > self.most {
            return None;
        }
        let fate = self.fate(game, at)?;
        in_time(game, at, fate).then_some(fate.exact())
    }

    fn choices(&self, game: &G, line: &Line<G>) -> Option<(Exact, Vec<G::Move>)> {
        if game.men(line.now()) > self.most {
            return None;
        }
        let at = line.now();
        let (fate, moves) = self.best(game, at)?;
        if moves.is_empty() {
            return None;
        }
        if in_time(game, at, fate) {
            return Some((fate.exact(), moves));
        }
        let safe = if let Fate::Win(_) = fate { Deadline::new(game, self).moves_in_time(at) } else { Vec::new() };
        // Where nothing is proved, the shortest way may still be good enough against whoever sits there.
        Some(if safe.is_empty() { (Exact::Draw, moves) } else { (Exact::Win, safe) })
    }
}
