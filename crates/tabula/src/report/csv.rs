//! The games of an event as comma-separated values, a line each.

use super::Report;
use tabula_wire::pgn::Verdict;

/// The games: number, round, pair, opening, players, result, ending.
pub(crate) fn csv(report: &Report<'_>) -> String {
    let mut text = "number,round,pair,opening,first,second,points_first,points_second,ending,fault\n".to_string();
    for result in report.results {
        let f = &result.fixture;
        let (first, second) = match result.verdict {
            Verdict::First => ("1", "0"),
            Verdict::Second => ("0", "1"),
            Verdict::Draw => ("0.5", "0.5"),
            Verdict::Open => ("", ""),
        };
        let name = |entrant: usize| quoted(&report.event.entrants[entrant].name);
        text += &format!(
            "{},{},{},{},{},{},{first},{second},{},{}\n",
            f.number + 1,
            f.round + 1,
            f.pair + 1,
            f.opening + 1,
            name(f.first),
            name(f.second),
            quoted(&result.ending),
            result.fault
        );
    }
    text
}

/// A field; in quotes where it holds what would end it.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn fields_that_hold_commas_or_quotes_are_quoted() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("tabula:depth=2,eval=\"x\""), "\"tabula:depth=2,eval=\"\"x\"\"\"");
    }
}
