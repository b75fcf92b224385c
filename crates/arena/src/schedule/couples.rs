//! Who meets whom where nobody waits for results.

use super::Format;

/// Everybody who meets, each two once, in the order in which they do; `None` where it depends on results.
pub fn couples(format: Format, entrants: usize) -> Option<Vec<(usize, usize)>> {
    let challengers = match format {
        Format::RoundRobin => entrants,
        Format::Gauntlet { challengers } => challengers.min(entrants),
        Format::Knockout | Format::Swiss { .. } => return None,
    };
    let opponents = |one: usize| match format {
        Format::RoundRobin => one + 1..entrants,
        _ => challengers..entrants,
    };
    Some((0..challengers).flat_map(|one| opponents(one).map(move |other| (one, other))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gauntlet_spares_the_challengers_each_other() {
        assert_eq!(couples(Format::Gauntlet { challengers: 2 }, 4), Some(vec![(0, 2), (0, 3), (1, 2), (1, 3)]));
        assert_eq!(couples(Format::RoundRobin, 3), Some(vec![(0, 1), (0, 2), (1, 2)]));
        assert_eq!(couples(Format::Knockout, 3), None);
    }
}
