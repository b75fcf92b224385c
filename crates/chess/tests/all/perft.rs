//! Move paths against published counts, from `*.perft`; deeper ones run by `tabula perft`.

use tabula_board::Wide;
use tabula_chess::{CHESS_DEFINITION, Definition, chess, chess960};
use tabula_core::Notation;
use tabula_core::perft::perft;

/// Deeper lines of the files are skipped: about a second each.
const MOST_NODES: u64 = 5_000_000;

fn check(game: &impl Notation, file: &str, most: u64) {
    let lines = file.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let mut checked = 0;
    for line in lines {
        let [name, position, counts] = line.split(';').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("not three fields: {line}");
        };
        let at = game.read_position(position).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        for (i, expected) in
            counts.split(' ').map(|count| count.parse::<u64>().expect("counts are numbers")).enumerate()
        {
            if expected <= most {
                assert_eq!(perft(game, &at, i as u32 + 1), expected, "{name}, depth {}", i + 1);
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "the file holds no counts");
}

#[test]
fn orthodox_chess_counts_as_published() {
    check(&chess(), include_str!("../chess.perft"), MOST_NODES);
}

#[test]
fn chess960_counts_as_published() {
    check(&chess960(), include_str!("../chess960.perft"), MOST_NODES);
}

#[test]
fn chess_loaded_from_text_counts_alike_on_every_width() {
    let definition = Definition::read(CHESS_DEFINITION).unwrap();
    check(&definition.build::<u64>().unwrap(), include_str!("../chess.perft"), 500_000);
    check(&definition.build::<u128>().unwrap(), include_str!("../chess.perft"), 500_000);
    check(&definition.build::<Wide>().unwrap(), include_str!("../chess.perft"), 500_000);
}
