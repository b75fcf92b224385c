//! The codes of draughts as data: the choices in which the rule books differ.
//!
//! | code | rule book that is cited |
//! |---|---|
//! | Czech | rules of the Czech federation, as summed up by the FMJD ("Brief rules of Czech draughts", its nine points, cited as Cz 1 to 9) |
//! | thesis | the program of the founding thesis, where it differs from Cz |
//! | English | WCDF, Rules of Draughts, section one |
//! | Russian | FMJD section 64, official rules (Russian version) |
//! | Brazilian | CBD, Regras oficiais, 64 squares |
//! | International | FMJD, annex 1, Official rules for international draughts |
//!
//! What all of them share is not here: men step one square diagonally forward, a capture jumps over one piece to a free square behind
//! it, capturing is obligatory and is completed, and whoever cannot move has lost.

use crate::board::{Board, Colour};
use crate::limit::{self, Limit};

/// Where men capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Forward only.
    Forward,
    /// Forward and backward.
    Both,
}

/// How kings go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kings {
    /// One square in any direction.
    Short,
    /// Any distance along a diagonal.
    Flying,
}

/// Which captures come before others: the sort key of captures, of which only the highest are legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precedence {
    /// Free choice.
    Free,
    /// A king that can capture has to, before any man.
    KingFirst,
    /// As many pieces as possible, a king counting as a man.
    Majority,
}

/// What becomes of a man that reaches the last row while it captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// It becomes a king, and the move is over.
    EndsMove,
    /// It becomes a king, and goes on capturing as one.
    GoesOnAsKing,
    /// It goes on as a man if it can; only a move that ends there makes a king.
    OnlyAtEnd,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// After the whole move: until then they stand in the way, and none can be jumped twice (the Turkish strike).
    AfterMove,
    /// Each at once.
    AtOnce,
}

/// Where a flying king may land behind a piece that it has jumped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// On a square from which the capture goes on, if there is one.
    GoesOn,
    /// On any.
    Any,
}

/// What ends a stretch of quiet moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A capture, or any move of a man.
    CaptureOrMan,
    /// A capture alone.
    Capture,
}

/// How squares are named in moves for people, as PDN has it for the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// `22-18`.
    Numbers,
    /// `c3-d4`.
    Letters,
}

/// A code of draughts.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// Its id in the catalogue.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is about, as words to be put into a sentence.
    pub about: &'static str,
    /// The board.
    pub board: Board,
    /// Rows of men that each side begins with.
    pub rows: u32,
    /// Who begins.
    pub first: Colour,
    /// Where men capture.
    pub men: Reach,
    /// How kings go.
    pub kings: Kings,
    /// Which captures come before others.
    pub precedence: Precedence,
    /// What becomes of a man that reaches the last row while it captures.
    pub promotion: Promotion,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// Where a flying king may land.
    pub landing: Landing,
    /// Plies (of both sides) without progress that make a draw.
    pub quiet: u32,
    /// What counts as progress.
    pub progress: Progress,
    /// Endings with a limited number of moves.
    pub limits: &'static [Limit],
    /// Its `GameType` in PDN, as written there: number, who begins, columns, rows, notation, invert flag.
    pub game_type: &'static str,
    /// How people name squares.
    pub names: Names,
    /// What people write between the squares of a capture, as PDN has it for the code.
    pub jump: char,
}

impl Code {
    /// The most pieces that a side can have: three rows of men on a board of eight, four on one of ten.
    pub const fn most_pieces(&self) -> u32 {
        let size = self.board.size();
        (size / 2 - 1) * size / 2
    }

    /// Whether the same moves are legal as in another code, from the same position.
    pub(crate) fn moves_like(&self, other: &Self) -> bool {
        self.board == other.board
            && (self.men, self.kings) == (other.men, other.kings)
            && (self.precedence, self.promotion) == (other.precedence, other.promotion)
            && (self.removal, self.landing) == (other.removal, other.landing)
    }
}

