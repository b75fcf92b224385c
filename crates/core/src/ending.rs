//! Endings: what a game tells of its positions with few men, so that tables of all of them can be made.
//!
//! The generator is not here (it is the crate `tables`), nor is anything that only one game knows. A game numbers the positions of
//! a material densely and finds its way back; everything else follows from its [`Game`].

use crate::{Exact, Fault, Game};
use std::fmt;
use std::hash::Hash;

/// How a position ends with best play, for the player to move, and after how many plies.
///
/// ```
/// use tabula_core::ending::Fate;
/// assert_eq!(Fate::Loss(4).seen_before(), Fate::Win(5));
/// assert_eq!(Fate::Win(5).to_string(), "win in 5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// The mover has lost after so many plies; 0 where it has lost already.
    Loss(u32),
    /// Nobody wins.
    Draw,
    /// The mover has won after so many plies.
    Win(u32),
}

impl Fate {
    /// The result without its distance.
    pub const fn exact(self) -> Exact {
        match self {
            Self::Loss(_) => Exact::Loss,
            Self::Draw => Exact::Draw,
            Self::Win(_) => Exact::Win,
        }
    }

    /// What it is to the opponent, who has just led the game here, one ply earlier.
    #[must_use]
    pub const fn seen_before(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies + 1),
        }
    }

    /// The plies to the end; `None` for a draw.
    pub const fn plies(self) -> Option<u32> {
        match self {
            Self::Loss(plies) | Self::Win(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// Greater is better for the mover: a near win above a far one, a far loss above a near one.
    const fn rank(self) -> i64 {
        const FAR: i64 = 1 << 33;
        match self {
            Self::Loss(plies) => plies as i64 - FAR,
            Self::Draw => 0,
            Self::Win(plies) => FAR - plies as i64,
        }
    }
}

impl PartialOrd for Fate {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fate {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss(0) => f.write_str("lost"),
            Self::Loss(plies) => write!(f, "loss in {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Win(0) => f.write_str("won"),
            Self::Win(plies) => write!(f, "win in {plies}"),
        }
    }
}

/// A game whose small endings can be numbered. The players must move in turn, and chance never.
///
/// A *material* is what stands on the board regardless of where. A *layout* is a material made ready: positions have numbers below
/// its span, and positions that are alike by a symmetry of the game may share one. Not every number need be that of a position.
pub trait Endings: Game {
    /// Which men there are.
    type Material: Clone + Ord + Hash + fmt::Debug + Send + Sync;
    /// A material with whatever makes numbering fast.
    type Layout: Send + Sync;

    /// A number that differs where the rules of endings do: tables of another rule set must not be asked.
    fn fingerprint(&self) -> u64;

    /// Reads a material, as people write it.
    fn read_material(&self, text: &str) -> Result<Self::Material, Fault>;

    /// Writes a material so that [`read_material`](Endings::read_material) gives it back.
    fn write_material(&self, material: &Self::Material) -> String;

    /// The material of a position; `None` where no table can hold the position, whoever's men there are.
    fn material(&self, at: &Self::Position) -> Option<Self::Material>;

    /// How many men stand in a position: a cheap question, asked before all others.
    fn men(&self, at: &Self::Position) -> u32;

    /// How many men a material has.
    fn men_of(&self, material: &Self::Material) -> u32;

    /// The other materials to which a single move can lead, except those of which every position has
    /// [ended](Game::ended).
    fn below(&self, material: &Self::Material) -> Vec<Self::Material>;

    /// Every material with so many men; none, if the game does not list them.
    fn materials(&self, _men: u32) -> Vec<Self::Material> {
        Vec::new()
    }

    /// Makes a material ready.
    fn layout(&self, material: &Self::Material) -> Self::Layout;

    /// Numbers of positions are below this.
    fn span(&self, layout: &Self::Layout) -> usize;

    /// The number of a position of this material.
    fn index(&self, layout: &Self::Layout, at: &Self::Position) -> usize;

    /// The position with a number; `None` where there is none.
    fn place(&self, layout: &Self::Layout, index: usize) -> Option<Self::Position>;

    /// Appends the numbers of the positions after moves as far as they are found without playing, and those moves that have to
    /// be played. Asked only of positions that [`place`](Endings::place) has given.
    fn after(
        &self,
        _layout: &Self::Layout,
        _at: &Self::Position,
        moves: &[Self::Move],
        _found: &mut Vec<usize>,
        left: &mut Vec<Self::Move>,
    ) {
        left.extend_from_slice(moves);
    }

    /// Whether [`before`](Endings::before) is answered for this material. Otherwise whoever wants to go back has to remember
    /// every move, which costs memory.
    fn goes_back(&self, _layout: &Self::Layout) -> bool {
        false
    }

    /// Appends the numbers of the positions from which one move leads to that of `index`, both of this material. A number may come
    /// twice, and some may be those of no position.
    fn before(&self, _layout: &Self::Layout, _index: usize, _out: &mut Vec<usize>) {}

    /// How many plies a position is sure to be played on before a rule that tables do not know (moves without progress) can make a
    /// draw of it; `None` for as many as one likes.
    fn patience(&self, at: &Self::Position) -> Option<u32> {
        self.history().quiet.map(|quiet| quiet.claim.saturating_sub(self.quiet_plies(at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_win_is_best_and_a_near_loss_worst() {
        let rising = [Fate::Loss(0), Fate::Loss(8), Fate::Draw, Fate::Win(9), Fate::Win(1), Fate::Win(0)];
        assert!(rising.is_sorted_by(|a, b| a < b));
    }
}
