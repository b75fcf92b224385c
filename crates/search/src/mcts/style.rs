//! What can be set about the tree search.

use crate::alphabeta::Margin;

/// How a leaf is valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Leaf {
    /// By the evaluator, as it stands.
    Judged,
    /// By the evaluator, after the captures that pay.
    #[default]
    Settled,
    /// By the evaluator, after a few random moves.
    Short,
    /// By the result of a game of random moves.
    Random,
}

/// How a tree search grows its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// How a leaf is valued.
    pub leaf: Leaf,
    /// How much moves are tried that were looked at little, in hundredths.
    pub explore: u32,
    /// The same where an oracle says what moves promise.
    pub wander: u32,
    /// The same where an oracle has a policy.
    pub policy: u32,
    /// How much less than its parent a move is taken to be worth when all others of a policy were tried, in hundredths.
    pub doubt: u32,
    /// How much less than its parent a move is taken to be worth before it was tried, in hundredths.
    pub caution: u32,
    /// Points that make a move `e` times as promising at first sight.
    pub trust: u32,
    /// So often a move has to be tried until that counts as much as what it was worth when it was played later; of games
    /// that are played out.
    pub later: u32,
    /// Points that make a win `e` times as likely as a loss.
    pub scale: u32,
}

impl Style {
    /// What of it is for tuners and matches rather than for menus.
    pub const NUMBERS: &[Margin] = &[
        Margin { name: "mcts_explore", default: EXPLORE as i32, min: 1, max: 1000 },
        Margin { name: "mcts_wander", default: WANDER as i32, min: 0, max: 1000 },
        Margin { name: "mcts_policy", default: POLICY as i32, min: 1, max: 1000 },
        Margin { name: "mcts_doubt", default: DOUBT as i32, min: 0, max: 200 },
        Margin { name: "mcts_caution", default: CAUTION as i32, min: 0, max: 100 },
        Margin { name: "mcts_trust", default: TRUST as i32, min: 10, max: 2000 },
        Margin { name: "mcts_later", default: LATER as i32, min: 0, max: 1_000_000 },
        Margin { name: "mcts_scale", default: SCALE as i32, min: 10, max: 2000 },
    ];

    /// Sets one of the numbers by its name, within its range. Answers whether there is such a number and such a value.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let place = match name {
            "mcts_explore" => &mut self.explore,
            "mcts_wander" => &mut self.wander,
            "mcts_policy" => &mut self.policy,
            "mcts_doubt" => &mut self.doubt,
            "mcts_caution" => &mut self.caution,
            "mcts_trust" => &mut self.trust,
            "mcts_later" => &mut self.later,
            "mcts_scale" => &mut self.scale,
            _ => return false,
        };
        let known =
            Self::NUMBERS.iter().any(|number| number.name == name && (number.min..=number.max).contains(&value));
        if known {
            *place = value as u32;
        }
        known
    }
}

const EXPLORE: u32 = 100;
const WANDER: u32 = 20;
const POLICY: u32 = 110;
const DOUBT: u32 = 40;
const CAUTION: u32 = 10;
const TRUST: u32 = 150;
const LATER: u32 = 3500;
const SCALE: u32 = 250;

impl Default for Style {
    fn default() -> Self {
        Self {
            leaf: Leaf::default(),
            explore: EXPLORE,
            wander: WANDER,
            policy: POLICY,
            doubt: DOUBT,
            caution: CAUTION,
            trust: TRUST,
            later: LATER,
            scale: SCALE,
        }
    }
}
