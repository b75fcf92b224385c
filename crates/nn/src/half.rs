//! Numbers of two bytes (IEEE 754 binary16), for files that are to be small. Nothing computes with them.

/// The number that 16 bits stand for.
pub(crate) fn to_f32(bits: u16) -> f32 {
    let sign = u32::from(bits >> 15) << 31;
    let (exponent, rest) = (u32::from(bits >> 10 & 0x1f), u32::from(bits & 0x3ff));
    match exponent {
        0 => {
            // Below the least normal number: whole steps of 2^-24.
            let small = rest as f32 * (-24f32).exp2();
            f32::from_bits(small.to_bits() | sign)
        }
        0x1f => f32::from_bits(sign | 0xff << 23 | rest << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | rest << 13),
    }
}

/// The nearest number of 16 bits, the even one of two that are as near.
pub(crate) fn from_f32(number: f32) -> u16 {
    let bits = number.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let size = number.abs();
    if number.is_nan() {
        return sign | 0x7e00;
    }
    if size < (-14f32).exp2() {
        return sign | (size * 24f32.exp2()).round_ties_even() as u16;
    }
    let (exponent, rest) = (bits >> 23 & 0xff, bits & 0x7f_ffff);
    if exponent >= 112 + 0x1f {
        return sign | 0x7c00;
    }
    let kept = (exponent - 112) << 10 | rest >> 13;
    let (lost, middle) = (rest & 0x1fff, 0x1000);
    let up = lost > middle || (lost == middle && kept & 1 == 1);
    // A carry goes into the exponent, as it should; at the end of the range it makes the number infinite.
    sign | (kept + u32::from(up)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_sixteen_bits_comes_back() {
        for bits in 0..=u16::MAX {
            let number = to_f32(bits);
            if number.is_nan() {
                assert!(to_f32(from_f32(number)).is_nan());
            } else {
                assert_eq!(from_f32(number), bits, "{number}");
            }
        }
    }

    #[test]
    fn other_numbers_go_to_the_nearest() {
        assert_eq!(to_f32(0x3c00), 1.0);
        assert_eq!(to_f32(0x0001), (-24f32).exp2());
        assert_eq!(from_f32(1.0 + 1.0 / 4096.0), 0x3c00);
        assert_eq!(from_f32(1.0 + 3.0 / 2048.0), 0x3c02);
        assert_eq!(from_f32(65_519.0), 0x7bff);
        assert_eq!(from_f32(65_520.0), 0x7c00);
        assert_eq!(from_f32(1e9), 0x7c00);
        assert_eq!(from_f32(-1e-9), 0x8000);
    }
}
