//! What the rules say of all endings alike: which symmetries hold, and how pawns pass.

use crate::geometry::{ahead_by, shifted};
use crate::{Chess, Kind, PAWN, Position, Rules};
use tabula_board::{Bits, Shape, bits};
use tabula_core::{Side, Square};

/// Where each square goes.
pub(super) type Turn = Box<[Square]>;

/// What is common to all endings of a game.
pub(crate) struct Manner<B: Bits, S> {
    /// Whether the rules are the same for both sides, the board being turned over.
    pub(super) fair: bool,
    /// The symmetries of the board without pawns, the identity first.
    pub(super) turns: Vec<Turn>,
    /// Those that hold with pawns, too.
    pub(super) pawn_turns: Vec<Turn>,
    /// Whether a pawn that can be taken in passing has a way to be written.
    pub(super) passing: bool,
    /// Where a pawn of a side on a file comes from when it steps twice, one rank for all files.
    double_rank: [Option<u8>; 2],
    shape: Shape,
    /// A board without men.
    pub(super) blank: Position<B, S>,
}

/// How directions are turned.
type Way = fn((i32, i32)) -> (i32, i32);

/// The symmetries of a square, the identity first.
const WAYS: [Way; 8] = [
    |(right, up)| (right, up),
    |(right, up)| (-right, up),
    OVER,
    |(right, up)| (-right, -up),
    |(right, up)| (up, right),
    |(right, up)| (-up, right),
    |(right, up)| (up, -right),
    |(right, up)| (-up, -right),
];
const OVER: Way = |(right, up)| (right, -up);

/// Where each square goes when the board is turned about its middle; `None` if it does not fit itself then.
fn turned(shape: Shape, way: Way) -> Option<Turn> {
    let (last_file, last_rank) = (i32::from(shape.files()) - 1, i32::from(shape.ranks()) - 1);
    let to = |square: Square| {
        // Twice the way from the middle, which may lie between squares.
        let from = (2 * i32::from(shape.file(square)) - last_file, 2 * i32::from(shape.rank(square)) - last_rank);
        let (right, up) = way(from);
        let (file, rank) = (right + last_file, up + last_rank);
        if file % 2 == 0 && rank % 2 == 0 { shape.square(file / 2, rank / 2) } else { None }
    };
    shape.squares().map(to).collect()
}

impl<B: Bits, S: crate::Sets<B>> Manner<B, S> {
    pub(super) fn new<R: Rules<B, Sets = S>>(game: &Chess<B, R>) -> Self {
        let (rules, shape) = (&game.rules, game.shape());
        let image = |turn: &Turn, set: B| bits::collect::<B>(set.squares().map(|square| turn[square.index()]));
        let officers = || (0..rules.kinds().len() as u8).map(Kind).filter(|&kind| kind != PAWN);
        let plain_holds = |turn: &Turn| {
            officers().all(|kind| {
                shape.squares().all(|square| {
                    let to = turn[square.index()];
                    image(turn, rules.leaps(kind, square)) == rules.leaps(kind, to)
                        && image(turn, rules.slides(kind, square, B::EMPTY)) == rules.slides(kind, to, B::EMPTY)
                })
            })
        };
        let holds = |way: Way| {
            let turn = turned(shape, way)?;
            let alike = rules.odd().is_none_or(|odd| odd.is_alike(way));
            (alike && plain_holds(&turn)).then_some(turn)
        };
        let turns: Vec<_> = WAYS.into_iter().filter_map(holds).collect();
        // What odd kinds do is turned over with their side.
        let fair = turned(shape, OVER).is_some_and(|over| {
            let mirrored = |of: &dyn Fn(Side) -> B| image(&over, of(Side::First)) == of(Side::Second);
            plain_holds(&over)
                && mirrored(&|side| rules.promotion_zone(side))
                && mirrored(&|side| rules.last_stop(side))
                && mirrored(&|side| rules.double_from(side))
                && game.start_royal(Side::First) == game.start_royal(Side::Second)
        });
        let level = |turn: &&Turn| shape.squares().all(|square| shape.rank(turn[square.index()]) == shape.rank(square));
        let pawn_turns = turns.iter().filter(level).cloned().collect();
        let double_rank = Side::BOTH.map(|side| {
            let mut from = rules.double_from(side).squares().map(|square| shape.rank(square));
            let rank = from.next()?;
            from.all(|other| other == rank).then_some(rank)
        });
        let clear = Side::BOTH.map(|side| {
            rules.double_from(side).is_empty()
                || double_rank[side as usize].is_some_and(|rank| rank != game.home_rank(side))
        });
        Self { fair, turns, pawn_turns, passing: clear == [true; 2], double_rank, shape, blank: Position::empty() }
    }

    /// The square that a pawn of a side passes on a file when it steps twice, and where it arrives.
    pub(super) fn double_step(&self, side: Side, file: u8) -> Option<(Square, Square)> {
        let origin = self.shape.square(file.into(), self.double_rank[side as usize]?.into())?;
        let ahead = ahead_by(side, self.shape.files().into());
        let (over, to) = (shifted(origin, ahead), shifted(origin, 2 * ahead));
        (to.index() < self.shape.size()).then_some((over, to))
    }
}
