//! What is thought of each legal move before anything was tried: a value and how many visits of a tree search that
//! opinion is worth.
//!
//! The kinds of knowledge and the numbers are Michi's (Baudis, 2015), who measured them; vital points of eyes and
//! ladders against chains with two liberties are added. Every opinion is given as so many games won or lost, and they
//! are added up.

use crate::board::{Board, EMPTY, NOWHERE, owner, with_words};
use crate::eye::is_eye;
use crate::go::Go;
use crate::knowing::vital_point;
use crate::patterns::Patterns;
use crate::position::{Move, Position};
use crate::tactics::{BOARDS, after, escapes, is_self_atari, ladder, prey};

/// An opinion on a move, for the player who makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    /// The share of games won: 0 to 1.
    pub value: f32,
    /// How many games that opinion is worth.
    pub weight: f32,
}

/// How many games each kind of knowledge is worth. Every one may be changed, to be measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// Of every move: half of them won.
    pub even: f32,
    /// Lost by self-atari.
    pub self_atari: f32,
    /// Won by taking or saving one stone.
    pub one_stone: f32,
    /// Won by taking or saving more.
    pub many_stones: f32,
    /// Won by a pattern of 3x3 points.
    pub pattern: f32,
    /// Won by being near the last move: one, two and three steps away, where stones of a chain are no step apart.
    pub near: [f32; 3],
    /// Won on the third line, lost on the first two, where no stone is near.
    pub empty_area: f32,
    /// Won on the vital point of an eye.
    pub vital: f32,
    /// Lost by filling an own eye.
    pub own_eye: f32,
    /// Lost by passing.
    pub pass: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            even: 10.0,
            self_atari: 10.0,
            one_stone: 15.0,
            many_stones: 30.0,
            pattern: 10.0,
            near: [24.0, 22.0, 8.0],
            empty_area: 10.0,
            vital: 20.0,
            own_eye: 100.0,
            pass: 10.0,
        }
    }
}

/// Finds opinions. One per thread, used again and again.
pub struct Priors {
    weights: Weights,
    spare: Vec<Board>,
    /// Games won and games played, by place.
    tallies: Vec<(f32, f32)>,
    /// Steps from the last move, by place.
    steps: Vec<u8>,
    open: Vec<u16>,
}

/// Farther from the last move than anything that counts.
const FAR: u8 = 4;
/// No stone within so many steps makes an area empty.
const EMPTY_REACH: i32 = 3;

impl Priors {
    /// With these weights.
    pub fn new(go: &Go, weights: Weights) -> Self {
        let board = Board::new(go.size());
        let places = board.places();
        Self {
            weights,
            spare: vec![board; BOARDS],
            tallies: vec![(0.0, 0.0); places],
            steps: vec![FAR; places],
            open: Vec::with_capacity(places),
        }
    }

    /// The opinion on each of these legal moves, in their order, in place of what `out` held.
    pub fn fill(&mut self, at: &Position, moves: &[Move], out: &mut Vec<Prior>) {
        with_words!(at.board, W => self.judge::<W>(at));
        out.clear();
        out.extend(moves.iter().map(|&m| {
            let (won, played) = match m {
                Move::At(point) => self.tallies[at.board.place(point)],
                Move::Pass => (self.weights.even / 2.0, self.weights.even + self.weights.pass),
            };
            Prior { value: won / played, weight: played }
        }));
    }

    fn judge<const W: usize>(&mut self, at: &Position) {
        let board = &at.board;
        let colour = at.colour();
        let even = (self.weights.even / 2.0, self.weights.even);
        self.tallies.clear();
        self.tallies.resize(board.places(), even);
        self.chains::<W>(board, colour);
        self.walk(board, at.last[0] as usize);
        let patterns = Patterns::get();
        for &place in board.free() {
            let place = place as usize;
            let code = board.cell(place).code;
            if is_eye(code, colour) {
                self.add(place, 0.0, self.weights.own_eye);
                continue;
            }
            if is_self_atari::<W>(board, place, colour) {
                self.add(place, 0.0, self.weights.self_atari);
            } else if patterns.holds(code) {
                self.add(place, 1.0, self.weights.pattern);
            }
            if let Some(&near) = self.weights.near.get(usize::from(self.steps[place]).wrapping_sub(1)) {
                self.add(place, 1.0, near);
            }
            let line = line(board, place);
            if line <= 3 && is_empty_area(board, place) {
                self.add(place, if line == 3 { 1.0 } else { 0.0 }, self.weights.empty_area);
            }
        }
        self.eyes(board);
    }

