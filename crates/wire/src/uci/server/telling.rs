//! What an engine tells while it thinks, as `info` lines.

use std::fmt::Write;
use tabula_core::{Bound, Score};
use tabula_engine::Info;

/// An `info` line.
pub(super) fn line(info: &Info, wdl: bool) -> String {
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.reach.max(info.depth),
        info.rank.max(1),
        score(info.score)
    );
    match info.bound {
        Bound::Exact => {}
        Bound::Lower => text.push_str(" lowerbound"),
        Bound::Upper => text.push_str(" upperbound"),
    }
    if wdl {
        let [win, draw, loss] = chances(info.score);
        // Writing into a string cannot fail.
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    let speed = u128::from(info.nodes) * 1_000_000 / info.time.as_micros().max(1);
    let _ = write!(
        text,
        " nodes {} nps {speed} hashfull {} tbhits {} time {}",
        info.nodes,
        info.full,
        info.hits,
        info.time.as_millis()
    );
    if !info.line.is_empty() {
        text.push_str(" pv ");
        text.push_str(&crate::die::joined(&info.line).join(" "));
    }
    text
}

/// `cp 35` or `mate -3`: a mate is counted in moves of the side that mates.
pub(super) fn score(score: Score) -> String {
    match score.plies_to_end() {
        Some(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", (plies - 1) / 2),
        None => format!("cp {}", score.value()),
    }
}

/// The score at which half of the games are won, in hundredths of a pawn, and how fast that share changes.
///
/// Guesses that are in the right region; they are to be fitted on games of our own.
const HALF_WON: f64 = 100.0;
const SPREAD: f64 = 70.0;

/// How many of a thousand games such a position wins, draws and loses: a logistic model.
pub(super) fn chances(score: Score) -> [u32; 3] {
    if let Some(plies) = score.plies_to_end() {
        return if plies > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let won = |value: i32| (1000.0 / (1.0 + ((HALF_WON - f64::from(value)) / SPREAD).exp())).round() as u32;
    let (win, loss) = (won(score.value()), won(-score.value()));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn everything_that_is_known_is_told() {
        let info = Info {
            depth: 8,
            reach: 12,
            rank: 2,
            score: Score::estimate(-35),
            bound: Bound::Lower,
            nodes: 5000,
            hits: 3,
            full: 17,
            time: Duration::from_millis(10),
            line: vec!["e2e4".into(), "e7e5".into()],
            ..Info::default()
        };
        assert_eq!(
            line(&info, false),
            "info depth 8 seldepth 12 multipv 2 score cp -35 lowerbound nodes 5000 nps 500000 hashfull 17 tbhits 3 \
             time 10 pv e2e4 e7e5"
        );
        assert!(line(&info, true).contains(" lowerbound wdl 127 "), "{}", line(&info, true));
        assert!(
            line(&Info::default(), false).ends_with("multipv 1 score cp 0 nodes 0 nps 0 hashfull 0 tbhits 0 time 0")
        );
    }

    #[test]
    fn mates_are_counted_in_moves() {
        for (plies, moves) in [(1, 1), (2, 1), (3, 2), (5, 3)] {
            assert_eq!(score(Score::win_in(plies)), format!("mate {moves}"));
        }
        for (plies, moves) in [(2, -1), (4, -2), (6, -3)] {
            assert_eq!(score(Score::loss_in(plies)), format!("mate {moves}"));
        }
        assert_eq!(score(Score::loss_in(0)), "mate 0");
    }

    #[test]
    fn chances_sum_to_a_thousand_and_grow_with_the_score() {
        let mut last = 0;
        for value in (-30_000..30_000).step_by(13) {
            let [win, draw, loss] = chances(Score::estimate(value));
            assert_eq!(win + draw + loss, 1000, "{value}");
            assert!(win >= last, "{value}");
            last = win;
        }
        assert_eq!(chances(Score::win_in(9)), [1000, 0, 0]);
        assert_eq!(chances(Score::loss_in(8)), [0, 0, 1000]);
    }
}
