//! Files too large for the memory, and games too large for anybody.

use std::io::{self, BufReader, Read};
use tabula_wire::Kind;
use tabula_wire::pgn::{self, Bounds, Reader};

/// Repeats a text as often as it is asked to, without ever holding it.
struct Endless {
    text: &'static [u8],
    at: usize,
    left: usize,
}

impl Endless {
    fn new(text: &'static str, times: usize) -> Self {
        Self { text: text.as_bytes(), at: 0, left: times * text.len() }
    }
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = into.len().min(self.left);
        for byte in &mut into[..count] {
            *byte = self.text[self.at];
            self.at = (self.at + 1) % self.text.len();
        }
        self.left -= count;
        Ok(count)
    }
}

fn bounded(times: usize, text: &'static str, bounds: Bounds, next: &'static str) -> Vec<pgn::Reading> {
    let file = Endless::new(text, times).chain(next.as_bytes());
    Reader::with_bounds(BufReader::new(file), bounds).map(Result::unwrap).collect()
}

const NEXT: &str = "\n\n[Event \"next\"]\n\n1. d4 *\n";

fn check_cut(readings: &[pgn::Reading]) {
    assert_eq!(readings.len(), 2);
    assert_eq!(readings[0].faults.iter().filter(|fault| fault.kind == Kind::Bound).count(), 1);
    assert_eq!(readings[1].game.tag("Event"), Some("next"));
    assert_eq!(readings[1].game.tree.len(), 1);
    assert!(readings[1].faults.is_empty());
}

#[test]
fn many_games_pass_one_at_a_time() {
    let text = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {c} e5 (1... c5) 2. Nf3 1-0\n\n";
    let games = Reader::new(BufReader::new(Endless::new(text, 20_000)));
    let mut count = 0;
    for reading in games {
        let reading = reading.unwrap();
        count += 1;
        assert_eq!(reading.number, count);
        assert_eq!(reading.place.line, 1 + (count - 1) * 5);
        assert_eq!(reading.game.tree.len(), 4);
        assert!(reading.faults.is_empty());
    }
    assert_eq!(count, 20_000);
}

#[test]
fn a_game_of_too_many_lines_is_cut_and_the_next_is_whole() {
    let readings = bounded(2_000, "1. e4 e5\n", Bounds { bytes: 10_000, ..Bounds::default() }, NEXT);
    check_cut(&readings);
    assert!(readings[0].game.tree.len() > 2_000);
    assert_eq!(
        readings[0].faults[1].to_string(),
        "game 1, line 1112: a game of more than 10000 bytes or 1000000 moves and notes; its rest is not read"
    );
}

#[test]
fn a_line_that_does_not_end_is_cut() {
    check_cut(&bounded(40, "1. e4 e5 ", Bounds { bytes: 100, ..Bounds::default() }, NEXT));
}

#[test]
fn a_comment_that_does_not_end_is_cut() {
    check_cut(&bounded(500, "{word\n", Bounds { bytes: 1_000, ..Bounds::default() }, NEXT));
}

#[test]
fn a_game_of_brackets_alone_is_cut() {
    check_cut(&bounded(5_000, "(", Bounds { parts: 1_000, ..Bounds::default() }, NEXT));
}

#[test]
fn a_broken_stream_is_an_error_and_no_game() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let file = BufReader::new("1. e4".as_bytes().chain(Broken));
    assert!(Reader::new(file).next().unwrap().is_err());
}
