//! Problems of life and death, with an exact solver that proves which moves are right.
//!
//! A problem is a whole board with a komi: right are the moves that win by counting, however the opponent plays. So nothing
//! depends on what somebody once thought of a shape: every move of every problem is decided by a search to the end of the game,
//! with superko. The files are suites for `tabula solve`: `tabula solve crates/go/tests/problems/go7.epd --game go7 --movetime 5000`.

use std::collections::HashMap;
use tabula_core::{Dice, Game, Mover, Notation, Side, Square};
use tabula_go::{Go, Move, Playout, Policy, Position, Rules, life};

/// What an exact search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Found {
    /// Whether the mover wins.
    won: bool,
    /// Whether no repetition had a part in it, so that it holds however the position came about.
    clean: bool,
}

/// Decides who wins a position, by a search to the end of the game.
struct Solver<'a> {
    game: &'a Go,
    seen: HashMap<u64, bool>,
    /// Positions that may still be looked at.
    left: u64,
}

impl<'a> Solver<'a> {
    fn new(game: &'a Go, effort: u64) -> Self {
        Self { game, seen: HashMap::new(), left: effort }
    }

    /// Whether the mover wins; `None` if the effort does not suffice.
    fn solve(&mut self, at: &Position) -> Option<Found> {
        self.left = self.left.checked_sub(1)?;
        let Mover::Player(side) = self.game.mover(at) else { return None };
        if let Some(outcome) = self.game.ended(at) {
            return Some(Found { won: outcome.winner == Some(side), clean: true });
        }
        let kept = Side::BOTH.map(|side| life::unconditional(at, side));
        if let Some(winner) = self.decided(at, &kept) {
            return Some(Found { won: winner == side, clean: true });
        }
        let name = self.game.key(at).0;
        if let Some(&won) = self.seen.get(&name) {
            return Some(Found { won, clean: true });
        }
        let mut moves = Vec::new();
        self.game.moves(at, &mut moves);
        // A point that one of the players owns for certain is nobody's business.
        let owned = |point: &Square| kept.iter().any(|kept| kept.territory.contains(point));
        moves.retain(|m| !matches!(m, Move::At(point) if owned(point)));
        moves.sort_by_cached_key(|&m| std::cmp::Reverse(self.promise(at, m)));
        // What superko forbids has a part in what follows.
        let banned =
            self.game.forbidden(at).into_iter().any(|point| at.ko() != Some(point) && self.breathes(at, point));
        let mut clean = !banned;
        let mut won = false;
        for m in moves {
            let mut next = at.clone();
            self.game.play(&mut next, m, &mut ());
            let answer = self.solve(&next)?;
            if !answer.won {
                // One win is enough, and what it rests on is all that counts; what is banned here only took moves away.
                (won, clean) = (true, answer.clean);
                break;
            }
            clean &= answer.clean;
        }
        if clean {
            self.seen.insert(name, won);
        }
        Some(Found { won, clean })
    }

    /// Whether an empty point that may not be taken would have been allowed by the simple rule.
    fn breathes(&self, at: &Position, point: Square) -> bool {
        let plain = Go::new(self.game.size(), Rules::GYMGO).expect("the same size");
        plain.is_legal(at, point)
    }

    /// The winner, where what both keep for certain is enough.
    fn decided(&self, at: &Position, kept: &[life::Life; 2]) -> Option<Side> {
        let [black, white] = kept.each_ref().map(|kept| (kept.stones.len() + kept.territory.len()) as i32);
        let all = self.game.points() as i32;
        let komi = i32::from(at.komi());
        if 2 * (2 * black - all) > komi {
            Some(Side::First)
        } else if 2 * (all - 2 * white) < komi {
            Some(Side::Second)
        } else {
            None
        }
    }

    /// Captures first, then moves beside short chains, the pass last.
    fn promise(&self, at: &Position, m: Move) -> i32 {
        let Move::At(point) = m else { return -100 };
        let mut next = at.clone();
        self.game.play(&mut next, m, &mut ());
        let taken = next.prisoners(at.turn()) - at.prisoners(at.turn());
        10 * i32::from(taken) + next.liberties(point).min(6) as i32
    }

    /// The moves that win, with whether a repetition has a part in it; `None` if the effort does not suffice.
    fn right(&mut self, at: &Position) -> Option<(Vec<Move>, bool)> {
        let mut moves = Vec::new();
        self.game.moves(at, &mut moves);
        let (mut right, mut ko) = (Vec::new(), false);
        for m in moves {
            let mut next = at.clone();
            self.game.play(&mut next, m, &mut ());
            let answer = self.solve(&next)?;
            ko |= !answer.clean;
            if !answer.won {
                right.push(m);
            }
        }
        Some((right, ko))
    }
}

