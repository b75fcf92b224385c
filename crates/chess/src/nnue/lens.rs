//! Which inputs of the net are on.
//!
//! Each side sees the board from its own end: own men before the opponent's, and its royal man always on the left half, the board
//! being turned over where it is not. So what is learnt on one wing is known on the other.

use crate::{Chess, Kind, Move, Position, Rules};
use std::sync::Arc;
use tabula_board::{Bits, Shape};
use tabula_core::{
    AnyEvaluator, Dice, Evaluator, Faults, Game as _, Man, Notation, Score, Seen, Side, Sight, Square, Stroller,
};

/// Rows of the last layer: one for every eighth part of the men of the start.
pub const BUCKETS: usize = 8;

/// Inputs by man and square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lens {
    shape: Shape,
    kinds: usize,
    /// By side, by whether the board is turned over, by man, by square.
    inputs: Vec<u16>,
    /// Men at the start.
    men: usize,
}

/// How a side sees the board: turned over from left to right, or not.
pub(super) type Turned = bool;

impl Lens {
    pub(super) fn new<B: Bits, R: Rules<B>>(game: &Chess<B, R>) -> Self {
        let (shape, kinds) = (game.shape(), game.rules().kinds().len());
        let men = game.start().occupied().count() as usize;
        let mut inputs = vec![0; 4 * 2 * kinds * shape.size()];
        for side in Side::BOTH {
            for turned in [false, true] {
                for man in 0..2 * kinds {
                    for on in shape.squares() {
                        let owner = if man % 2 == 0 { Side::First } else { Side::Second };
                        let seen = if side == Side::First { on } else { shape.mirrored(on) };
                        let file = i32::from(shape.file(seen));
                        let file = if turned { i32::from(shape.files()) - 1 - file } else { file };
                        let seen = shape.square(file, i32::from(shape.rank(seen))).unwrap_or(seen);
                        let kind = man / 2 + if owner == side { 0 } else { kinds };
                        let at =
                            ((side as usize * 2 + usize::from(turned)) * 2 * kinds + man) * shape.size() + on.index();
                        inputs[at] = (kind * shape.size() + seen.index()) as u16;
                    }
                }
            }
        }
        Self { shape, kinds, inputs, men }
    }

    /// Whether it was made for such a game.
    pub(super) fn fits<B: Bits, R: Rules<B>>(&self, game: &Chess<B, R>) -> bool {
        self.shape == game.shape() && self.kinds == game.rules().kinds().len()
    }

    /// How many inputs there are for either side.
    pub(super) const fn size(&self) -> usize {
        2 * self.kinds * self.shape.size()
    }

    /// The input of a man on a square, as a side sees it.
    #[inline(always)]
    pub(super) fn input(&self, side: Side, turned: Turned, man: Man, on: Square) -> u16 {
        let view = side as usize * 2 + usize::from(turned);
        self.inputs[(view * 2 * self.kinds + man.0 as usize) * self.shape.size() + on.index()]
    }

    /// How a side sees the board.
    #[inline(always)]
    pub(super) fn turned<B: Bits, R: Rules<B>>(
        &self,
        game: &Chess<B, R>,
        at: &Position<B, R::Sets>,
        side: Side,
    ) -> Turned {
        self.shape.file(game.royal(at, side)) * 2 >= self.shape.files()
    }

    /// Which row of the last layer judges a position of so many men.
    #[inline(always)]
    pub(super) const fn bucket(&self, men: usize) -> usize {
        let bucket = (men.saturating_sub(1)) * BUCKETS / self.men;
        if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
    }

    /// Everything that is on for a side.
    pub(super) fn all<B: Bits, R: Rules<B>>(
        &self,
        at: &Position<B, R::Sets>,
        side: Side,
        turned: Turned,
    ) -> impl Iterator<Item = u16> {
        at.occupied().squares().filter_map(move |on| {
            let (kind, owner): (Kind, Side) = at.man_on(on)?;
            Some(self.input(side, turned, kind.of(owner), on))
        })
    }
}

/// How many inputs the net of a game has for either side.
pub fn inputs<B: Bits, R: Rules<B>>(game: &Chess<B, R>) -> usize {
    Lens::new(game).size()
}

/// A game's way of seeing positions, for whoever teaches its net.
pub struct Looker<B: Bits, R: Rules<B>> {
    game: Arc<Chess<B, R>>,
    lens: Lens,
    judge: Judge<Chess<B, R>>,
}

/// Makes the hand-made evaluation.
type Judge<G> = Box<dyn Fn() -> AnyEvaluator<G> + Send + Sync>;

impl<B: Bits, R: Rules<B>> Looker<B, R> {
    /// Looks at positions of this game, which has this hand-made evaluation.
    pub fn new(game: Arc<Chess<B, R>>, judge: impl Fn() -> AnyEvaluator<Chess<B, R>> + Send + Sync + 'static) -> Self {
        let lens = Lens::new(&game);
        Self { game, lens, judge: Box::new(judge) }
    }
}

impl<B: Bits, R: Rules<B>> Sight for Looker<B, R> {
    fn inputs(&self) -> usize {
        self.lens.size()
    }

    fn buckets(&self) -> usize {
        BUCKETS
    }

    fn see(&self, position: &str) -> Result<Seen, Faults> {
        Ok(self.look(&self.game.read_position(position)?))
    }

    fn stroller(&self) -> Box<dyn Stroller + '_> {
        Box::new(Walk { looker: self, judge: (self.judge)(), moves: Vec::new() })
    }
}

impl<B: Bits, R: Rules<B>> Looker<B, R> {
    fn look(&self, at: &Position<B, R::Sets>) -> Seen {
        let see = |side| self.lens.all::<B, R>(at, side, self.lens.turned(&self.game, at, side)).collect();
        let bucket = self.lens.bucket(at.occupied().count() as usize) as u8;
        Seen { mover: at.turn(), own: see(at.turn()), foe: see(!at.turn()), bucket }
    }
}

/// Random moves from positions of games.
struct Walk<'a, B: Bits, R: Rules<B>> {
    looker: &'a Looker<B, R>,
    judge: AnyEvaluator<Chess<B, R>>,
    moves: Vec<Move>,
}

impl<B: Bits, R: Rules<B>> Stroller for Walk<'_, B, R> {
    fn stroll(
        &mut self,
        position: &str,
        plies: usize,
        times: usize,
        dice: &mut Dice,
        tell: &mut dyn FnMut(&Seen, Score),
    ) -> Result<(), Faults> {
        let game = &*self.looker.game;
        let start = game.read_position(position)?;
        for _ in 0..times {
            let mut at = start.clone();
            for _ in 0..=dice.below(plies) {
                self.moves.clear();
                game.moves(&at, &mut self.moves);
                let Some(&m) = dice.pick(&self.moves) else { break };
                game.play(&mut at, m, &mut ());
            }
            if game.ended(&at).is_none() && !game.in_check(&at) {
                self.judge.reset(game, &at);
                tell(&self.looker.look(&at), self.judge.value(game, &at));
            }
        }
        Ok(())
    }
}
