//! What alpha-beta can exploit in chess.

use crate::generate::Scope;
use crate::kind::MAX_KINDS;
use crate::{Chess, Kind, Move, PAWN, Position, Rules, What};
use tabula_board::{Bits, Slide};
use tabula_core::{ASPECTS, Hint, Key, Prospect, Score, Side, Tactics};

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// What the mover's captures and promotions are restricted to.
    #[inline(always)]
    fn noise(&self, at: &Position<B, R::Sets>) -> Scope<B> {
        let foe = at.side(!at.turn);
        let passed = at.passed().map_or(B::EMPTY, B::one);
        let all = !B::EMPTY;
        Scope { movers: all, targets: foe, pawn_targets: foe | passed, promotions: all, castling: false }
    }
}

impl<B: Bits, R: Rules<B>> Tactics for Chess<B, R> {
    /// Captures and promotions.
    fn noisy(&self, at: &Self::Position, out: &mut Vec<Move>) {
        self.generate(at, self.noise(at), out);
    }

    fn quiet(&self, at: &Self::Position, out: &mut Vec<Move>) {
        let noise = self.noise(at);
        let rest = Scope {
            movers: noise.movers,
            targets: !noise.targets,
            pawn_targets: !noise.pawn_targets,
            promotions: B::EMPTY,
            castling: true,
        };
        self.generate(at, rest, out);
    }

    #[inline(always)]
    fn is_noisy(&self, at: &Self::Position, m: Move) -> bool {
        match m.what {
            What::EnPassant | What::Promote(_) => true,
            What::Castle => false,
            What::Roam(roll) => self.roll_destroys(at, roll),
            What::Step | What::Double => at.occupied().has(m.to()),
        }
    }

    #[inline(always)]
    fn urgent(&self, at: &Self::Position) -> bool {
        self.in_check(at)
    }

    /// Whether a move gives check. Castling and captures in passing are only asked about the man that moves.
    fn forces(&self, at: &Self::Position, m: Move) -> bool {
        let Some((kind, side)) = at.man_on(m.from()) else { return false };
        if self.rules.takes_royals() {
            return false;
        }
        if self.rules.odd().is_some() {
            // A man that moves may also be a hurdle, or no longer one.
            let mut next = at.clone();
            self.make(&mut next, m, &mut ());
            return self.in_check(&next);
        }
        let geometry = self.rules.geometry();
        let king = self.royal(at, !side);
        let kind = if let What::Promote(into) = m.what { into } else { kind };
        let to = self.goal(at, m);
        let occupied = (at.occupied() & !B::one(m.from())) | B::one(to);
        let sees = if kind == PAWN { geometry.pawn_attacks(side, to) } else { self.rules.reach(kind, to, occupied) };
        if sees.has(king) {
            return true;
        }
        let (straight, diagonal) = (geometry.lines.straight(king), geometry.lines.diagonal(king));
        // Opens a line, if it leaves one.
        (straight.has(m.from())
            && (geometry.sliders.straight(king, occupied) & self.rules.straight_sliders(at.kinds()))
                .meets(at.side(side) & !B::one(m.from())))
            || (diagonal.has(m.from())
                && (geometry.sliders.diagonal(king, occupied) & self.rules.diagonal_sliders(at.kinds()))
                    .meets(at.side(side) & !B::one(m.from())))
    }

    /// Not in check, and not with a king and pawns alone, where having to move may be the point.
    fn pass(&self, at: &mut Self::Position) -> bool {
        let own = at.side(at.turn);
        let officers = own & !at.kind(PAWN) & !self.rules.royals(at.kinds());
        let allowed = !self.in_check(at) && !officers.is_empty() && !at.rolling;
        if allowed {
            self.make_nothing(at);
        }
        allowed
    }

    /// The neutral man stays where it is.
    fn still(&self, at: &mut Self::Position) -> bool {
        at.set_rolling(false, &self.rules.geometry().keys);
        true
    }

    fn peril(&self, at: &Self::Position) -> Option<[u32; 2]> {
        self.peril_of_roll(at)
    }

    fn opening(&self, at: &Self::Position) -> [u32; 2] {
        self.opening_by_roll(at)
    }

    fn prospect(&self, at: &Self::Position) -> Prospect {
        self.prospect_of_rolls(at)
    }

    /// The most valuable victim first; among equals, the least valuable attacker.
    #[inline]
    fn gain(&self, at: &Self::Position, m: Move) -> Score {
        let won = match m.what {
            What::Castle | What::Roam(_) => return Score::ZERO,
            What::EnPassant => self.rules.value(PAWN),
            What::Promote(kind) => self.worth(at, m) + self.rules.value(kind) - self.rules.value(PAWN),
            What::Step | What::Double => self.worth(at, m),
        };
        if won == 0 {
            return Score::ZERO;
        }
        let attacker = at.man_on(m.from()).map_or(0, |(kind, _)| self.rules.value(kind));
        Score::estimate(won - attacker / 16)
    }

    #[inline]
    fn holds(&self, at: &Self::Position, m: Move, margin: i32) -> bool {
        self.exchange_wins(at, m, margin)
    }

