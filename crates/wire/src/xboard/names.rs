//! Games under the names that XBoard knows. Whatever is not listed has the same name there and here.

/// XBoard's name, and ours.
const NAMES: [(&str, &str); 2] = [("normal", "chess"), ("fischerandom", "chess960")];

/// The id of a game that XBoard names.
pub(crate) fn id(variant: &str) -> &str {
    NAMES.iter().find(|(name, _)| *name == variant).map_or(variant, |(_, id)| id)
}

/// XBoard's name of a game.
pub(super) fn name(id: &str) -> &str {
    NAMES.iter().find(|(_, own)| *own == id).map_or(id, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_ids_belong_together() {
        for (xboard, ours) in [("normal", "chess"), ("fischerandom", "chess960"), ("janus", "janus")] {
            assert_eq!((id(xboard), name(ours)), (ours, xboard));
        }
    }
}
