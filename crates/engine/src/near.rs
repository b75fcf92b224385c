//! "Did you mean ...?": the nearest of the words that would have been right.

/// The word of `known` that `word` was probably meant to be, if any is near enough.
///
/// ```
/// use tabula_engine::near::nearest;
/// assert_eq!(nearest("ches", ["chess", "tictactoe"]), Some("chess"));
/// assert_eq!(nearest("backgammon", ["chess", "tictactoe"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let most = 1 + word.chars().count() / 4;
    known
        .into_iter()
        .map(|candidate| (distance(&word, candidate), candidate))
        .filter(|&(edits, _)| edits <= most)
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

/// The sentence for a word that is not among `known`: what was found, what was meant, what is accepted.
///
/// ```
/// use tabula_engine::near::unknown;
/// let said = unknown("search", "pvz", &["pvs", "mtdf"]);
/// assert_eq!(said, "unknown search 'pvz'; did you mean 'pvs'? Known: pvs, mtdf");
/// ```
pub fn unknown(kind: &str, word: &str, known: &[&str]) -> String {
    let meant = nearest(word, known.iter().copied()).map(|best| format!("; did you mean '{best}'?"));
    let list = known.join(", ");
    match meant {
        Some(meant) => format!("unknown {kind} '{word}'{meant} Known: {list}"),
        None => format!("unknown {kind} '{word}'; known: {list}"),
    }
}

/// Letters to insert, drop or replace (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_single_letters() {
        for (a, b, edits) in [("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 2)]
        {
            assert_eq!(distance(a, b), edits, "{a} {b}");
            assert_eq!(distance(b, a), edits, "{b} {a}");
        }
    }

    #[test]
    fn a_word_without_a_near_one_gets_the_list_alone() {
        assert_eq!(unknown("game", "zzz", &["chess", "go"]), "unknown game 'zzz'; known: chess, go");
    }
}