/// A line of a suite: the position, the right moves, the name.
fn read<'a>(game: &Go, line: &'a str) -> (Position, Vec<Move>, &'a str) {
    let (position, rest) = line.split_once(" bm ").expect("a position and its moves");
    let (moves, rest) = rest.split_once(';').expect("moves end with a semicolon");
    let name = rest.split('"').nth(1).expect("a name in quotes");
    let at = game.read_position(position).unwrap_or_else(|faults| panic!("{name}: {faults}"));
    let moves =
        moves.split(' ').map(|m| game.read_move(&at, m).unwrap_or_else(|fault| panic!("{name}: {fault}"))).collect();
    (at, moves, name)
}

fn check(size: usize, suite: &str, effort: u64) -> usize {
    let game = Go::new(size, Rules::CHINESE).expect("a size");
    let problems: Vec<_> = suite.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    for line in &problems {
        let (at, said, name) = read(&game, line);
        let (right, _) = Solver::new(&game, effort).right(&at).unwrap_or_else(|| panic!("{name} is too much"));
        let spelled = |moves: &[Move]| moves.iter().map(|&m| game.write_move(&at, m)).collect::<Vec<_>>();
        assert_eq!(spelled(&right), spelled(&said), "{name}");
    }
    problems.len()
}

/// Plays at random from the empty board until few points are open; what both keep for certain is not open.
fn scribble(game: &Go, dice: &mut Dice, open: usize) -> Option<Position> {
    let mut playout = Playout::new(game, Policy::Pure);
    playout.run(game, &game.start(), dice);
    let moves: Vec<_> = playout.moves().to_vec();
    let mut at = game.start();
    for (side, point) in moves {
        if at.turn() != side {
            game.play(&mut at, Move::Pass, &mut ());
        }
        if !game.is_legal(&at, point) {
            return None;
        }
        game.play(&mut at, Move::At(point), &mut ());
        let kept = Side::BOTH.map(|side| life::unconditional(&at, side));
        let owned: usize = kept.iter().map(|kept| kept.territory.len()).sum();
        let safe = kept.iter().map(|kept| kept.stones.len()).sum::<usize>();
        if safe > 0 && at.empty().saturating_sub(owned) <= open {
            return Some(at);
        }
    }
    None
}

/// What a problem is about: the mover takes something that stood, or saves what would be taken, with a repetition or without.
fn kind(game: &Go, at: &Position, ko: bool) -> &'static str {
    let mover = at.turn();
    let mut other = at.clone();
    game.play(&mut other, Move::Pass, &mut ());
    // Whoever keeps stones only if he moves first has to live.
    let alive = life::unconditional(at, mover).stones.len();
    match (ko, alive * 2 >= at.stones(mover).len()) {
        (true, _) => "ko",
        (false, true) => "kill",
        (false, false) => "live",
    }
}

/// The position with a komi at which one move wins, and every other loses by several points; and whether a repetition has a
/// part in it.
fn pointed(game: &Go, mut at: Position) -> Option<(Position, Move, bool)> {
    const EFFORT: u64 = 60_000;
    /// Half points by which the best move is better than all others.
    const GAP: i16 = 8;
    let mover = at.turn();
    // The greatest komi with which Black wins, among the odd ones.
    let (mut low, mut high) = (-2 * game.points() as i16 - 1, 2 * game.points() as i16 + 1);
    while high - low > 2 {
        let middle = (low + high) / 2 | 1;
        let middle = if middle >= high { high - 2 } else { middle };
        at.set_komi(middle);
        let won = Solver::new(game, EFFORT).solve(&at)?.won;
        if won == (mover == Side::First) {
            low = middle;
        } else {
            high = middle;
        }
    }
    at.set_komi(if mover == Side::First { low - GAP } else { high + GAP });
    let (right, ko) = Solver::new(game, 10 * EFFORT).right(&at)?;
    match right[..] {
        [only @ Move::At(_)] => Some((at, only, ko)),
        _ => None,
    }
}

#[test]
#[ignore = "makes the problems, which are kept"]
fn find_problems() {
    let size: usize = std::env::var("SIZE").map_or(7, |size| size.parse().expect("a number"));
    let wanted: usize = std::env::var("WANTED").map_or(10, |wanted| wanted.parse().expect("a number"));
    let seed: u64 = std::env::var("SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let game = Go::new(size, Rules::CHINESE).expect("a size");
    let mut dice = Dice::new(seed);
    let mut found = 0;
    while found < wanted {
        let open = 7 + dice.below(6);
        let Some(at) = scribble(&game, &mut dice, open) else { continue };
        if at.passes() > 0 || at.empty() < 8 {
            continue;
        }
        if let Some((at, right, ko)) = pointed(&game, at) {
            let text = game.write_position(&at);
            let fields: Vec<_> = text.split(' ').take(4).collect();
            let (kind, name) = (kind(&game, &at, ko), game.write_move(&at, right));
            println!("{} 0 0 bm {name}; id \"{kind} {size}-{seed}-{found}\";", fields.join(" "));
            found += 1;
        }
    }
}
