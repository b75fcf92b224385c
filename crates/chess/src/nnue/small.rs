//! The evaluator of orthodox chess and Chess960: the net, and for the last few men what is known of endings.

use super::follow::Network;
use crate::{Chess, Orthodox, Position, Rules, Tapered};
use std::sync::Arc;
use tabula_board::Bits;
use tabula_core::{Evaluator, Score, Trace};
use tabula_nn::nnue::Whole;

type Game = Chess<u64, Orthodox>;
type At = Position<u64, <Orthodox as Rules<u64>>::Sets>;

/// The evaluator. One per thread; the net is shared.
#[derive(Clone, Debug)]
pub struct Learnt {
    network: Network,
    /// Knows how a bare king is mated, and which advantages win nothing.
    endings: Tapered,
}

/// With so few men the hand-made evaluation knows what is won and how; a net has seen little of it.
const FEW: u32 = 5;

impl Learnt {
    /// Judges by this net.
    pub fn new(net: Arc<Whole>) -> Self {
        Self { network: Network::new(net), endings: Tapered::new() }
    }
}

impl Trace for Learnt {
    type Watch = Network;

    #[inline(always)]
    fn push(&mut self) -> &mut Network {
        self.network.push()
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.network.pop();
    }
}

impl Evaluator<Game> for Learnt {
    fn reset(&mut self, game: &Game, at: &At) {
        self.network.reset(game, at);
    }

    fn value(&mut self, game: &Game, at: &At) -> Score {
        if at.occupied().count() <= FEW {
            self.endings.reset(game, at);
            return self.endings.value(game, at);
        }
        self.network.value(game, at)
    }
}
