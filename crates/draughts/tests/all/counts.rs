//! Counts from the start of every code. They are those of the public tables (R. Halbersma's dctl, the forums of FMJD and shashki), and
//! for the 8 men of the thesis those of two independent generators.

use tabula_core::Game;
use tabula_core::perft::perft;
use tabula_draughts::Draughts;
use tabula_draughts::code::{self, Code};

fn check(code: Code, counts: &[u64]) {
    let game = Draughts::new(code);
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&game, &game.start(), depth), count, "{} at depth {depth}", code.id);
    }
}

#[test]
fn czech_counts_are_the_published_ones() {
    check(code::CZECH, &[7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_671, 18_368_918]);
}

#[test]
fn counts_of_the_thesis_start_are_those_of_two_other_generators() {
    check(code::CZECH_THESIS, &[7, 49, 392, 3136, 26_592, 218_695, 1_820_189, 14_533_506]);
}

#[test]
fn english_counts_are_the_published_ones() {
    check(code::ENGLISH, &[7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564]);
}

#[test]
fn russian_counts_are_the_published_ones() {
    check(code::RUSSIAN, &[7, 49, 302, 1469, 7482, 37_986, 190_146, 929_899, 4_570_586, 22_444_032]);
}

#[test]
fn brazilian_counts_are_the_published_ones() {
    check(code::BRAZILIAN, &[7, 49, 302, 1469, 7473, 37_628, 187_302, 907_830, 4_431_766, 21_560_022]);
}

#[test]
fn international_counts_are_the_published_ones() {
    check(code::INTERNATIONAL, &[9, 81, 658, 4265, 27_117, 167_140, 1_049_442, 6_483_961, 41_022_423]);
}
