//! Weights as text: each term with its name, what it counts, and its pairs middlegame/endgame. `0/0*40` stands for forty such pairs.

use super::{Heading, Pair};
use crate::{Fault, Faults};
use std::fmt::Write as _;

/// Reads the text that [`write()`] makes. Every term must be there, with as many pairs as it has weights.
pub fn read(terms: &[Heading<'_>], text: &str) -> Result<Vec<Pair>, Faults> {
    let mut weights = vec![(0, 0); terms.iter().map(|term| term.count).sum()];
    let mut faults = Vec::new();
    let mut found = vec![0; terms.len()];
    let mut current = None;
    for (number, line) in text.lines().enumerate() {
        for word in line.split('#').next().unwrap_or_default().split_whitespace() {
            let mut fault = |what: String| faults.push(Fault::new(format!("line {}: {what}", number + 1)));
            match (word.split_once('/'), current) {
                (None, _) => {
                    current = terms.iter().position(|term| term.name == word);
                    match current {
                        None => fault(format!("unknown term '{word}'")),
                        Some(term) if found[term] > 0 => fault(format!("'{word}' comes twice")),
                        Some(_) => {}
                    }
                }
                (Some(_), None) => {}
                (Some((middle, end)), Some(term)) => {
                    let (end, times) = end.split_once('*').unwrap_or((end, "1"));
                    match (middle.parse(), end.parse(), times.parse::<u32>()) {
                        (Ok(middle), Ok(end), Ok(times)) => {
                            let Heading { start, count, .. } = terms[term];
                            let first = found[term].min(count);
                            let last = found[term].saturating_add(times as usize);
                            weights[start + first..start + last.min(count)].fill((middle, end));
                            found[term] = last;
                        }
                        _ => fault(format!("expected two whole numbers like 12/-3, found '{word}'")),
                    }
                }
            }
        }
    }
    for (term, &found) in terms.iter().zip(&found) {
        if found != term.count {
            faults.push(Fault::new(format!("'{}' has {} weights, found {found}", term.name, term.count)));
        }
    }
    if faults.is_empty() { Ok(weights) } else { Err(Faults(faults)) }
}

/// Terms with more weights are written briefly: nobody reads them.
const LONG: usize = 1000;

/// The weights of `what` as text.
pub fn write(what: &str, terms: &[Heading<'_>], weights: &[Pair]) -> String {
    let mut text = format!(
        "# Weights of {what}, as pairs middlegame/endgame in hundredths of a pawn.\n\
         # `tabula tune` writes this file; what stands behind # is for people.\n",
    );
    for term in terms {
        let _ = write!(text, "\n# {}\n{}", term.about, term.name);
        let pairs = &weights[term.start..term.start + term.count];
        if term.count > LONG {
            write_briefly(&mut text, pairs, term.per_line);
        } else {
            for (n, (middle, end)) in pairs.iter().enumerate() {
                let gap = if n % term.per_line == 0 && term.count > term.per_line { "\n  " } else { " " };
                let _ = write!(text, "{gap}{:>9}", format!("{middle}/{end}"));
            }
        }
        text.push('\n');
    }
    text
}

/// Equal pairs in a row as one word.
fn write_briefly(text: &mut String, pairs: &[Pair], per_line: usize) {
    for (n, run) in pairs.chunk_by(|a, b| a == b).enumerate() {
        let (middle, end) = run[0];
        text.push_str(if n % per_line == 0 { "\n" } else { " " });
        let _ = write!(text, "{middle}/{end}");
        if run.len() > 1 {
            let _ = write!(text, "*{}", run.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: [Heading<'_>; 2] = [
        Heading { name: "man", about: "a man", count: 1, per_line: 8, start: 0 },
        Heading { name: "window", about: "men in a window", count: 3000, per_line: 16, start: 1 },
    ];

    #[test]
    fn what_is_written_is_read_back_and_long_terms_are_written_briefly() {
        let mut weights = vec![(0, 0); 3001];
        (weights[0], weights[7], weights[3000]) = ((100, 90), (-3, 4), (1, 1));
        let text = write("a game", &TERMS, &weights);
        assert_eq!(read(&TERMS, &text).unwrap(), weights);
        assert!(text.len() < 300, "{}", text.len());
    }

    #[test]
    fn too_many_and_too_few_and_unknown_are_told() {
        for (text, what) in [
            ("man 1/2*2 window 0/0*3000", "'man' has 1 weights, found 2"),
            ("man 1/2 window 0/0*4000000000", "'window' has 3000 weights, found 4000000000"),
            ("man 1/2 window 0/0*x", "line 1: expected two whole numbers like 12/-3, found '0/0*x'"),
            ("men 1/2", "line 1: unknown term 'men'"),
        ] {
            let faults = read(&TERMS, text).unwrap_err();
            assert!(faults.0.iter().any(|fault| fault.what == what), "{faults}");
        }
    }
}
