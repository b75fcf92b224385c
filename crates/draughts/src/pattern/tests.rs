use super::*;
use crate::code::{self, CODES};
use tabula_core::tuning::Tunable;
use tabula_core::{Dice, Game, Notation, Side};

/// Positions of random games.
fn walk(game: &Draughts, seed: u64, mut each: impl FnMut(&Position)) {
    let mut dice = Dice::new(seed);
    for _ in 0..20 {
        let mut at = game.start();
        for _ in 0..80 {
            each(&at);
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let Some(&m) = dice.pick(&moves) else { break };
            game.play(&mut at, m, &mut ());
        }
    }
}

#[test]
fn the_tuner_sees_the_value_that_is_played_with() {
    for code in CODES {
        let game = Draughts::new(code);
        let (lesson, pattern) = (Lesson::new(game.clone()), Pattern::new(&game));
        let weights = lesson.weights();
        walk(&game, 5, |at| {
            let record = lesson.record_of(at);
            let [middle, end] = [0, 1].map(|half| -> i32 {
                let weight = |place: u32| [weights[place as usize].0, weights[place as usize].1][half];
                record.counts.iter().map(|&(place, count)| i32::from(count) * i32::from(weight(place))).sum()
            });
            let scale = record.scales[usize::from(end <= 0)];
            let value = (middle * record.phase * FULL_SCALE + end * (FULL_PHASE - record.phase) * scale)
                / (FULL_PHASE * FULL_SCALE);
            let sign = if game.side(at.turn()) == Side::First { 1 } else { -1 };
            assert_eq!(pattern.judge(&game, at), Score::estimate(sign * value), "{} {at:?}", code.id);
        });
    }
}

#[test]
fn a_board_that_is_turned_is_worth_the_same() {
    let game = Draughts::new(code::CZECH);
    let pattern = Pattern::new(&game);
    for (one, other) in [
        ("W:W21-32:B1-12", "B:W21-32:B1-12"),
        ("W:W18,22,K30:B5,9", "B:W24,28:B11,15,K3"),
        ("B:WK4,25:B8,13,14", "W:W19,20,25:B8,K29"),
    ] {
        let value = |text| pattern.judge(&game, &game.read_position(text).unwrap());
        assert_eq!(value(one), value(other), "{one}");
    }
}

#[test]
fn a_king_more_is_worth_having_in_every_code() {
    for code in CODES {
        let game = Draughts::new(code);
        let at = game.read_position("W:WK32,21:B5").unwrap();
        assert!(Pattern::new(&game).judge(&game, &at) > Score::estimate(50), "{}", code.id);
    }
}
