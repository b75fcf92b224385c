//! The normal distribution.

/// The half-width of a 95 % interval in standard errors.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The part of a normal distribution below `z`.
///
/// By the error function as a series near the middle and as a continued fraction in the tails, both to full precision.
///
/// ```
/// use tabula_arena::stats::normal::below;
/// assert!((below(1.959_963_984_540_054) - 0.975).abs() < 1e-12);
/// ```
pub fn below(z: f64) -> f64 {
    if z.is_nan() {
        return z;
    }
    let x = z.abs();
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let tail = if x < 3.0 {
        // 1/2 - density * (x + x^3/3 + x^5/15 + ...)
        let (mut term, mut sum, mut n) = (x, x, 1.0);
        while term.abs() > 1e-17 * sum.abs() && n < 400.0 {
            term *= x * x / (2.0 * n + 1.0);
            sum += term;
            n += 1.0;
        }
        0.5 - density * sum
    } else {
        // density / (x + 1/(x + 2/(x + 3/(x + ...))))
        let fraction = (1..=200).rev().fold(x, |below, k| x + f64::from(k) / below);
        density / fraction
    };
    if z < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::below;

    #[test]
    fn tables_of_the_normal_distribution_are_met() {
        for (z, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-2.0, 0.022_750_131_948_179),
            (3.0, 0.998_650_101_968_370),
            (-4.0, 3.167_124_183_311_99e-5),
        ] {
            assert!((below(z) - p).abs() < 1e-14, "{z}: {}", below(z));
        }
        assert_eq!((below(f64::INFINITY), below(f64::NEG_INFINITY)), (1.0, 0.0));
    }
}
