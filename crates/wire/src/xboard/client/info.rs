//! What an engine tells while it thinks: `ply score time nodes pv`.

use std::time::Duration;
use tabula_core::Score;
use tabula_engine::Info;

/// Mates are told as this many hundredths of a pawn and the moves that they take.
const MATE: i32 = 100_000;

/// Reads a line of thinking; `None` where it is none.
pub(super) fn read(line: &str) -> Option<Info> {
    let mut words = line.split_whitespace();
    // Some engines mark lines with a sign after the depth.
    let depth = words.next()?.trim_end_matches(['.', '+', '-', '&']).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let centis: u64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let line = words.take_while(|word| !word.starts_with('{')).map(str::to_owned).collect();
    let time = Duration::from_millis(centis.saturating_mul(10));
    Some(Info { depth, score: self::score(score), nodes, time, line, rank: 1, ..Info::default() })
}

fn score(value: i32) -> Score {
    let moves = value.unsigned_abs().wrapping_sub(MATE as u32);
    // Further off than any game is long, the number is only a large one.
    match value {
        MATE.. if moves < 1000 => Score::win_in((2 * moves).saturating_sub(1)),
        i32::MIN..=-100_000 if moves < 1000 => Score::loss_in(2 * moves),
        _ => Score::estimate(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_thinking_are_read_and_others_are_not() {
        let info = read(" 4   1034        1       3300 j1j3 a7a5 j3a3 {x}").unwrap();
        assert_eq!((info.depth, info.score.value(), info.nodes, info.line.len()), (4, 1034, 3300, 3));
        assert_eq!(info.time, Duration::from_millis(10));
        assert_eq!(read("9. 100003 0 1").unwrap().score.plies_to_end(), Some(5));
        assert_eq!(read("9 -100002 0 1").unwrap().score.plies_to_end(), Some(-4));
        for odd in ["", "move e2e4", "1 2 3", "# 1 2 3 4", "1 x 2 3 4", "99999999999 1 1 1", "9 -2147483648 0 x"] {
            assert!(read(odd).is_none(), "{odd}");
        }
        assert!(read("9 -2147483648 0 1").is_some());
    }
}
