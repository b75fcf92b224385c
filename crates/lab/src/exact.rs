//! Numbers in checkpoints, to the last bit: decimal figures would come back as their neighbours, and a run would end otherwise.

/// Numbers of 32 bits, as whole numbers with the same bits.
pub(crate) mod floats {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(numbers: &[f32], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(numbers.iter().map(|number| number.to_bits()))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f32>, D::Error> {
        Ok(Vec::<u32>::deserialize(from)?.into_iter().map(f32::from_bits).collect())
    }
}

/// Numbers of 64 bits, likewise.
pub(crate) mod doubles {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(numbers: &[f64], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(numbers.iter().map(|number| number.to_bits()))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f64>, D::Error> {
        Ok(Vec::<u64>::deserialize(from)?.into_iter().map(f64::from_bits).collect())
    }
}

/// Two numbers of 64 bits, likewise.
pub(crate) mod two {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(numbers: &(f64, f64), to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq([numbers.0.to_bits(), numbers.1.to_bits()])
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<(f64, f64), D::Error> {
        let [one, other] = <[u64; 2]>::deserialize(from)?.map(f64::from_bits);
        Ok((one, other))
    }
}
