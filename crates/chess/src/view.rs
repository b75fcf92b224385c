//! Positions as pictures, and the texts of `core`.

use crate::{Chess, Kind, KindCard, Move, PAWN, Position, Rules, What, Wing};
use tabula_board::Bits;
use tabula_core::{BoardView, Cells, Deed, Fault, Faults, Game, KindView, ManView, Notation, Show, Side, Square};

impl<B: Bits, R: Rules<B>> Notation for Chess<B, R> {
    fn read_position(&self, text: &str) -> Result<Position<B, R::Sets>, Faults> {
        self.read_fen(text)
    }

    fn write_position(&self, at: &Position<B, R::Sets>) -> String {
        self.write_fen(at)
    }

    fn read_move(&self, at: &Position<B, R::Sets>, text: &str) -> Result<Move, Fault> {
        self.read_any(at, text)
    }

    fn write_move(&self, at: &Position<B, R::Sets>, m: Move) -> String {
        self.write_coordinates(at, m)
    }

    fn write_move_for_people(&self, at: &Position<B, R::Sets>, m: Move) -> String {
        self.write_san(at, m)
    }
}

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// How a kind moves, with what XBoard writes for castling (`O2`) and for pawns.
    fn betza(&self, kind: Kind, card: &KindCard) -> String {
        let side = Side::First;
        if kind == PAWN {
            let double = if self.rules.double_from(side).is_empty() { "" } else { "ifmnD" };
            return format!("fmWfceF{double}");
        }
        let start = self.start();
        let steps = [Wing::Right, Wing::Left].into_iter().find_map(|wing| {
            let goal = self.rules.castle_goal(side, wing)?;
            let king = self.rules.is_royal(kind).then(|| start.men(kind, side)).filter(|king| !king.is_empty())?;
            Some(king.first().0.abs_diff(goal.king.0))
        });
        format!("{}{}", card.moves, steps.map_or(String::new(), |steps| format!("O{steps}")))
    }
}

/// From so many quiet moves on, a player wants to know of the draw that comes near.
const NOTABLE: u32 = 30;

impl<B: Bits, R: Rules<B>> Show for Chess<B, R> {
    fn view(&self, at: &Position<B, R::Sets>) -> BoardView {
        let shape = self.shape();
        let men = at.occupied().squares().filter_map(|on| {
            let (kind, side) = at.man_on(on)?;
            let card = self.rules.kinds().get(kind.index())?;
            Some(ManView {
                on,
                side: self.rules.roamer().is_none_or(|roamer| roamer.kind != kind).then_some(side),
                letter: self.letter(kind, side),
                glyph: card.glyphs[side as usize],
                name: card.name.clone(),
            })
        });
        let quiet = at.quiet_plies() / 2;
        let notes =
            if quiet < NOTABLE { Vec::new() } else { vec![format!("{quiet} moves without capture or pawn move")] };
        BoardView {
            files: shape.files(),
            ranks: shape.ranks(),
            cells: Cells::Squares,
            skips_i: false,
            men: men.collect(),
            alarm: self.in_check(at).then(|| self.royal(at, at.turn)),
            notes,
        }
    }

    fn kinds(&self) -> Vec<KindView> {
        let view = |(kind, card): (Kind, &KindCard)| KindView {
            letter: card.letter,
            name: card.name.clone(),
            moves: self.betza(kind, card),
        };
        (0..).map(Kind).zip(self.rules.kinds()).map(view).collect()
    }

    fn trail(&self, at: &Position<B, R::Sets>, m: Move) -> (Option<Square>, Option<Square>) {
        (Some(m.from()), Some(self.goal(at, m)))
    }

    fn deed(&self, at: &Position<B, R::Sets>, m: Move) -> Deed {
        let (from, goal) = (m.from(), self.goal(at, m));
        let stands = |on: &Square| at.occupied().has(*on);
        let step = Deed { ways: vec![vec![from, goal]], ..Deed::default() };
        match m.what {
            // People are used to both: the king goes where it ends, or onto its rook.
            What::Castle => Deed { ways: vec![vec![from, goal], vec![from, m.to()]], ..step },
            What::EnPassant => Deed { taken: vec![self.en_passant_victim(at.turn, goal)], ..step },
            What::Roam(roll) => {
                let way: Vec<_> = roll.way(self.shape(), from).collect();
                let taken = way.iter().copied().filter(stands).collect();
                Deed { ways: vec![std::iter::once(from).chain(way).collect()], taken, makes: None }
            }
            What::Step | What::Double | What::Promote(_) => {
                let makes = match m.what {
                    What::Promote(kind) => self.rules.kinds().get(kind.index()).map(|card| card.name.clone()),
                    _ => None,
                };
                Deed { taken: Some(goal).into_iter().filter(stands).collect(), makes, ..step }
            }
        }
    }
}
