//! A slow and plain generator: squares in a map, jumps one by one, rules as sentences. It shares nothing with the other but the code.

use std::collections::{BTreeMap, BTreeSet};
use tabula_draughts::code::{Code, Kings, Landing, Precedence, Promotion, Reach, Removal};
use tabula_draughts::{Colour, Position};

/// Row and column, from the top left.
type Cell = (i32, i32);

/// A move: from, to, and what is captured, as numbers.
pub(crate) type Plain = (u32, u32, BTreeSet<u32>);

#[derive(Clone)]
struct Board {
    code: Code,
    turn: Colour,
    /// Whose piece, and whether it is a king.
    men: BTreeMap<Cell, (Colour, bool)>,
}

/// A capture under way, or done.
#[derive(Clone)]
struct Chain {
    here: Cell,
    king: bool,
    captured: Vec<Cell>,
}

const WAYS: [Cell; 4] = [(-1, 1), (-1, -1), (1, -1), (1, 1)];

/// All legal moves.
pub(crate) fn moves(code: &Code, at: &Position) -> BTreeSet<Plain> {
    let mut board = Board { code: *code, turn: at.turn(), men: BTreeMap::new() };
    for number in 1..=code.board.squares() {
        let bit = code.board.bit(number).expect("a number within the board");
        for colour in Colour::BOTH {
            if at.pieces(colour) & bit != 0 {
                board.men.insert(board.cell(number), (colour, at.kings(colour) & bit != 0));
            }
        }
    }
    let captures = board.captures();
    if captures.is_empty() { board.steps() } else { captures }
}

impl Board {
    fn cell(&self, number: u32) -> Cell {
        let half = self.code.board.size() as i32 / 2;
        let (row, place) = ((number as i32 - 1) / half, (number as i32 - 1) % half);
        (row, 2 * place + (row + 1) % 2)
    }

    fn number(&self, (row, column): Cell) -> u32 {
        (row * (self.code.board.size() as i32 / 2) + column / 2 + 1) as u32
    }

    fn inside(&self, (row, column): Cell) -> bool {
        let size = self.code.board.size() as i32;
        (0..size).contains(&row) && (0..size).contains(&column)
    }

    fn free(&self, cell: Cell) -> bool {
        self.inside(cell) && !self.men.contains_key(&cell)
    }

    fn forward(&self, way: Cell) -> bool {
        (way.0 < 0) == (self.turn == Colour::White)
    }

    fn last_row(&self, cell: Cell) -> bool {
        cell.0 == if self.turn == Colour::White { 0 } else { self.code.board.size() as i32 - 1 }
    }

    fn own(&self) -> Vec<(Cell, bool)> {
        self.men.iter().filter(|(_, man)| man.0 == self.turn).map(|(&cell, &(_, king))| (cell, king)).collect()
    }

    fn steps(&self) -> BTreeSet<Plain> {
        let mut found = BTreeSet::new();
        for (from, king) in self.own() {
            for way in WAYS.into_iter().filter(|&way| king || self.forward(way)) {
                let mut to = plus(from, way);
                while self.free(to) {
                    found.insert((self.number(from), self.number(to), BTreeSet::new()));
                    if !king || self.code.kings == Kings::Short {
                        break;
                    }
                    to = plus(to, way);
                }
            }
        }
        found
    }

    fn captures(&self) -> BTreeSet<Plain> {
        let mut ranked = Vec::new();
        for (from, king) in self.own() {
            let mut without = self.clone();
            without.men.remove(&from);
            let mut done = Vec::new();
            without.follow(Chain { here: from, king, captured: Vec::new() }, &mut done);
            for chain in done {
                let rank = match self.code.precedence {
                    Precedence::Free => 0,
                    Precedence::KingFirst => usize::from(king),
                    Precedence::Majority => chain.captured.len(),
                };
                let captured = chain.captured.iter().map(|&cell| self.number(cell)).collect();
                ranked.push((rank, (self.number(from), self.number(chain.here), captured)));
            }
        }
        let best = ranked.iter().map(|&(rank, _)| rank).max().unwrap_or(0);
        ranked.into_iter().filter(|&(rank, _)| rank == best).map(|(_, m)| m).collect()
    }

    /// Follows a chain to all its ends.
    fn follow(&self, chain: Chain, done: &mut Vec<Chain>) {
        let ended = !chain.captured.is_empty() && self.last_row(chain.here) && !chain.king;
        let chain = match self.code.promotion {
            Promotion::EndsMove if ended => return done.push(chain),
            Promotion::GoesOnAsKing if ended => Chain { king: true, ..chain },
            _ => chain,
        };
        let mut next = Vec::new();
        for way in WAYS {
            let mut landings = self.jumps(&chain, way);
            if self.code.landing == Landing::GoesOn {
                let goes_on = |chain: &Chain| WAYS.iter().any(|&way| !self.jumps(chain, way).is_empty());
                if chain.king && landings.iter().any(goes_on) {
                    landings.retain(goes_on);
                }
            }
            next.extend(landings);
        }
        if next.is_empty() && !chain.captured.is_empty() {
            done.push(chain);
            return;
        }
        for chain in next {
            self.follow(chain, done);
        }
    }

    /// The single jumps of a chain in one direction, one for each square where it may land.
    fn jumps(&self, chain: &Chain, way: Cell) -> Vec<Chain> {
        if !chain.king && self.code.men == Reach::Forward && !self.forward(way) {
            return Vec::new();
        }
        let gone = |cell: &Cell| self.code.removal == Removal::AtOnce && chain.captured.contains(cell);
        let free = |cell: Cell| self.free(cell) || gone(&cell);
        let far = chain.king && self.code.kings == Kings::Flying;
        let mut prey = plus(chain.here, way);
        while far && free(prey) {
            prey = plus(prey, way);
        }
        let is_prey = self.men.get(&prey).is_some_and(|man| man.0 != self.turn) && !chain.captured.contains(&prey);
        let mut landings = Vec::new();
        let mut land = plus(prey, way);
        while is_prey && free(land) {
            let mut captured = chain.captured.clone();
            captured.push(prey);
            landings.push(Chain { here: land, king: chain.king, captured });
            if !far {
                break;
            }
            land = plus(land, way);
        }
        landings
    }
}

const fn plus(a: Cell, b: Cell) -> Cell {
    (a.0 + b.0, a.1 + b.1)
}
