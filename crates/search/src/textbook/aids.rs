//! What makes alpha-beta, PVS and MTD(f) faster without changing their values: order and memory.

use super::order::Order;
use super::table::Table;
use super::walk::{Halted, Walk};
use super::window::Window;
use tabula_core::{Evaluator, Score, Tactics};

/// Whether positions are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Memory {
    /// Every position is searched anew.
    #[default]
    None,
    /// A transposition table of a few megabytes. It is emptied before each search, so that the same search
    /// twice visits the same nodes.
    Table,
}

/// The number of slots in the table, as a power of two.
const TABLE_BITS: u32 = 17;

/// An order of moves and, perhaps, a transposition table.
pub struct Aids {
    order: Order,
    table: Option<Table>,
}

impl Aids {
    /// Aids of the given kinds.
    pub fn new(order: Order, memory: Memory) -> Self {
        let table = match memory {
            Memory::None => None,
            Memory::Table => Some(Table::new(TABLE_BITS)),
        };
        Self { order, table }
    }

    pub(crate) fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// The value, if it is remembered well enough for `window`; if not, puts the moves in order.
    pub(crate) fn prepare<G: Tactics, E: Evaluator<G>>(
        &self,
        walk: &mut Walk<'_, G, E>,
        depth: u32,
        window: Window,
        moves: &mut Vec<G::Move>,
    ) -> Result<Option<Score>, Halted> {
        let mut first = None;
        if let Some(table) = &self.table {
            let known = table.probe(walk, depth, window);
            if known.score.is_some() {
                return Ok(known.score);
            }
            first = known.first;
        }
        self.order.sort(walk, moves, first)?;
        Ok(None)
    }

    /// Remembers what a search within `window` found.
    pub(crate) fn remember<G: Tactics, E: Evaluator<G>>(
        &mut self,
        walk: &Walk<'_, G, E>,
        depth: u32,
        window: Window,
        score: Score,
        best: Option<G::Move>,
    ) {
        if let Some(table) = &mut self.table {
            table.store(walk, depth, window, score, best);
        }
    }
}
