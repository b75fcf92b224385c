//! Weights as text: each term with its name, what it counts, and its pairs middlegame/endgame.

use super::{Heading, Pair};
use std::fmt::Write as _;
use tabula_core::{Fault, Faults};

/// Reads the text that [`write`] makes. Every term must be there, with as many pairs as it has weights.
pub(crate) fn read(terms: &[Heading<'_>], text: &str) -> Result<Vec<Pair>, Faults> {
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
                (Some((middle, end)), Some(term)) => match (middle.parse(), end.parse()) {
                    (Ok(middle), Ok(end)) => {
                        if found[term] < terms[term].count {
                            weights[terms[term].start + found[term]] = (middle, end);
                        }
                        found[term] += 1;
                    }
                    _ => fault(format!("expected two whole numbers like 12/-3, found '{word}'")),
                },
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

/// The weights of `what` as text.
pub(crate) fn write(what: &str, terms: &[Heading<'_>], weights: &[Pair]) -> String {
    let mut text = format!(
        "# Weights of {what}, as pairs middlegame/endgame in hundredths of a pawn.\n\
         # `tabula tune` writes this file; what stands behind # is for people.\n",
    );
    for term in terms {
        let _ = write!(text, "\n# {}\n{}", term.about, term.name);
        for n in 0..term.count {
            let (middle, end) = weights[term.start + n];
            let gap = if n % term.per_line == 0 && term.count > term.per_line { "\n  " } else { " " };
            let _ = write!(text, "{gap}{:>9}", format!("{middle}/{end}"));
        }
        text.push('\n');
    }
    text
}
