//! What an exchange on one square is worth, without searching.

use crate::{Chess, Kind, Move, PAWN, Position, Rules, What};
use tabula_board::{Bits, Slide};

/// More than all the men that can meet on one square: what a royal man stakes.
const ROYAL: i32 = 20_000;

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// Whether the exchange that `m` begins wins at least `margin`, both sides taking with their least man and
    /// stopping when it no longer pays.
    ///
    /// Men behind others join in as the line opens. Pins are not looked at: it is a guess for ordering and pruning,
    /// made at nearly every node.
    pub(crate) fn exchange_wins(&self, at: &Position<B, R::Sets>, m: Move, margin: i32) -> bool {
        let (mut gained, risked) = match (m.what, at.man_on(m.from())) {
            (What::Castle | What::Roam(_), _) | (_, None) => return margin <= 0,
            (What::EnPassant, _) => (self.rules.value(PAWN), self.stake(PAWN)),
            (What::Promote(kind), _) => {
                (self.worth(at, m) + self.rules.value(kind) - self.rules.value(PAWN), self.stake(kind))
            }
            (What::Step | What::Double, Some((kind, _))) => (self.worth(at, m), self.stake(kind)),
        };
        gained -= margin;
        if gained < 0 {
            return false;
        }
        // Even if the man that moved is lost for nothing more.
        let mut balance = risked - gained;
        if balance <= 0 {
            return true;
        }
        let mut occupied = (at.occupied() ^ B::one(m.from())) | B::one(m.to());
        if m.what == What::EnPassant {
            occupied ^= B::one(self.en_passant_victim(at.turn, m.to()));
        }
        let geometry = self.rules.geometry();
        let straight = self.rules.straight_sliders(at.kinds());
        let diagonal = self.rules.diagonal_sliders(at.kinds());
        let mut attackers = self.all_attackers(at, m.to(), occupied) & occupied;
        let mut side = !at.turn;
        let mut pays = true;
        loop {
            let own = attackers & at.side(side);
            let Some((kind, from)) = self.least(at, own) else { break };
            pays = !pays;
            // A royal man may take only what is not defended.
            if self.rules.is_royal(kind) {
                let defended = attackers.meets(at.side(!side));
                return if defended { !pays } else { pays };
            }
            balance = self.stake(kind) - balance;
            if balance < i32::from(pays) {
                break;
            }
            occupied ^= from;
            attackers |= geometry.sliders.straight(m.to(), occupied) & straight;
            attackers |= geometry.sliders.diagonal(m.to(), occupied) & diagonal;
            attackers &= occupied;
            side = !side;
        }
        pays
    }

    /// The least valuable of some men. Kinds are listed by value, the royal one last.
    #[inline(always)]
    fn least(&self, at: &Position<B, R::Sets>, men: B) -> Option<(Kind, B)> {
        if men.is_empty() {
            return None;
        }
        for kind in (0..self.rules.kinds().len() as u8).map(Kind) {
            let some = men & at.kind(kind);
            if !some.is_empty() {
                return Some((kind, B::one(some.first())));
            }
        }
        None
    }

    /// What stands where the move goes; a royal man ends the game, where it may be taken.
    #[inline(always)]
    pub(crate) fn worth(&self, at: &Position<B, R::Sets>, m: Move) -> i32 {
        let royal = |kind| self.rules.takes_royals() && self.rules.is_royal(kind);
        at.man_on(m.to()).map_or(0, |(kind, _)| if royal(kind) { ROYAL } else { self.rules.value(kind) })
    }

    #[inline(always)]
    fn stake(&self, kind: Kind) -> i32 {
        if self.rules.is_royal(kind) { ROYAL } else { self.rules.value(kind) }
    }
}

#[cfg(test)]
mod tests {
    use crate::chess;
    use tabula_core::{Notation, Tactics};

    #[test]
    fn exchanges_are_worth_what_a_player_counts() {
        let game = chess();
        for (fen, m, worth) in [
            // A free pawn, and one that is guarded.
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 280),
            // A rook behind a rook.
            ("4k3/4r3/8/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 100),
            ("4k3/4q3/4r3/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 100 - 480),
            // Here the queen has to take first.
            ("4k3/4r3/4q3/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 100 - 480 + 930 - 480),
            // Quiet moves: to a safe square, and where a pawn takes.
            ("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3d4", 0),
            ("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", -280),
            // In passing, and a promotion that is taken back.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 480 + 930 - 100 - 930),
            // The king takes back what nobody guards, and nothing else.
            ("8/8/8/3k4/4p3/8/4R3/K7 w - - 0 1", "e2e4", 100 - 480),
            ("8/8/8/3k4/4p3/8/4R3/K3R3 w - - 0 1", "e2e4", 100),
        ] {
            let at = game.read_position(fen).unwrap();
            let m = game.read_move(&at, m).unwrap();
            assert!(game.holds(&at, m, worth), "{fen} {m:?} wins {worth}");
            assert!(!game.holds(&at, m, worth + 1), "{fen} {m:?} wins no more than {worth}");
        }
    }
}
