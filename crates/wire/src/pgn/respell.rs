//! The spellings of careless files, turned into what a table is likely to read.

/// Words for a move that changes nothing but whose turn it is.
pub(super) fn is_null(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "z0" | "null" | "pass" | "@@@@" | "<>")
}

/// The move in plain letters: no check signs, no "e.p.", castling with letters, figurines as letters, `x` for a capture.
pub(super) fn plain(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or_default();
    let word = word.trim_start_matches(|c: char| c.is_ascii_digit() && c != '0');
    let mut out: String = word.chars().filter_map(letter).collect();
    for tail in ["e.p.", "e.p", "ep", "mate", "dbl", "dis", "ch"] {
        if let Some(rest) = out.strip_suffix(tail)
            && !rest.is_empty()
        {
            out.truncate(rest.len());
        }
    }
    out.truncate(out.trim_end_matches(['+', '#', '†', '‡']).len());
    if out.starts_with(['0', 'o', 'O']) && out.contains('-') {
        out = out.replace(['0', 'o'], "O");
    }
    out
}

fn letter(c: char) -> Option<char> {
    Some(match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => return None,
        ':' | '×' => 'x',
        '–' | '—' | '−' => '-',
        _ => c,
    })
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn careless_spellings_become_plain() {
        for (written, expected) in [
            ("exd6 e.p.", "exd6"),
            ("exd6e.p.", "exd6"),
            ("0-0-0+", "O-O-O"),
            ("o-o", "O-O"),
            ("♞:f3†", "Nxf3"),
            ("Qh5 ch", "Qh5"),
            ("Qxf7mate", "Qxf7"),
            ("1e4", "e4"),
            ("e8=Q++", "e8=Q"),
            ("ep", "ep"),
        ] {
            assert_eq!(plain(written), expected, "{written}");
        }
    }
}