    /// A man and a square.
    fn slots(&self) -> usize {
        self.rules.kinds().len() * 2 * self.shape().size()
    }

    #[inline(always)]
    fn slot(&self, at: &Self::Position, m: Move) -> usize {
        let man = at.man_on(m.from()).map_or(0, |(kind, side)| kind.of(side).0);
        man as usize * self.shape().size() + m.to().index()
    }

    fn preys(&self) -> usize {
        MAX_KINDS + 1
    }

    #[inline(always)]
    fn prey(&self, at: &Self::Position, m: Move) -> usize {
        match m.what {
            What::EnPassant => 1,
            What::Castle | What::Roam(_) => 0,
            _ => at.man_on(m.to()).map_or(0, |(Kind(kind), _)| kind as usize + 1),
        }
    }

    #[inline(always)]
    fn aspects(&self, at: &Self::Position) -> [u64; ASPECTS] {
        [at.pawn_key(), at.officer_key(Side::First), at.officer_key(Side::Second)]
    }

    /// Right for steps and captures that change no right to castle.
    #[inline(always)]
    fn key_after(&self, at: &Self::Position, m: Move) -> Key {
        let keys = &self.rules.geometry().keys;
        let mut key = at.key ^ keys.turn ^ at.passed().map_or(0, |passed| keys.en_passant(passed));
        if let Some((kind, side)) = at.man_on(m.from()) {
            key ^= keys.man(kind.of(side), m.from()) ^ keys.man(kind.of(side), m.to());
        }
        if let Some((kind, side)) = at.man_on(m.to()) {
            key ^= keys.man(kind.of(side), m.to());
        }
        Key(key)
    }

    #[inline]
    fn returns(&self, at: &Self::Position, earlier: Key) -> bool {
        let Some((from, to)) = self.rules.shuffles().and_then(|shuffles| shuffles.find(at.key ^ earlier.0)) else {
            return false;
        };
        let clear = !self.rules.geometry().lines.between(from, to).meets(at.occupied());
        // It stands on one of the two squares, and goes to the other.
        clear && [from, to].into_iter().any(|on| at.side(at.turn).has(on))
    }

    #[inline]
    fn recall(&self, at: &Self::Position, hint: Hint) -> Option<Move> {
        Move::from_hint(hint).filter(|&m| self.is_legal(at, m))
    }
}

#[cfg(test)]
mod tests {
    use crate::chess;
    use tabula_core::{Dice, Game, Line, Tactics};

    #[test]
    fn a_position_returns_wherever_an_officer_can_go_back() {
        let game = chess();
        let mut dice = Dice::new(8);
        let mut found = 0;
        for _ in 0..40 {
            let mut line = Line::new(&game);
            for _ in 0..80 {
                let moves = line.legal(&game);
                let Some(&m) = dice.pick(&moves) else { break };
                line.play(&game, m);
                let (now, keys) = (line.plies(), line.positions());
                for earlier in (0..now).rev().filter(|i| (now - i) % 2 == 1 && now - i >= 3) {
                    let key = game.key(&keys[earlier]);
                    let reached = line.legal(&game).into_iter().any(|m| {
                        let mut next = line.now().clone();
                        game.play(&mut next, m, &mut ());
                        game.key(&next) == key
                    });
                    // A pin is not looked at: it may say yes where the move is not legal, never no where it is.
                    assert!(!reached || game.returns(line.now(), key));
                    found += u32::from(reached);
                }
            }
        }
        assert!(found > 20, "{found}");
    }

    #[test]
    fn what_is_said_of_a_move_comes_true_when_it_is_made_and_noisy_and_quiet_moves_are_all_moves() {
        let game = chess();
        let mut dice = Dice::new(3);
        let (mut checks, mut moves_seen) = (0, 0);
        for _ in 0..60 {
            let mut line = Line::new(&game);
            for _ in 0..120 {
                let at = line.now();
                let moves = line.legal(&game);
                let (mut noisy, mut quiet) = (Vec::new(), Vec::new());
                game.noisy(at, &mut noisy);
                game.quiet(at, &mut quiet);
                assert_eq!(noisy.len() + quiet.len(), moves.len());
                for &m in &moves {
                    assert_eq!(noisy.contains(&m), game.is_noisy(at, m), "{m:?}");
                    assert_ne!(noisy.contains(&m), quiet.contains(&m), "{m:?}");
                    let mut next = at.clone();
                    game.play(&mut next, m, &mut ());
                    let special = matches!(m.what, crate::What::Castle | crate::What::EnPassant);
                    if !special {
                        assert_eq!(game.forces(at, m), game.urgent(&next), "{m:?}");
                    }
                    let plain = matches!(m.what, crate::What::Step) && next.castles() == at.castles();
                    if plain {
                        assert_eq!(game.key_after(at, m), game.key(&next), "{m:?}");
                    }
                    checks += u32::from(game.urgent(&next));
                    moves_seen += 1;
                }
                let Some(&m) = dice.pick(&moves) else { break };
                line.play(&game, m);
            }
        }
        assert!(checks > 1000 && moves_seen > 50_000, "{checks} {moves_seen}");
    }
}
