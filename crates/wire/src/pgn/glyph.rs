//! Judgements on moves and positions that are written as signs: each has a number, its NAG (numeric annotation glyph).

/// Signs that stand alone or behind a move, with their numbers; longer ones before their own beginnings.
const SIGNS: [(&str, u32); 14] = [
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("±", 16),
    ("∓", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("∞", 13),
    ("□", 7),
];

/// The number of a whole word, if it is a sign.
pub(super) fn of_word(word: &str) -> Option<u32> {
    match word {
        "=" => Some(10),
        "N" => Some(146),
        _ => SIGNS.iter().find(|(sign, _)| *sign == word).map(|&(_, nag)| nag),
    }
}

/// Splits a sign off the end of a word: `Rd8+-` is `Rd8` with 18.
pub(super) fn split(word: &str) -> Option<(&str, u32)> {
    SIGNS.iter().find_map(|&(sign, nag)| {
        let rest = word.strip_suffix(sign)?;
        (!rest.is_empty()).then_some((rest, nag))
    })
}

/// The sign of `!` and `?` at the beginning of a text: its length and number.
pub(super) fn of_marks(text: &str) -> Option<(usize, u32)> {
    [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)]
        .into_iter()
        .find(|(sign, _)| text.starts_with(sign))
        .map(|(sign, nag)| (sign.len(), nag))
}
