//! Squares as XBoard names them: on boards with exactly ten ranks they are counted from 0, so that one digit is enough.

/// A move in our coordinates as XBoard writes it; anything else stays as it is.
pub(super) fn to_xboard(code: &str, ranks: u8) -> String {
    shift(code, ranks, |rank| rank.checked_sub(1))
}

/// A move in XBoard's coordinates as we write it; anything else stays as it is.
pub(super) fn from_xboard(code: &str, ranks: u8) -> String {
    shift(code, ranks, |rank| rank.checked_add(1))
}

/// Changes each number of a text that has squares in it.
fn shift(code: &str, ranks: u8, change: impl Fn(u8) -> Option<u8>) -> String {
    if ranks != 10 {
        return code.to_string();
    }
    let mut text = String::new();
    let mut rest = code;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let end = rest[at..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| at + end);
        text += &rest[..at];
        match rest[at..end].parse().ok().and_then(&change) {
            Some(rank) => text += &rank.to_string(),
            None => text += &rest[at..end],
        }
        rest = &rest[end..];
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_counted_from_nought_on_boards_with_ten() {
        for (ours, theirs) in [("e2e4", "e1e3"), ("j10a1", "j9a0"), ("a9a10q", "a8a9q"), ("O-O", "O-O")] {
            assert_eq!((to_xboard(ours, 10).as_str(), from_xboard(theirs, 10).as_str()), (theirs, ours));
            assert_eq!((to_xboard(ours, 8).as_str(), from_xboard(theirs, 12).as_str()), (ours, theirs));
        }
        assert_eq!(from_xboard("e999999", 10), "e999999");
    }
}