/// Czech draughts, official: 12 men.
pub const CZECH: Code = Code {
    id: "czech",
    name: "Czech draughts",
    about: "take or block everything; kings fly and must capture first",
    board: Board::new(8),
    rows: 3,                           // Cz 1
    first: Colour::White,              // full rules of the Czech federation, art. 8
    men: Reach::Forward,               // Cz 4
    kings: Kings::Flying,              // Cz 3, 4
    precedence: Precedence::KingFirst, // Cz 7; no majority: Cz 6, "the player can decide which way to jump"
    promotion: Promotion::EndsMove,    // Cz 3; full rules, art. 10: it stays, and is a king from the next move on
    removal: Removal::AfterMove,       // Cz 5: removed only thereafter, and jumped over only once
    landing: Landing::GoesOn, // Cz 6: "finished so that the figures cannot jump further", read as the published counts do
    quiet: 30,                // Cz 9: no jump or move by a piece within 15 moves
    progress: Progress::CaptureOrMan, // Cz 9
    limits: &[],
    game_type: "29,W,8,8,A0,0",
    names: Names::Letters,
    jump: 'x',
};

/// Czech draughts as the founding thesis has it: 8 men.
pub const CZECH_THESIS: Code = Code {
    id: "czech-thesis",
    name: "Czech draughts with 8 men",
    about: "Czech draughts with eight men a side, as the founding thesis has it",
    rows: 2,                     // "starts with 8 men on the first two rows"
    removal: Removal::AtOnce,    // every single jump is executed, and the piece removed
    progress: Progress::Capture, // "15 moves without a capture"
    ..CZECH
};

/// English draughts (American checkers).
pub const ENGLISH: Code = Code {
    id: "english",
    name: "English draughts",
    about: "American checkers: kings of short steps",
    first: Colour::Black, // the dark pieces begin
    kings: Kings::Short,
    precedence: Precedence::Free, // any capture may be chosen, not necessarily the greatest, and is completed
    promotion: Promotion::EndsMove, // a man that reaches the king-row is crowned, and the turn ends
    removal: Removal::AfterMove,  // no piece is jumped twice
    quiet: 80,                    // neither an advance of a man nor a capture in one's previous 40 moves
    game_type: "21,B,8,8,N1,0",
    names: Names::Numbers,
    ..CZECH
};

/// Russian draughts (shashki).
pub const RUSSIAN: Code = Code {
    id: "russian",
    name: "Russian draughts",
    about: "men capture backwards and go on as kings",
    men: Reach::Both,
    precedence: Precedence::Free,
    promotion: Promotion::GoesOnAsKing,
    removal: Removal::AfterMove, // the Turkish strike
    landing: Landing::GoesOn,    // of several squares behind the piece, one from which the capture goes on
    quiet: 30,                   // FMJD-64 art. 7.2: 15 moves with kings only
    limits: limit::RUSSIAN,
    game_type: "25,W,8,8,A0,0",
    jump: ':',
    ..CZECH
};

/// Brazilian draughts: the international rules on the small board.
pub const BRAZILIAN: Code = Code {
    id: "brazilian",
    name: "Brazilian draughts",
    about: "International rules on 64 squares",
    men: Reach::Both,                 // CBD 11
    kings: Kings::Flying,             // CBD 8
    precedence: Precedence::Majority, // CBD 12; a king counts as a man: CBD 10
    promotion: Promotion::OnlyAtEnd,  // CBD 6, 13
    removal: Removal::AfterMove,      // CBD 15
    landing: Landing::Any,            // CBD 17; majority leaves no other choice before the end
    quiet: 40,                        // CBD 16: 20 moves with kings only
    limits: limit::BRAZILIAN,
    game_type: "26,W,8,8,A0,0",
    ..CZECH
};

/// International draughts, 10x10.
pub const INTERNATIONAL: Code = Code {
    id: "international",
    name: "International draughts",
    about: "a hundred squares, and the greatest capture is compulsory",
    board: Board::new(10), // FMJD 2.1
    rows: 4,
    men: Reach::Both,                 // FMJD 4.1
    kings: Kings::Flying,             // FMJD 4.3
    precedence: Precedence::Majority, // FMJD 4, "the greatest number", kings and men alike
    promotion: Promotion::OnlyAtEnd,  // FMJD 4, a man that only passes the base stays a man
    removal: Removal::AfterMove,      // FMJD 4.4, 4.5: lifted after the move; the same piece is not jumped twice
    landing: Landing::Any,            // FMJD 4.3: "a free square by choice"
    quiet: 50,                        // FMJD 6.2: 25 moves with kings only
    limits: limit::INTERNATIONAL,
    game_type: "20,W,10,10,N2,0",
    names: Names::Numbers,
    ..CZECH
};

/// Every code that has a name, in the order of the catalogue.
pub const CODES: [Code; 6] = [CZECH, CZECH_THESIS, ENGLISH, RUSSIAN, BRAZILIAN, INTERNATIONAL];
