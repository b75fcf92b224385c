//! The shape of a net, and its weights as learning knows them.

use crate::fault::Fault;
use crate::random::Random;

/// How large a net is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// How many inputs there are for either side.
    pub inputs: usize,
    /// Numbers that the first layer makes for either side.
    pub width: usize,
    /// Rows of the last layer.
    pub buckets: usize,
}

/// Widths are multiples of this, so that no loop of play has a rest.
pub(crate) const LANES: usize = 32;

impl Span {
    /// Whether such a net can be.
    ///
    /// # Errors
    /// If it is empty, too large, or its width is none that play can use.
    pub fn check(self) -> Result<Self, Fault> {
        let Self { inputs, width, buckets } = self;
        let wrong = |why: String| Err(Fault::Plan(why));
        if inputs == 0 || inputs > usize::from(u16::MAX) + 1 {
            return wrong(format!("{inputs} inputs; between 1 and 65536 are possible"));
        }
        // Beyond 256 the sum of squares could leave 32 bits.
        if width == 0 || !width.is_multiple_of(LANES) || width > 256 {
            return wrong(format!("a width of {width}; it must be a multiple of {LANES} up to 256"));
        }
        if buckets == 0 || buckets > 256 {
            return wrong(format!("{buckets} buckets; between 1 and 256 are possible"));
        }
        Ok(self)
    }

    /// Where the constants of the first layer begin.
    pub(crate) const fn constants(self) -> usize {
        self.inputs * self.width
    }

    /// Where the rows of the last layer begin.
    pub(crate) const fn rows(self) -> usize {
        self.constants() + self.width
    }

    /// Where the constants of the last layer begin.
    pub(crate) const fn ends(self) -> usize {
        self.rows() + self.buckets * 2 * self.width
    }

    /// How many weights there are.
    #[must_use]
    pub const fn size(self) -> usize {
        self.ends() + self.buckets
    }
}

/// A net with weights of any size: what learning changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Sparse {
    pub(crate) span: Span,
    /// Rows of the inputs, constants, rows of the buckets, their constants.
    pub(crate) weights: Vec<f32>,
}

/// No weight goes beyond this, so that the whole numbers of play cannot overflow.
pub(crate) const MOST: f32 = 1.98;

impl Sparse {
    /// A net that knows nothing yet.
    ///
    /// # Errors
    /// If the span is none; see [`Span::check`].
    pub fn new(span: Span, seed: u64) -> Result<Self, Fault> {
        span.check()?;
        let mut random = Random::new(seed);
        let mut weights = vec![0.0; span.size()];
        // Some thirty inputs are on at a time.
        let (first, last) = ((1.0f32 / 32.0).sqrt() / 2.0, (1.0 / (2.0 * span.width as f32)).sqrt());
        for (at, weight) in weights.iter_mut().enumerate() {
            *weight = if at < span.constants() {
                first * random.normal()
            } else if (span.rows()..span.ends()).contains(&at) {
                last * random.normal()
            } else {
                0.0
            }
            .clamp(-MOST, MOST);
        }
        Ok(Self { span, weights })
    }

    /// How large it is.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// The value for the side that is named first, as the exponent of its chance to win.
    ///
    /// # Panics
    /// If there is no such input or bucket.
    #[must_use]
    pub fn value(&self, own: &[u16], foe: &[u16], bucket: usize) -> f32 {
        let Span { width, .. } = self.span;
        let row = &self.weights[self.span.rows() + bucket * 2 * width..][..2 * width];
        let half = |on: &[u16], row: &[f32]| {
            let mut sums = self.weights[self.span.constants()..][..width].to_vec();
            for &input in on {
                let weights = &self.weights[usize::from(input) * width..][..width];
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
            sums.iter().zip(row).map(|(&sum, weight)| squared(sum) * weight).sum::<f32>()
        };
        self.weights[self.span.ends() + bucket] + half(own, &row[..width]) + half(foe, &row[width..])
    }
}

/// What the first layer hands on of a sum.
pub(crate) fn squared(sum: f32) -> f32 {
    let clipped = sum.clamp(0.0, 1.0);
    clipped * clipped
}
