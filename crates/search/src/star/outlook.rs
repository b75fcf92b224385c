//! What can be set about the expectation search.

use crate::alphabeta::Margin;
use crate::worth::Worth;

/// Which outcomes are left out because they cannot matter. The value does not depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cuts {
    /// None: every throw is followed to its last outcome.
    None,
    /// Star1: those not looked at are bounded by the least and the greatest value there is.
    One,
    /// Star2: first by what one reply to each of them is worth.
    #[default]
    Two,
}

/// How an expectation search looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// Which outcomes are left out because they cannot matter.
    pub cuts: Cuts,
    /// What the mean is taken of.
    pub worth: Worth,
    /// How many quiet outcomes of a throw stand for all of them; 0: all are followed.
    pub sample: usize,
    /// How many throws of a line are followed; later ones are skipped, where the game allows that thought.
    pub throws: u32,
    /// How many of those that are skipped are weighed at sight: what their noisy outcomes change in the static value.
    pub weighed: u32,
    /// How many turns further ahead are weighed by what the players can do about them
    /// ([`prospect`](tabula_core::Tactics::prospect)), in tenths.
    pub foresight: u32,
    /// How many of the turns further ahead count in which a throw may lay a player open, in tenths.
    pub opened: u32,
    /// What being laid open by the next throw counts, in hundredths of being lost by it ([`opening`](tabula_core::Tactics::opening)).
    pub lines: u32,
    /// By how many plies less deep the outcomes of a throw are searched than the line on which nothing is thrown, where the game
    /// allows that thought. 0: the outcomes alone.
    pub reduce: i32,
    /// Whether moves are left out or searched less deep because they are unlikely to matter.
    pub guess: bool,
}

impl Outlook {
    /// Every outcome, every move: the value of expectiminimax.
    pub const EXACT: Self = Self {
        cuts: Cuts::Two,
        worth: Worth::Points,
        sample: 0,
        throws: u32::MAX,
        weighed: 0,
        foresight: 0,
        opened: 0,
        lines: 0,
        reduce: 0,
        guess: false,
    };

    /// What of it is for tuners and matches rather than for menus. `star_scale` is that of [`Worth::Chances`]; 0 counts points.
    pub const NUMBERS: &[Margin] = &[
        Margin { name: "star_cuts", default: 2, min: 0, max: 2 },
        Margin { name: "star_scale", default: SCALE as i32, min: 0, max: 30_000 },
        Margin { name: "star_weighed", default: WEIGHED as i32, min: 0, max: 250 },
        Margin { name: "star_foresight", default: FORESIGHT as i32, min: 0, max: 500 },
        Margin { name: "star_opened", default: OPENED as i32, min: 0, max: 500 },
        Margin { name: "star_lines", default: LINES as i32, min: 0, max: 100 },
        Margin { name: "star_reduce", default: REDUCE, min: 0, max: 30 },
    ];

    /// Sets one of the numbers by its name, within its range. Answers whether there is such a number and such a value.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let known =
            Self::NUMBERS.iter().any(|number| number.name == name && (number.min..=number.max).contains(&value));
        match name {
            _ if !known => {}
            "star_cuts" => self.cuts = [Cuts::None, Cuts::One, Cuts::Two][value as usize],
            "star_scale" if value == 0 => self.worth = Worth::Points,
            "star_scale" => self.worth = Worth::Chances { scale: value as u32 },
            "star_weighed" => self.weighed = value as u32,
            "star_foresight" => self.foresight = value as u32,
            "star_opened" => self.opened = value as u32,
            "star_lines" => self.lines = value as u32,
            "star_reduce" => self.reduce = value,
            _ => return false,
        }
        known
    }
}

const SCALE: u32 = 4_000;
const WEIGHED: u32 = 1;
const FORESIGHT: u32 = 15;
const OPENED: u32 = 8;
const LINES: u32 = 70;
const REDUCE: i32 = 7;

impl Default for Outlook {
    fn default() -> Self {
        Self {
            cuts: Cuts::Two,
            worth: Worth::Chances { scale: SCALE },
            sample: 0,
            throws: 1,
            weighed: WEIGHED,
            foresight: FORESIGHT,
            opened: OPENED,
            lines: LINES,
            reduce: REDUCE,
            guess: true,
        }
    }
}
