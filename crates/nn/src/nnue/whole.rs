//! The weights as whole numbers of 16 bits, and what play does with them.
//!
//! One is 255 in the first layer and 64 in the last. With no weight beyond 1.98, the sum of the weights of as many inputs as a board has
//! men stays within 16 bits, and so does a clipped sum times a weight of the last layer.

use super::kernel;
use super::net::{MOST, Span, Sparse};

/// One, in the first layer.
pub(crate) const ONE: i16 = 255;
/// One, in the weights of the last layer.
const ONE_LAST: f32 = 64.0;

/// A net of whole numbers: what plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whole {
    pub(crate) span: Span,
    /// A row for each input.
    pub(crate) rows: Vec<i16>,
    pub(crate) constants: Vec<i16>,
    /// A row for each bucket: what the mover sees, then what his opponent sees.
    pub(crate) last: Vec<i16>,
    /// In units of both layers together.
    pub(crate) ends: Vec<i32>,
    /// What a value of one is worth in hundredths of a pawn.
    pub(crate) unit: u16,
}

/// What the first layer makes of what one side sees.
pub type Half = Vec<i16>;

impl Whole {
    /// Rounds the weights of a net. A value of one will be worth `unit` hundredths of a pawn.
    #[must_use]
    pub fn round(net: &Sparse, unit: u16) -> Self {
        let span = net.span;
        let rounded = |weights: &[f32], one: f32| -> Vec<i16> {
            weights.iter().map(|weight| (weight.clamp(-MOST, MOST) * one).round() as i16).collect()
        };
        let weights = &net.weights;
        // Constants of the first layer have no bound in learning; beyond this one they would say the same.
        let constants = weights[span.constants()..span.rows()].iter();
        let ends = weights[span.ends()..].iter();
        Self {
            span,
            rows: rounded(&weights[..span.constants()], f32::from(ONE)),
            constants: constants.map(|x| (x.clamp(-16.0, 16.0) * f32::from(ONE)).round() as i16).collect(),
            last: rounded(&weights[span.rows()..span.ends()], ONE_LAST),
            ends: ends
                .map(|x| (x.clamp(-100.0, 100.0) * f32::from(ONE) * f32::from(ONE) * ONE_LAST).round() as i32)
                .collect(),
            unit,
        }
    }

    /// How large it is.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// What a side sees that sees nothing.
    #[inline(always)]
    pub fn begin(&self, half: &mut [i16]) {
        half.copy_from_slice(&self.constants);
    }

    /// `half` becomes `before` with some inputs switched on and others off.
    ///
    /// # Panics
    /// If there is no such input.
    #[inline(always)]
    pub fn change(&self, half: &mut [i16], before: &[i16], on: &[u16], off: &[u16]) {
        match (on, off) {
            ([on], [off]) => kernel::move_one(half, before, self.row(*on), self.row(*off)),
            ([on], [off, taken]) => {
                kernel::move_and_take(half, before, self.row(*on), [self.row(*off), self.row(*taken)]);
            }
            _ => {
                half.copy_from_slice(before);
                on.iter().for_each(|&input| kernel::add(half, self.row(input)));
                off.iter().for_each(|&input| kernel::take(half, self.row(input)));
            }
        }
    }

    /// Switches inputs on in place.
    #[inline(always)]
    pub fn switch_on(&self, half: &mut [i16], on: u16) {
        kernel::add(half, self.row(on));
    }

    /// The value for the side whose half is named first, in hundredths of a pawn.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, own: &[i16], foe: &[i16], bucket: usize) -> i32 {
        let width = self.span.width;
        let bucket = bucket.min(self.span.buckets - 1);
        let row = &self.last[bucket * 2 * width..][..2 * width];
        let halves = i64::from(kernel::squares(own, &row[..width])) + i64::from(kernel::squares(foe, &row[width..]));
        let one = i64::from(ONE) * i64::from(ONE) * ONE_LAST as i64;
        ((halves + i64::from(self.ends[bucket])) * i64::from(self.unit) / one) as i32
    }

    #[inline(always)]
    fn row(&self, input: u16) -> &[i16] {
        &self.rows[usize::from(input) * self.span.width..][..self.span.width]
    }
}
