//! Syzygy endgame tables: the result of every position with few men, win or loss in sight of the 50-move rule.
//!
//! The tables are read by `shakmaty-syzygy`; here a position is handed over as sets of squares, and the answer is turned
//! into what a search can use. Inside the tree that is the bare result (WDL). At the root it is the moves that really
//! carry the result home (DTZ, the distance to the next capture or pawn move), with the moves already made without
//! progress counted in.
//!
//! Not known: positions with a right to castle, and what the missing tables would say.

mod convert;
mod files;
mod rank;

use convert::convert;
use files::Disk;
use rank::Rank;
use shakmaty_syzygy::{Dtz, MaybeRounded, Tablebase, Wdl};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use tabula_board::Bits;
use tabula_chess::{Chess, Move, Orthodox};
use tabula_core::{Claims, Exact, Fault, Game, Known, Line};

/// Orthodox chess, the only game that has such tables; Chess960 is another instance of it.
type Board = Chess<u64, Orthodox>;
type Position = <Board as Game>::Position;

/// Where the tables are, and how they are asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Order {
    /// Directories, separated as the platform separates them; empty for none.
    pub(crate) path: String,
    /// Positions with more men are not asked about.
    pub(crate) limit: u32,
    /// A win that the 50-move rule would take away is a draw.
    pub(crate) fifty: bool,
}

impl Order {
    /// As many men as any table has.
    pub(crate) const MOST_MEN: u32 = 7;
}

impl Default for Order {
    fn default() -> Self {
        Self { path: String::new(), limit: 6, fifty: true }
    }
}

/// The tables of some directories.
pub(crate) struct Syzygy {
    tables: Tablebase<shakmaty::Chess>,
    /// Positions with more men need no look.
    most: u32,
    fifty: bool,
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Syzygy tables of up to {} men", self.most)
    }
}

impl Syzygy {
    /// Opens every table of the directories; the fault names the directory or the file that is wrong.
    pub(crate) fn open(order: &Order) -> Result<Self, Fault> {
        let mut tables = Tablebase::with_filesystem(Arc::new(Disk::default()));
        for folder in std::env::split_paths(&order.path).filter(|folder| folder != Path::new("")) {
            if files::add(&mut tables, &folder)? == 0 {
                return Err(Fault::new(format!("there is no Syzygy table in '{}'", folder.display())));
            }
        }
        let most = order.limit.min(tables.max_pieces() as u32);
        Ok(Self { tables, most, fifty: order.fifty })
    }

    fn covers(&self, at: &Position) -> bool {
        at.occupied().count() <= self.most && at.castles().is_empty()
    }

    fn wdl(&self, at: &Position) -> Option<Wdl> {
        self.tables.probe_wdl_after_zeroing(&convert(at)?).ok()
    }

    fn dtz(&self, at: &Position) -> Option<Dtz> {
        self.tables.probe_dtz(&convert(at)?).ok().map(MaybeRounded::ignore_rounding)
    }

    /// What a move that was just played on `line` is worth to who played it, as far as the tables tell.
    fn rank(&self, game: &Board, line: &Line<Board>, quiet: u32, precise: bool) -> Option<Rank> {
        let at = line.now();
        if game.in_check(at) && game.count(at) == 0 {
            return Some(Rank::MATE);
        }
        // So near to the root it is a true third time, or a true fiftieth move.
        if line.drawn(game, Claims::Taken).is_some() {
            return Some(Rank::DRAW);
        }
        if !precise {
            return Some(Rank::of_wdl(-self.wdl(at)?, self.fifty));
        }
        let dtz = match at.quiet_plies() {
            0 => Dtz::before_zeroing(-self.wdl(at)?),
            _ => (-self.dtz(at)?).add_plies(1),
        };
        Some(Rank::of_dtz(dtz.0, quiet, self.fifty))
    }

    fn ranks(&self, game: &Board, line: &Line<Board>, moves: &[Move], precise: bool) -> Option<Vec<Rank>> {
        let quiet = line.now().quiet_plies();
        let mut line = line.clone();
        moves
            .iter()
            .map(|&m| {
                line.play(game, m);
                let rank = self.rank(game, &line, quiet, precise);
                line.back();
                rank
            })
            .collect()
    }
}

impl Known<Board> for Syzygy {
    #[inline]
    fn probe(&self, _: &Board, at: &Position) -> Option<Exact> {
        // What the counter has eaten up, WDL cannot know: only after a capture or a pawn move is it right.
        if at.quiet_plies() != 0 || !self.covers(at) {
            return None;
        }
        Some(match self.wdl(at)? {
            Wdl::Win => Exact::Win,
            Wdl::Loss => Exact::Loss,
            Wdl::CursedWin if !self.fifty => Exact::Win,
            Wdl::BlessedLoss if !self.fifty => Exact::Loss,
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Exact::Draw,
        })
    }

    fn choices(&self, game: &Board, line: &Line<Board>) -> Option<(Exact, Vec<Move>)> {
        if !self.covers(line.now()) {
            return None;
        }
        let moves = line.legal(game);
        // Without tables of distances a won ending is at least not thrown away.
        let ranks = [true, false].into_iter().find_map(|precise| self.ranks(game, line, &moves, precise))?;
        let best = *ranks.iter().max()?;
        let keep = moves.into_iter().zip(ranks).filter(|&(_, rank)| rank == best).map(|(m, _)| m).collect();
        Some((best.exact(), keep))
    }
}

#[cfg(test)]
mod tests;
