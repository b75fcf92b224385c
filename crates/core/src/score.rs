//! The value of a position, for the player who is to move.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A value in hundredths of the game's unit (a pawn, a man, a stone), or a proven result with its distance.
///
/// The bands, from the mover's side:
///
/// | range | meaning |
/// |---|---|
/// | `WIN - n` | a win in `n` plies |
/// | above `DECISIVE` | some proven win |
/// | between | an estimate |
/// | below `-DECISIVE` | some proven loss |
/// | `-WIN + n` | a loss in `n` plies |
///
/// Nearer wins score higher, so a won ending is really won.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

impl Score {
    /// Neither side is better.
    pub const ZERO: Self = Self(0);
    /// The game has just been won.
    pub const WIN: Self = Self(32_000);
    /// Beyond any score: the open end of a window.
    pub const INFINITE: Self = Self(32_500);
    /// Everything above is a proven win, everything below its negative a proven loss.
    pub const DECISIVE: Self = Self(30_000);
    /// A win that is known from tables, without its distance: below every proven win, above every other estimate.
    pub const TABLE_WIN: Self = Self(28_000);
    /// The greatest estimate.
    pub const MAX_ESTIMATE: Self = Self(29_999);

    /// An estimate, held inside its band.
    ///
    /// ```
    /// use tabula_core::Score;
    /// assert_eq!(Score::estimate(1_000_000), Score::MAX_ESTIMATE);
    /// ```
    #[inline]
    pub const fn estimate(value: i32) -> Self {
        let most = Self::MAX_ESTIMATE.0;
        Self(if value > most {
            most
        } else if value < -most {
            -most
        } else {
            value
        })
    }

    /// The mover wins in `plies`.
    #[inline]
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::WIN.0 - if plies < 2_000 { plies as i32 } else { 1_999 })
    }

    /// The mover loses in `plies`.
    #[inline]
    pub const fn loss_in(plies: u32) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// The bare number.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Whether the result is proven, either way.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0 > Self::DECISIVE.0 || self.0 < -Self::DECISIVE.0
    }

    /// Plies to the proven end: positive for a win, negative for a loss, `None` for an estimate.
    ///
    /// ```
    /// use tabula_core::Score;
    /// assert_eq!(Score::loss_in(4).plies_to_end(), Some(-4));
    /// assert_eq!(Score::ZERO.plies_to_end(), None);
    /// ```
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 > Self::DECISIVE.0 {
            Some(Self::WIN.0 - self.0)
        } else if self.0 < -Self::DECISIVE.0 {
            Some(-(Self::WIN.0 + self.0))
        } else {
            None
        }
    }

    /// Moves, not plies, to the proven end of the game: negative if it is lost.
    ///
    /// ```
    /// use tabula_core::Score;
    /// assert_eq!(Score::win_in(5).moves_to_end(), Some(3));
    /// assert_eq!(Score::loss_in(2).moves_to_end(), Some(-1));
    /// assert_eq!(Score::estimate(35).moves_to_end(), None);
    /// ```
    pub fn moves_to_end(self) -> Option<i32> {
        self.plies_to_end().map(|plies| (plies.abs() + 1) / 2 * plies.signum())
    }

    /// The next lower score: the other end of a minimal window.
    #[inline]
    #[must_use]
    pub const fn just_below(self) -> Self {
        Self(self.0 - 1)
    }

    /// The next higher score.
    #[inline]
    #[must_use]
    pub const fn just_above(self) -> Self {
        Self(self.0 + 1)
    }

    /// The weighted mean of a chance node, rounded *towards zero*: any other rounding is not symmetric
    /// between the players, and negamax would no longer equal minimax.
    ///
    /// ```
    /// use tabula_core::Score;
    /// let coin = |a, b| Score::mean([(Score::estimate(a), 1), (Score::estimate(b), 1)]);
    /// assert_eq!(coin(3, 0), Score::estimate(1));
    /// assert_eq!(coin(-3, 0), Score::estimate(-1));
    /// ```
    pub fn mean(outcomes: impl IntoIterator<Item = (Self, u32)>) -> Self {
        let (mut sum, mut weights) = (0_i64, 0_i64);
        for (score, weight) in outcomes {
            sum += i64::from(score.0) * i64::from(weight);
            weights += i64::from(weight);
        }
        // Integer division in Rust rounds towards zero already; a mean of values in range is in range.
        Self(if weights == 0 { 0 } else { (sum / weights) as i32 })
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    /// Shifts an estimate by a margin; proven results lose their exact distance, as margins must.
    #[inline]
    fn add(self, margin: i32) -> Self {
        Self(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, margin: i32) -> Self {
        Self(self.0 - margin)
    }
}

impl fmt::Display for Score {
    /// `+0.35`, `win in 3`, `loss in 2`: distances in plies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if plies > 0 => write!(f, "win in {plies}"),
            Some(0) if self.0 > 0 => write!(f, "won"),
            Some(0) => write!(f, "lost"),
            Some(plies) => write!(f, "loss in {}", -plies),
            None => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
            }
        }
    }
}
