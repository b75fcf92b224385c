//! Random numbers from a seed: a stream for initial weights and shuffles, and numbers by place for what threads must draw
//! alike whatever their order. Not for secrets.

/// A stream of numbers; the same seed gives the same stream on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// A stream of its own for each seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(mix(seed ^ STEP))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// At least 0 and less than 1.
    pub fn unit(&mut self) -> f32 {
        unit(self.bits())
    }

    /// Less than `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// From the normal distribution with mean 0 and deviation 1.
    pub fn normal(&mut self) -> f32 {
        normal(self.bits())
    }

    /// Puts the items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// 64 bits that belong to a place under a key, whoever asks, and when.
pub(crate) fn at(key: u64, place: u64) -> u64 {
    mix(key ^ place.wrapping_mul(STEP))
}

/// A number in [0, 1) made of bits.
pub(crate) fn unit(bits: u64) -> f32 {
    // 24 bits are what an f32 can tell apart below 1.
    (bits >> 40) as f32 / (1u32 << 24) as f32
}

/// A normal number made of bits.
pub(crate) fn normal(bits: u64) -> f32 {
    let first = 1.0 - unit(bits);
    let second = (bits & 0xff_ffff) as f32 / (1u32 << 24) as f32;
    (-2.0 * first.ln()).sqrt() * (std::f32::consts::TAU * second).cos()
}

fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_numbers_have_mean_zero_and_deviation_one() {
        let mut random = Random::new(1);
        let drawn: Vec<f32> = (0..20_000).map(|_| random.normal()).collect();
        let mean = drawn.iter().sum::<f32>() / 20_000.0;
        let variance = drawn.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / 20_000.0;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }

    #[test]
    fn a_shuffle_keeps_every_item_and_follows_the_seed() {
        let shuffled = |seed| {
            let mut items: Vec<usize> = (0..50).collect();
            Random::new(seed).shuffle(&mut items);
            items
        };
        let mut sorted = shuffled(3);
        assert_eq!(sorted, shuffled(3));
        assert_ne!(sorted, shuffled(4));
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
    }
}
