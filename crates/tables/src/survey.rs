//! What a table holds, in numbers.

use crate::{Crew, Stage, Table};
use tabula_core::{BySide, Endings, Fate, Fault, Mover, Side};

/// The positions of a table in which one side is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Won for it.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost for it.
    pub losses: u64,
    /// The longest win: its plies, and the lowest number of a position that takes them.
    pub longest_win: Option<(u32, usize)>,
    /// The longest loss.
    pub longest_loss: Option<(u32, usize)>,
}

/// The positions of a table, by who is to move. Positions that are alike by a symmetry are counted once.
pub type Survey = BySide<Count>;

impl Count {
    fn add(&mut self, fate: Fate, index: usize) {
        match fate {
            Fate::Win(plies) => {
                self.wins += 1;
                self.longest_win = longer(self.longest_win, Some((plies, index)));
            }
            Fate::Draw => self.draws += 1,
            Fate::Loss(plies) => {
                self.losses += 1;
                self.longest_loss = longer(self.longest_loss, Some((plies, index)));
            }
        }
    }

    fn join(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.longest_win = longer(self.longest_win, other.longest_win);
        self.longest_loss = longer(self.longest_loss, other.longest_loss);
    }
}

/// The one with more plies; of two alike the lower number, whichever thread finds it.
fn longer(one: Option<(u32, usize)>, other: Option<(u32, usize)>) -> Option<(u32, usize)> {
    one.into_iter().chain(other).max_by_key(|&(plies, index)| (plies, std::cmp::Reverse(index)))
}

/// Counts the positions of a table.
pub fn survey<G: Endings>(game: &G, table: &Table<G>, crew: &Crew<'_>) -> Result<Survey, Fault> {
    let parts = crew.sweep(Stage::Check, table.span(), Survey::default, |count, piece| {
        for index in piece {
            let Some(fate) = table.fate_of(index) else { continue };
            let Some(at) = table.position(game, index) else { continue };
            if let Mover::Player(side) = game.mover(&at) {
                count[side].add(fate, index);
            }
        }
        Ok(())
    })?;
    let mut all = Survey::default();
    for part in parts {
        for side in Side::BOTH {
            all[side].join(&part[side]);
        }
    }
    Ok(all)
}
