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

impl<B: Bits, S: crate::Sets<B>> Manner<B, S> {
    pub(super) fn new<R: Rules<B, Sets = S>>(game: &Chess<B, R>) -> Self {
        let (rules, shape) = (&game.rules, game.shape());
        let (files, ranks) = (i32::from(shape.files()), i32::from(shape.ranks()));
        let turn = |way: &dyn Fn(i32, i32) -> (i32, i32)| -> Turn {
            let turned = |square: Square| {
                let (file, rank) = way(shape.file(square).into(), shape.rank(square).into());
                shape.square(file, rank).unwrap_or(square)
            };
            shape.squares().map(turned).collect()
        };
        let image = |turn: &Turn, set: B| bits::collect::<B>(set.squares().map(|square| turn[square.index()]));
        let officers = || (0..rules.kinds().len() as u8).map(Kind).filter(|&kind| kind != PAWN);
        let holds = |turn: &Turn| {
            officers().all(|kind| {
                shape.squares().all(|square| {
                    let to = turn[square.index()];
                    image(turn, rules.leaps(kind, square)) == rules.leaps(kind, to)
                        && image(turn, rules.slides(kind, square, B::EMPTY)) == rules.slides(kind, to, B::EMPTY)
                })
            })
        };
        let (right, top) = (files - 1, ranks - 1);
        let mut all = vec![
            turn(&|file, rank| (file, rank)),
            turn(&|file, rank| (right - file, rank)),
            turn(&|file, rank| (file, top - rank)),
            turn(&|file, rank| (right - file, top - rank)),
        ];
        if files == ranks {
            all.push(turn(&|file, rank| (rank, file)));
            all.push(turn(&|file, rank| (right - rank, file)));
            all.push(turn(&|file, rank| (rank, top - file)));
            all.push(turn(&|file, rank| (right - rank, top - file)));
        }
        let over = &all[2];
        let mirrored = |of: &dyn Fn(Side) -> B| image(over, of(Side::First)) == of(Side::Second);
        let fair = holds(over)
            && mirrored(&|side| rules.promotion_zone(side))
            && mirrored(&|side| rules.double_from(side))
            && game.start_royal(Side::First) == game.start_royal(Side::Second);
        let turns: Vec<_> = if all.iter().all(holds) { all } else { all.into_iter().take(1).collect() };
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
