//! What an engine tells while it thinks, from its `info` lines.

use std::time::Duration;
use tabula_core::{Bound, Score};
use tabula_engine::Info;

/// Reads an `info` line; `None` where it tells no score, as lines about the current move or strings do.
///
/// Unknown words are passed over, as the protocol asks; a number that is none counts as not said.
///
/// ```
/// use tabula_wire::uci::info::read;
/// let info = read("info depth 12 seldepth 20 score cp -35 nodes 4000 time 15 pv e7e5 g1f3").unwrap();
/// assert_eq!((info.depth, info.score.value(), info.line.len()), (12, -35, 2));
/// assert!(read("info currmove e2e4").is_none());
/// ```
pub fn read(line: &str) -> Option<Info> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let mut info = Info { rank: 1, ..Info::default() };
    let mut scored = false;
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = number(words.next()),
            "seldepth" => info.reach = number(words.next()),
            "multipv" => info.rank = number::<usize>(words.next()).max(1),
            "nodes" => info.nodes = number(words.next()),
            "tbhits" => info.hits = number(words.next()),
            "hashfull" => info.full = number(words.next()),
            "time" => info.time = Duration::from_millis(number(words.next())),
            "score" => {
                info.score = score(words.next()?, words.next()?)?;
                scored = true;
            }
            "lowerbound" => info.bound = Bound::Lower,
            "upperbound" => info.bound = Bound::Upper,
            "pv" => {
                info.line = words.map(str::to_owned).collect();
                break;
            }
            // The rest of the line is free text.
            "string" => break,
            _ => {}
        }
    }
    scored.then_some(info)
}

/// `cp 35` or `mate -3`: moves of the side that mates, where we count plies.
fn score(unit: &str, value: &str) -> Option<Score> {
    let value: i32 = value.parse().ok()?;
    match unit {
        "cp" => Some(Score::estimate(value)),
        "mate" if value > 0 => Some(Score::win_in(value.unsigned_abs().saturating_mul(2) - 1)),
        "mate" => Some(Score::loss_in(value.unsigned_abs().saturating_mul(2))),
        _ => None,
    }
}

fn number<T: std::str::FromStr + Default>(word: Option<&str>) -> T {
    word.and_then(|word| word.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_plies() {
        for (text, plies) in [("mate 1", 1), ("mate 3", 5), ("mate -1", -2), ("mate -4", -8), ("mate 0", 0)] {
            let info = read(&format!("info depth 3 score {text} pv e2e4")).unwrap();
            assert_eq!(info.score.plies_to_end(), Some(plies), "{text}");
        }
    }

    #[test]
    fn bounds_ranks_and_counters_are_read_in_any_order() {
        let info = read("info score cp 20 lowerbound multipv 2 hashfull 14 time 7 tbhits 3 seldepth 9 new 1").unwrap();
        assert_eq!((info.bound, info.rank, info.full, info.hits, info.reach), (Bound::Lower, 2, 14, 3, 9));
        assert_eq!(info.time, Duration::from_millis(7));
    }

    #[test]
    fn nonsense_is_no_information_and_no_panic() {
        for text in [
            "",
            "info",
            "info depth",
            "info score",
            "info score cp",
            "info score cp x",
            "info string score cp 1",
            "bestmove",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("info depth 99999999999 multipv 0 score cp 999999999").unwrap().depth, 0);
        assert!(read("info score mate 2147483647").unwrap().score.is_decisive());
        assert!(read("info score mate -2147483648").unwrap().score.is_decisive());
    }
}