    #[inline(always)]
    fn add(&mut self, place: usize, value: f32, games: f32) {
        let tally = &mut self.tallies[place];
        tally.0 += value * games;
        tally.1 += games;
    }

    /// What can be taken and what can be saved.
    fn chains<const W: usize>(&mut self, board: &Board, colour: u8) {
        for place in board.all() {
            let cell = board.cell(place);
            if owner(cell.colour).is_none() || board.stones(cell.chain).next() != Some(place) {
                continue;
            }
            let chain = board.chain(cell.chain);
            let games = if chain.stones == 1 { self.weights.one_stone } else { self.weights.many_stones };
            let liberty = board.first_liberty::<W>(cell.chain);
            match (chain.liberties, cell.colour == colour) {
                (1, false) => self.add(liberty, 1.0, games),
                (1, true) => {
                    let mut found = [0; 8];
                    let count = prey::<W>(board, cell.chain, colour, &mut found, 0);
                    for &place in &found[..count] {
                        self.add(place as usize, 1.0, games);
                    }
                    if escapes::<W>(board, liberty, colour, &mut self.spare) {
                        self.add(liberty, 1.0, games);
                    }
                }
                (2, mine) if chain.stones > 1 => {
                    let attack = ladder::<W>(board, cell.chain, &mut self.spare);
                    if attack == NOWHERE {
                        continue;
                    }
                    if !mine {
                        self.add(attack, 1.0, games);
                        continue;
                    }
                    // One's own chain is threatened: a stone that gives it three liberties helps.
                    let liberties = crate::board::members(board.liberties::<W>(cell.chain));
                    for place in liberties.map(|number| number + board.stride() + 1) {
                        if after::<W>(board, place, colour).count() >= 3 {
                            self.add(place, 1.0, games);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Vital points of small eyes, of either player.
    fn eyes(&mut self, board: &Board) {
        for place in board.all() {
            if board.colour(place) != EMPTY {
                continue;
            }
            for holder in [1, 2] {
                // Each region is asked once per point; its vital point is credited when it is asked itself.
                if vital_point(board, holder, place) == place {
                    self.add(place, 1.0, self.weights.vital);
                }
            }
        }
    }

    /// Counts the steps from a place, up to three; stones of a chain are no step apart.
    fn walk(&mut self, board: &Board, start: usize) {
        self.steps.clear();
        self.steps.resize(board.places(), FAR);
        if start == NOWHERE {
            return;
        }
        self.open.clear();
        self.reach(board, start, 0);
        let mut next = 0;
        while let Some(&place) = self.open.get(next) {
            next += 1;
            let steps = self.steps[place as usize] + 1;
            if steps < FAR {
                for near in board.beside(place as usize) {
                    self.reach(board, near, steps);
                }
            }
        }
    }

    /// Notes a place, and all stones of its chain with it.
    fn reach(&mut self, board: &Board, place: usize, steps: u8) {
        let cell = board.cell(place);
        if cell.colour == crate::board::EDGE || self.steps[place] < FAR {
            return;
        }
        if cell.colour == EMPTY {
            self.steps[place] = steps;
            self.open.push(place as u16);
            return;
        }
        for stone in board.stones(cell.chain) {
            self.steps[stone] = steps;
            self.open.push(stone as u16);
        }
    }
}

/// The line of a place, from 1 at the edge.
fn line(board: &Board, place: usize) -> usize {
    let (rank, file) = (place / board.stride() - 1, place % board.stride() - 1);
    let last = board.size() - 1;
    1 + rank.min(last - rank).min(file).min(last - file)
}

/// Whether no stone stands within three steps.
fn is_empty_area(board: &Board, place: usize) -> bool {
    let size = board.size() as i32;
    let point = i32::from(board.point(place).0);
    let (rank, file) = (point / size, point % size);
    for up in -EMPTY_REACH..=EMPTY_REACH {
        let width = EMPTY_REACH - up.abs();
        for right in -width..=width {
            let (rank, file) = (rank + up, file + right);
            if (0..size).contains(&rank) && (0..size).contains(&file) {
                let place = (rank + 1) * (size + 1) + file + 1;
                if board.colour(place as usize) != EMPTY {
                    return false;
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use tabula_core::{Line, Notation};

    /// The opinions on moves named, after the moves of a line.
    fn opinions(start: &str, played: &[&str], asked: &[&str]) -> Vec<Prior> {
        let game = Go::new(9, Rules::CHINESE).unwrap();
        let mut line = Line::from(&game, game.read_position(start).unwrap());
        for text in played {
            let m = game.read_move(line.now(), text).unwrap();
            line.play(&game, m);
        }
        let moves: Vec<Move> = asked.iter().map(|text| game.read_move(line.now(), text).unwrap()).collect();
        let mut out = Vec::new();
        Priors::new(&game, Weights::default()).fill(line.now(), &moves, &mut out);
        out
    }

    const EMPTY_START: &str = "9/9/9/9/9/9/9/9/9 b";

    #[test]
    fn an_empty_board_prefers_the_third_line() {
        let found = opinions(EMPTY_START, &[], &["a1", "b5", "c3", "e5", "pass"]);
        let values: Vec<f32> = found.iter().map(|prior| prior.value).collect();
        assert_eq!(values, [0.25, 0.25, 0.75, 0.5, 0.25]);
    }

    #[test]
    fn what_is_near_the_last_move_comes_first() {
        let found = opinions(EMPTY_START, &["e5"], &["e6", "e7", "e8", "a5", "d6"]);
        let weights: Vec<f32> = found.iter().map(|prior| prior.weight).collect();
        assert_eq!(weights, [34.0, 32.0, 18.0, 20.0, 32.0]);
    }

    #[test]
    fn stones_to_take_and_to_save_are_seen() {
        // White's two stones on d5 and e5 are in atari, their last liberty is f5.
        let start = "9/9/9/3XX4/2XOO4/3XX4/9/9/9";
        let [take, other] = opinions(&format!("{start} b"), &[], &["f5", "a1"])[..] else { panic!("two opinions") };
        assert!(take.value > 0.85 && take.weight >= 40.0, "{take:?}");
        assert!(other.value < 0.5);
        let [save] = opinions(&format!("{start} w"), &[], &["f5"])[..] else { panic!("one opinion") };
        assert!(save.value > 0.85 && save.weight >= 40.0, "{save:?}");
        // Here whoever flees is caught in a ladder.
        let [caught] = opinions("9/2XX5/1XO6/2X6/9/9/9/9/9 w", &[], &["d7"])[..] else { panic!("one opinion") };
        assert!(caught.weight <= 20.0, "{caught:?}");
    }

    #[test]
    fn own_eyes_and_self_atari_are_bad() {
        let found = opinions("1X1X5/XXXX5/9/9/9/9/9/5OOOO/5O2X b", &[], &["a9", "h1"]);
        assert!(found[0].value < 0.06 && found[0].weight > 100.0, "{found:?}");
        assert!(found[1].value < 0.3, "{found:?}");
    }

    #[test]
    fn the_vital_point_of_an_eye_is_wanted_by_both() {
        for turn in ["b", "w"] {
            let found = opinions(&format!("3XO4/XXXXO4/OOOOO4/9/9/9/9/9/9 {turn}"), &[], &["b9", "a9", "h2"]);
            assert!(found[0].value > found[1].value && found[0].value > found[2].value, "{turn}: {found:?}");
        }
    }
}
