//! What follows a position: the one place where a game's moves meet its tables.

use crate::Tables;
use tabula_core::{Endings, Fate, Fault, Mover, Outcome};

/// Looks one move ahead, again and again, without asking for new memory.
pub(crate) struct Follow<'a, G: Endings> {
    game: &'a G,
    material: &'a G::Material,
    layout: &'a G::Layout,
    below: &'a Tables<G>,
    moves: Vec<G::Move>,
    /// The moves that have to be played.
    left: Vec<G::Move>,
    /// The numbers of the positions of the same material that follow, each once, in order.
    pub(crate) inside: Vec<usize>,
}

/// What is seen from a position.
pub(crate) enum Ahead {
    /// The game is over.
    Over(Fate),
    /// It goes on; the best that can be had by leaving the material is told, if it can be left.
    On(Option<Fate>),
}

impl<'a, G: Endings> Follow<'a, G> {
    pub(crate) fn new(game: &'a G, material: &'a G::Material, layout: &'a G::Layout, below: &'a Tables<G>) -> Self {
        Self { game, material, layout, below, moves: Vec::new(), left: Vec::new(), inside: Vec::new() }
    }

    /// Looks ahead from a position of the material.
    pub(crate) fn look(&mut self, at: &G::Position) -> Result<Ahead, Fault> {
        let game = self.game;
        self.inside.clear();
        self.moves.clear();
        self.left.clear();
        if let Some(outcome) = game.ended(at) {
            return Ok(Ahead::Over(fate(game, at, outcome)));
        }
        game.moves(at, &mut self.moves);
        if self.moves.is_empty() {
            return Ok(Ahead::Over(fate(game, at, game.stuck(at))));
        }
        let mut best = None;
        game.after(self.layout, at, &self.moves, &mut self.inside, &mut self.left);
        for &m in &self.left {
            let mut next = at.clone();
            game.play(&mut next, m, &mut ());
            let material = game.material(&next);
            if material.as_ref() == Some(self.material) {
                self.inside.push(game.index(self.layout, &next));
                continue;
            }
            let met = self.below.fate(game, &next).ok_or_else(|| self.missing(material.as_ref()))?;
            best = best.max(Some(met.seen_before()));
        }
        self.inside.sort_unstable();
        self.inside.dedup();
        Ok(Ahead::On(best))
    }

    fn missing(&self, material: Option<&G::Material>) -> Fault {
        let name = self.game.write_material(self.material);
        Fault::new(match material {
            Some(other) => format!("{name} needs the table of {}", self.game.write_material(other)),
            None => format!("{name} leads to positions that no table can hold"),
        })
    }
}

/// What an outcome is to whoever is to move.
pub(crate) fn fate<G: Endings>(game: &G, at: &G::Position, outcome: Outcome) -> Fate {
    match outcome.winner {
        None => Fate::Draw,
        Some(side) if game.mover(at) == Mover::Player(side) => Fate::Win(0),
        Some(_) => Fate::Loss(0),
    }
}
