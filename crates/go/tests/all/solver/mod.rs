//! An exact solver for one chain's life: tries everything, under positional superko, until the chain is taken, is
//! certain to live, or both players pass.
//!
//! Left out are only moves inside what a player keeps for certain (Benson): there a stone changes nothing, whoever puts
//! it. A result that hangs on how a position was reached is not remembered.

use std::collections::HashMap;
use tabula_core::{BySide, Game, Notation, Side, Square};
use tabula_go::{Go, Move, Position, life};

/// Solves the fate of one stone. The game must have the simple rule of ko: superko is kept here.
pub(crate) struct Solver<'a> {
    game: &'a Go,
    stone: Square,
    owner: Side,
    known: HashMap<u64, bool>,
    /// The boards on the way here.
    path: Vec<u64>,
    /// How often a player may play elsewhere and be answered, so that he may retake a ko.
    threats: BySide<u8>,
    /// Positions looked at.
    nodes: u64,
    /// As many may be.
    most: u64,
}

/// Depends on nothing before the position itself.
const FREE: usize = usize::MAX;

impl<'a> Solver<'a> {
    /// For a stone on the board; `None` if there is none.
    pub(crate) fn new(game: &'a Go, at: &Position, stone: Square, most: u64) -> Option<Self> {
        let owner = at.stone(stone)?;
        Some(Self {
            game,
            stone,
            owner,
            known: HashMap::new(),
            path: Vec::new(),
            threats: BySide::default(),

            nodes: 0,
            most,
        })
    }

    /// Gives a player threats for a ko; what was found before is forgotten.
    pub(crate) fn with_threats(&mut self, side: Side, count: u8) {
        self.threats[side] = count;
        self.known.clear();
    }

    /// The stones, and the threats left: with those that were used, the whole board is another.
    fn board(&self, at: &Position) -> u64 {
        let [black, white] = Side::BOTH.map(|side| u64::from(self.threats[side]));
        at.board_key() ^ (black << 8 | white).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The first moves by which the mover has his way with the stone: takes it or saves it; `None` if it took too long.
    pub(crate) fn right_moves(&mut self, at: &Position) -> Option<Vec<Move>> {
        self.path = vec![self.board(at)];
        let mut right = Vec::new();
        for m in self.choices(at).ok()? {
            let mut next = at.clone();
            self.game.play(&mut next, m, &mut ());
            if m == Move::Pass || !self.path.contains(&self.board(&next)) {
                let (succeeds, _) = self.succeeds(&next)?;
                if !succeeds {
                    right.push(m);
                }
            }
        }
        Some(right)
    }

    /// Moves worth trying; or whose the stone certainly is.
    fn choices(&self, at: &Position) -> Result<Vec<Move>, Side> {
        let lives = Side::BOTH.map(|side| life::unconditional(at, side));
        if lives[self.owner as usize].stones.contains(&self.stone) {
            return Err(self.owner);
        }
        if lives[!self.owner as usize].territory.contains(&self.stone) {
            return Err(!self.owner);
        }
        let mut moves = Vec::new();
        self.game.moves(at, &mut moves);
        let settled = |point: &Square| lives.iter().any(|life| life.territory.contains(point));
        moves.retain(|m| !matches!(m, Move::At(point) if settled(point)));
        Ok(moves)
    }

    /// Whether the mover has his way, and the depth of the earliest position that this hangs on.
    fn succeeds(&mut self, at: &Position) -> Option<(bool, usize)> {
        self.nodes += 1;
        if self.nodes > self.most {
            return None;
        }
        let defends = at.turn() == self.owner;
        if at.stone(self.stone) != Some(self.owner) {
            return Some((!defends, FREE));
        }
        if at.passes() >= 2 {
            return Some((defends, FREE));
        }
        let key = self.game.key(at).0 ^ self.board(at) ^ at.board_key();
        if let Some(&known) = self.known.get(&key) {
            return Some((known, FREE));
        }
        let moves = match self.choices(at) {
            Ok(moves) => moves,
            Err(side) => return Some((side == at.turn(), FREE)),
        };
        let depth = self.path.len();
        self.path.push(self.board(at));
        let mut hangs = FREE;
        let mut succeeds = false;
        for m in moves {
            let mut next = at.clone();
            self.game.play(&mut next, m, &mut ());
            if m != Move::Pass
                && let Some(before) = self.path.iter().position(|&board| board == self.board(&next))
            {
                hangs = hangs.min(before);
                continue;
            }
            let (other, by) = self.succeeds(&next)?;
            if !other {
                (succeeds, hangs) = (true, by);
                break;
            }
            hangs = hangs.min(by);
        }
        if !succeeds && at.ko().is_some() && self.threats[at.turn()] > 0 {
            let (by_threat, by) = self.after_threat(at)?;
            succeeds = by_threat;
            hangs = if by_threat { by } else { hangs.min(by) };
        }
        self.path.pop();
        if hangs >= depth {
            self.known.insert(key, succeeds);
            hangs = FREE;
        }
        Some((succeeds, hangs))
    }

    /// The same player again, after a threat that was answered: the ban of the ko is lifted.
    fn after_threat(&mut self, at: &Position) -> Option<(bool, usize)> {
        let text = self.game.write_position(at);
        let mut fields: Vec<&str> = text.split(' ').collect();
        fields[2] = "-";
        let lifted = self.game.read_position(&fields.join(" ")).ok()?;
        self.threats[at.turn()] -= 1;
        let found = self.succeeds(&lifted);
        self.threats[at.turn()] += 1;
        found
    }
}
