//! How good a move is by the tables, so that a result is not only kept but reached.

use shakmaty_syzygy::Wdl;
use tabula_core::Exact;

/// The worth of a move; moves of the same worth are left to the search.
///
/// | from the top | order among them |
/// |---|---|
/// | mates | none |
/// | wins in time | the nearest progress first |
/// | wins that come too late for the 50-move rule | the nearest first: an opponent may err |
/// | draws | none |
/// | losses that the rule may save | the longest first |
/// | losses | none: a search finds what is hardest to win |
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Rank {
    order: i32,
    exact: Exact,
}

/// Beyond every distance.
const FAR: i32 = 1 << 18;
/// Plies after which a draw can be claimed.
const RULE: i32 = 100;

impl Rank {
    pub(super) const MATE: Self = Self { order: FAR, exact: Exact::Win };
    pub(super) const DRAW: Self = Self { order: 0, exact: Exact::Draw };
    const LOSS: Self = Self { order: -FAR, exact: Exact::Loss };

    /// From the distance to the next capture or pawn move (negative for a loss), counted from before the move, with
    /// `quiet` plies already used up. Without the rule (`fifty`) nothing is too late.
    pub(super) fn of_dtz(dtz: i32, quiet: u32, fifty: bool) -> Self {
        let (plies, quiet) = (dtz.abs(), quiet.min(RULE as u32) as i32);
        match dtz {
            0 => Self::DRAW,
            // Tables may count one ply too few, so that the last one is not relied upon.
            1.. if !fifty || plies + quiet < RULE => Self { order: FAR - plies, exact: Exact::Win },
            1.. => Self { order: FAR / 2 - plies - quiet, exact: Exact::Draw },
            // A loss of which half the way suffices is worth defending by the length of the way.
            _ if !fifty || 2 * plies + quiet < RULE => Self::LOSS,
            _ => {
                let exact = if plies + quiet > RULE { Exact::Draw } else { Exact::Loss };
                Self { order: plies + quiet - FAR / 2, exact }
            }
        }
    }

    /// From the result alone.
    pub(super) fn of_wdl(wdl: Wdl, fifty: bool) -> Self {
        match (wdl, fifty) {
            (Wdl::Win, _) | (Wdl::CursedWin, false) => Self { order: FAR - 1, exact: Exact::Win },
            (Wdl::CursedWin, true) => Self { order: FAR / 2, exact: Exact::Draw },
            (Wdl::Draw, _) => Self::DRAW,
            (Wdl::BlessedLoss, true) => Self { order: -FAR / 2, exact: Exact::Draw },
            (Wdl::Loss, _) | (Wdl::BlessedLoss, false) => Self::LOSS,
        }
    }

    /// The result it leads to.
    pub(super) const fn exact(self) -> Exact {
        self.exact
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_wins_come_first_and_late_ones_before_draws() {
        let rank = |dtz| Rank::of_dtz(dtz, 40, true);
        let falling = [Rank::MATE, rank(1), rank(30), rank(59), rank(60), rank(101), rank(0), rank(-80), rank(-40)];
        assert!(falling.is_sorted_by(|a, b| a > b), "{falling:?}");
        assert_eq!(rank(59).exact(), Exact::Win);
        assert_eq!(rank(60).exact(), Exact::Draw);
        assert_eq!((rank(-40).exact(), rank(-61).exact()), (Exact::Loss, Exact::Draw));
        assert_eq!(rank(-1), rank(-20));
    }

    #[test]
    fn without_the_rule_every_win_is_one() {
        assert_eq!(Rank::of_dtz(300, 99, false).exact(), Exact::Win);
        assert_eq!(Rank::of_dtz(-300, 99, false), Rank::of_dtz(-1, 0, false));
        assert_eq!(Rank::of_wdl(Wdl::CursedWin, false).exact(), Exact::Win);
        assert_eq!(Rank::of_wdl(Wdl::BlessedLoss, true).exact(), Exact::Draw);
    }
}
