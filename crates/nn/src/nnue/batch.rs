//! Samples, packed: millions of them are in memory at once.

/// Positions as both sides see them, with what they are worth.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The inputs of all samples, one after the other: first those of the mover, then those of his opponent.
    inputs: Vec<u16>,
    /// Where the inputs of a sample begin, and how many each side sees.
    starts: Vec<(u32, u8)>,
    buckets: Vec<u8>,
    targets: Vec<f32>,
}

/// What learning sees of a sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample<'a> {
    pub(crate) own: &'a [u16],
    pub(crate) foe: &'a [u16],
    pub(crate) bucket: usize,
    pub(crate) target: f32,
}

impl Samples {
    /// Adds one: what the mover sees, what his opponent sees, the bucket, and the mover's chance to win, from 0 to 1.
    ///
    /// # Panics
    /// If the two see a different number of men, or more than 255.
    pub fn push(&mut self, own: &[u16], foe: &[u16], bucket: u8, target: f32) {
        assert_eq!(own.len(), foe.len(), "both sides see every man");
        let count = u8::try_from(own.len()).expect("no board has more than 255 men");
        let start = u32::try_from(self.inputs.len()).expect("four thousand million inputs are more than memory holds");
        self.starts.push((start, count));
        self.inputs.extend_from_slice(own);
        self.inputs.extend_from_slice(foe);
        self.buckets.push(bucket);
        self.targets.push(target);
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// There are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Those of the other follow.
    ///
    /// # Panics
    /// If there are too many for memory.
    pub fn append(&mut self, other: &Self) {
        let shift = u32::try_from(self.inputs.len() + other.inputs.len()).expect("few enough for memory")
            - other.inputs.len() as u32;
        self.starts.extend(other.starts.iter().map(|&(start, count)| (start + shift, count)));
        self.inputs.extend_from_slice(&other.inputs);
        self.buckets.extend_from_slice(&other.buckets);
        self.targets.extend_from_slice(&other.targets);
    }

    pub(crate) fn get(&self, at: usize) -> Sample<'_> {
        let (start, count) = self.starts[at];
        let (start, count) = (start as usize, usize::from(count));
        let (own, foe) = self.inputs[start..start + 2 * count].split_at(count);
        Sample { own, foe, bucket: usize::from(self.buckets[at]), target: self.targets[at] }
    }
}
