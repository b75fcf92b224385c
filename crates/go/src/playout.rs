//! Play-outs: a game from a position to its end by a policy that decides at once, without allocating anything.

use crate::board::{Board, Cell, EMPTY, NOWHERE, WHITE, other, owner, with_words};
use crate::go::Go;
use crate::knowing;
use crate::patterns::Patterns;
use crate::position::Position;
use crate::rules::Counting;
use crate::tactics::BOARDS;
use tabula_core::{Dice, Side, Square};

/// How moves are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Policy {
    /// Any legal move that does not fill an own eye, each as likely as the next.
    Pure,
    /// Answers the last moves where it knows how: nakade, captures and escapes with ladders, patterns of 3x3 points;
    /// otherwise as `Pure`, but with an eye on self-atari.
    Knowing,
}

impl Policy {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Pure, Self::Knowing];
}

/// A board to play on and what was played. One per thread, used again and again.
pub struct Playout {
    policy: Policy,
    board: Board,
    /// For reading ladders.
    spare: Vec<Board>,
    patterns: &'static Patterns,
    turn: u8,
    record: Vec<(Side, Square)>,
    /// Places as points.
    points: Vec<u16>,
    /// Whose each point was at the end: 1 is Black's, -1 White's.
    owners: Vec<i8>,
}

/// A play-out is broken off after so many times the points of the board.
const LONGEST: usize = 3;

impl Playout {
    /// For boards of the game's size at first; other sizes are learnt when they come.
    pub fn new(go: &Go, policy: Policy) -> Self {
        let board = Board::new(go.size());
        let spare = vec![board.clone(); BOARDS];
        let patterns = Patterns::get();
        let (record, points, owners) = (Vec::new(), Vec::new(), Vec::new());
        let mut playout = Self { policy, board, spare, patterns, turn: 1, record, points, owners };
        playout.fit();
        playout
    }

    /// Prepares for boards of this size.
    fn fit(&mut self) {
        let board = &self.board;
        self.points = vec![0; board.places()];
        for place in board.all() {
            self.points[place] = board.point(place).0;
        }
        self.record = Vec::with_capacity(LONGEST * board.size() * board.size());
        self.owners = vec![0; board.size() * board.size()];
    }

    /// Plays to the end; the margin for Black in half points, by the game's counting and with the komi of `from`.
    pub fn run(&mut self, go: &Go, from: &Position, dice: &mut Dice) -> i32 {
        let resized = self.board.size() != from.board.size();
        self.board.clone_from(&from.board);
        if resized {
            self.fit();
        }
        self.record.clear();
        self.turn = from.colour();
        with_words!(self.board, W => self.play_out::<W>(from, dice));
        self.margin(go, from)
    }

    /// The stones played in the last play-out, in order; passes are left out.
    pub fn moves(&self) -> &[(Side, Square)] {
        &self.record
    }

    /// Whose each point was at the end of the last play-out: 1 is Black's, -1 White's, 0 nobody's, since it touches both
    /// colours.
    pub fn owners(&self) -> &[i8] {
        &self.owners
    }

    fn play_out<const W: usize>(&mut self, from: &Position, dice: &mut Dice) {
        let longest = LONGEST * self.board.size() * self.board.size();
        let mut passes = from.passes();
        let mut last = from.last.map(usize::from);
        for _ in 0..longest {
            let place = match self.policy {
                Policy::Pure => knowing::any::<W>(&self.board, self.turn, false, dice),
                Policy::Knowing => {
                    knowing::choose::<W>(&self.board, self.turn, last, self.patterns, &mut self.spare, dice)
                }
            };
            if place == NOWHERE {
                self.board.ko = NOWHERE as u16;
                passes += 1;
                if passes >= 2 {
                    break;
                }
            } else {
                passes = 0;
                self.board.put::<W>(place, self.turn);
                let side = if self.turn == 1 { Side::First } else { Side::Second };
                self.record.push((side, Square(self.points[place])));
            }
            last = [place, last[0]];
            self.turn = other(self.turn);
        }
    }

    /// Counts the board, and notes whose each point is.
    fn margin(&mut self, go: &Go, from: &Position) -> i32 {
        let mut lead = 0;
        for (place, owner) in self.board.all().zip(&mut self.owners) {
            *owner = holder(self.board.cell(place));
            lead += i32::from(*owner);
        }
        if go.rules().counting == Counting::Territory {
            lead -= extra_stones(from);
        }
        2 * lead - i32::from(from.komi())
    }
}

/// Whose a place is at the end: by its stone, or by what it touches.
#[inline(always)]
fn holder(cell: Cell) -> i8 {
    let (black, white) = match cell.colour {
        EMPTY => {
            let (low, high) = (cell.code & 0x55, cell.code >> 1 & 0x55);
            (low & !high != 0, high & !low != 0)
        }
        colour => (colour == 1, colour == WHITE),
    };
    i8::from(black) - i8::from(white)
}

/// How many stones more Black has played than White: area and territory differ by it, if both go on in turn.
///
/// What is played in the play-out itself is not counted: whoever has room to fill would be punished for filling it.
fn extra_stones(at: &Position) -> i32 {
    let mut stones = [0; 2];
    for place in at.board.all() {
        if let Some(side) = owner(at.board.colour(place)) {
            stones[side as usize] += 1;
        }
    }
    let [by_black, by_white] = at.board.prisoners.map(i32::from);
    (stones[0] + by_white) - (stones[1] + by_black)
}
