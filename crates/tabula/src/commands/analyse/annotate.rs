//! A game with what was found about it, as a game file.

use tabula_core::Score;
use tabula_engine::review::{Judgement, Review, Step};
use tabula_wire::pgn::{Game, Import, LineId, Note, Tag};

/// Plies of a better line that are written.
const LONGEST: usize = 12;
/// The signs that judge a move: `!` to `?!`.
const JUDGING: std::ops::RangeInclusive<u32> = 1..=6;

/// The game with values, signs and better lines beside its own notes. Values and signs of an earlier analysis give way.
pub(super) fn annotated(import: &Import, review: &Review, by: &str) -> Game {
    let mut game = import.standard();
    if game.tag("Annotator").is_none() {
        game.tags.push(Tag::new("Annotator", by));
    }
    let moves = game.tree.line(LineId::MAIN).moves.clone();
    for (id, step) in moves.into_iter().zip(&review.steps) {
        let node = game.tree.node_mut(id);
        node.after.retain_mut(|note| match note {
            Note::Comment(text) => {
                *text = without_value(text);
                !text.is_empty()
            }
            _ => true,
        });
        // A mate on the board needs no value.
        if step.after.plies_to_end() != Some(0) {
            node.after.insert(0, Note::Comment(comment(step)));
        }
        if let Some(judgement) = step.judgement {
            node.nags.retain(|nag| !JUDGING.contains(nag));
            node.nags.push(judgement.nag());
        }
        if let Some(better) = step.better() {
            let line = game.tree.vary(id);
            for text in better.iter().take(LONGEST) {
                game.tree.add(line, text.as_str());
            }
        }
    }
    game
}

/// `[%eval 0.35]`, and in words what was wrong.
fn comment(step: &Step) -> String {
    let value = format!("[%eval {}]", value(step.after));
    match (step.judgement, step.better()) {
        (Some(judgement), Some(better)) => format!("{value} {}: {} was better.", capital(judgement), better[0]),
        _ => value,
    }
}

/// In units, or `#3` for a mate in three; for the first player.
fn value(score: Score) -> String {
    match score.moves_to_end() {
        Some(moves) => format!("#{moves}"),
        None => format!("{:.2}", f64::from(score.value()) / 100.0),
    }
}

fn capital(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "Inaccuracy",
        Judgement::Mistake => "Mistake",
        Judgement::Blunder => "Blunder",
    }
}

/// A comment without the value that an analysis wrote into it.
fn without_value(text: &str) -> String {
    match text.split_once("[%eval").and_then(|(before, rest)| Some((before, rest.split_once(']')?.1))) {
        Some((before, after)) => format!("{} {}", before.trim_end(), after.trim_start()).trim().to_string(),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_in_units_or_as_mates() {
        for (score, text) in [
            (Score::estimate(35), "0.35"),
            (Score::estimate(-7), "-0.07"),
            (Score::win_in(5), "#3"),
            (Score::loss_in(4), "#-2"),
        ] {
            assert_eq!(value(score), text);
        }
    }

    #[test]
    fn an_old_value_is_taken_out_of_its_comment() {
        for (text, rest) in [
            ("[%eval 0.3]", ""),
            ("good [%eval -1.2] move", "good move"),
            ("[%clk 0:01:00] [%eval #3]", "[%clk 0:01:00]"),
            ("no value", "no value"),
        ] {
            assert_eq!(without_value(text), rest);
        }
    }
}
