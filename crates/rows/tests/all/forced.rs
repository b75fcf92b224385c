//! Forced wins: what the solvers call a win is one, and they find what there is.
//!
//! `tests/fours.txt` holds fifty positions with a win by fours within twenty plies: law, size, position. They were
//! found by playing at random with an eye for rows (`cargo test -p tabula-rows --test all -- --ignored
//! --nocapture`), and each is proven here by the rules alone.

use tabula_core::{Dice, Exact, Game, Known, Line, Notation, Show, Side, Square};
use tabula_rows::gomoku::{Board, Forced, Fours, Gomoku, Law, Threes};

const ENOUGH: u64 = 200_000;

fn moves(game: &Gomoku, at: &Board) -> Vec<Square> {
    let mut moves = Vec::new();
    game.moves(at, &mut moves);
    moves
}

fn after(game: &Gomoku, at: &Board, point: Square) -> Board {
    let mut next = at.clone();
    game.play(&mut next, point, &mut ());
    next
}

/// Whether the player whose turn it is can end the game with a win, tried move by move.
fn wins_at_once(game: &Gomoku, at: &Board) -> bool {
    moves(game, at).into_iter().any(|point| game.ended(&after(game, at, point)).is_some())
}

/// The defences after which the attacker does not win at once.
fn defences(game: &Gomoku, at: &Board) -> Vec<Square> {
    moves(game, at)
        .into_iter()
        .filter(|&point| {
            let next = after(game, at, point);
            game.ended(&next).is_some() || !wins_at_once(game, &next)
        })
        .collect()
}

/// Proves a line of fours by the rules alone: after each four but the last there is one defence, after the last none.
fn prove(game: &Gomoku, start: &Board, line: &[Square]) -> Result<(), String> {
    let mut at = start.clone();
    let name = |point: &Square| game.write_move(start, *point);
    for (ply, point) in line.iter().enumerate() {
        if !moves(game, &at).contains(point) {
            return Err(format!("{} is not legal", name(point)));
        }
        at = after(game, &at, *point);
        if ply % 2 == 0 {
            if game.ended(&at).is_some() {
                return if ply + 1 == line.len() { Ok(()) } else { Err("the line goes on after the end".into()) };
            }
            let defences = defences(game, &at);
            let rest: Vec<Square> = line[ply + 1..].iter().take(1).copied().collect();
            if defences != rest {
                let names: Vec<_> = defences.iter().map(name).collect();
                return Err(format!("after {} there is {names:?}", name(point)));
            }
        }
    }
    Ok(())
}

fn law(name: &str) -> Law {
    match name {
        "freestyle" => Law::Freestyle,
        "standard" => Law::Standard,
        _ => Law::Renju,
    }
}

#[test]
fn every_win_by_fours_of_the_set_is_found_and_is_one() {
    let mut found = 0;
    for text in include_str!("../fours.txt").lines() {
        let (name, rest) = text.split_once(' ').unwrap();
        let (size, position) = rest.split_once(' ').unwrap();
        let game = Gomoku::new(law(name), size.parse().unwrap());
        let at = game.read_position(position).unwrap();
        let mut fours = Fours::new(&game);
        assert!(fours.wins(&at, ENOUGH), "{text}");
        let line = fours.line();
        assert!(line.len() + 2 <= 20, "{} plies: {text}", line.len() + 2);
        prove(&game, &at, &line).unwrap_or_else(|what| panic!("{what}: {text}"));
        // A player who has no more time than usual finds it, too, and a search hears of it wherever it looks.
        let choices = Forced::default().choices(&game, &Line::from(&game, at.clone()));
        assert_eq!(choices, Some((Exact::Win, vec![line[0]])), "{text}");
        found += 1;
    }
    assert_eq!(found, 50);
}

/// A move by somebody who likes rows, but does not look ahead.
fn careless(game: &Gomoku, at: &Board, dice: &mut Dice) -> Square {
    let mut best = (0, Square(0));
    for point in moves(game, at) {
        let worth: usize = Side::BOTH
            .iter()
            .flat_map(|&side| at.classes(side, point))
            .map(|class| [0, 1, 3, 6, 14, 20, 40, 60, 90, 100, 1000, 0][class as usize])
            .sum();
        let lot = worth * (50 + dice.below(100)) + dice.below(100);
        best = best.max((lot, point));
    }
    best.1
}

/// A position that careless players reach after so many stones; `None` if the game ended before.
fn scribble(game: &Gomoku, stones: usize, dice: &mut Dice) -> Option<Board> {
    let mut at = game.start();
    for ply in 0..stones {
        let point =
            if ply < 3 { *dice.pick(&moves(game, &at)).expect("an empty board") } else { careless(game, &at, dice) };
        at = after(game, &at, point);
        if game.ended(&at).is_some() {
            return None;
        }
    }
    Some(at)
}

/// How long the rows through a point would be with a stone of `side` there, from a plain list of stones.
fn longest(cells: &[Option<Side>], size: i32, point: i32, side: Side) -> Vec<i32> {
    let reach = |dx: i32, dy: i32| {
        (1..)
            .take_while(|n| {
                let (x, y) = (point % size + n * dx, point / size + n * dy);
                (0..size).contains(&x) && (0..size).contains(&y) && cells[(y * size + x) as usize] == Some(side)
            })
            .count() as i32
    };
    [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(dx, dy)| 1 + reach(dx, dy) + reach(-dx, -dy)).to_vec()
}

/// The same question as the solver's, asked of a plain list of stones: and/or over all fours, so many deep.
struct Plain {
    cells: Vec<Option<Side>>,
    size: i32,
    exact: bool,
}

impl Plain {
    fn fives(&self, side: Side) -> Vec<usize> {
        let wins = |n: i32| if self.exact { n == 5 } else { n >= 5 };
        let empty = (0..self.cells.len()).filter(|&point| self.cells[point].is_none());
        empty.filter(|&p| longest(&self.cells, self.size, p as i32, side).into_iter().any(wins)).collect()
    }

    fn wins(&mut self, side: Side, fours: u32) -> bool {
        if !self.fives(side).is_empty() {
            return true;
        }
        let threats = self.fives(!side);
        if fours == 0 || threats.len() > 1 {
            return false;
        }
        let tried: Vec<usize> = (0..self.cells.len())
            .filter(|point| self.cells[*point].is_none() && threats.iter().all(|threat| threat == point))
            .collect();
        tried.into_iter().any(|point| {
            self.cells[point] = Some(side);
            let fives = self.fives(side);
            let won = match fives[..] {
                [] => false,
                [answer] => {
                    self.cells[answer] = Some(!side);
                    let won = self.wins(side, fours - 1);
                    self.cells[answer] = None;
                    won
                }
                _ => true,
            };
            self.cells[point] = None;
            won
        })
    }
}

#[test]
fn the_solver_of_fours_agrees_with_a_plain_search_of_small_depth() {
    let mut dice = Dice::new(11);
    let (mut won, mut lost) = (0, 0);
    for law in [Law::Freestyle, Law::Standard] {
        let game = Gomoku::new(law, 11);
        let mut fours = Fours::new(&game);
        for _ in 0..120 {
            let stones = 16 + dice.below(20);
            let Some(at) = scribble(&game, stones, &mut dice) else { continue };
            let view = game.view(&at);
            let cells = (0..121).map(|point| view.man(Square(point)).and_then(|man| man.side)).collect();
            let mut plain = Plain { cells, size: 11, exact: law == Law::Standard };
            let short = plain.wins(at.turn(), 3);
            let ours = fours.wins(&at, ENOUGH);
            assert!(fours.is_exhaustive());
            let text = game.write_position(&at);
            assert!(ours || !short, "missed: {text}");
            if ours {
                prove(&game, &at, &fours.line()).unwrap_or_else(|what| panic!("{what}: {text}"));
                won += 1;
            } else {
                lost += 1;
            }
        }
    }
    assert!(won > 10 && lost > 100, "{won} wins, {lost} without");
}

#[test]
fn wins_by_fours_in_renju_are_wins_by_its_rules() {
    let game = Gomoku::new(Law::Renju, 15);
    let mut dice = Dice::new(5);
    let mut fours = Fours::new(&game);
    let mut found = 0;
    for _ in 0..300 {
        let stones = 15 + dice.below(24);
        let Some(at) = scribble(&game, stones, &mut dice) else { continue };
        if fours.wins(&at, ENOUGH) {
            prove(&game, &at, &fours.line()).unwrap_or_else(|what| panic!("{what}: {}", game.write_position(&at)));
            found += 1;
        }
    }
    assert!(found > 20, "only {found} wins");
}

#[test]
fn a_four_that_black_may_not_answer_wins() {
    let game = Gomoku::new(Law::Renju, 15);
    // At h8 Black would have six on the file.
    let at = game.read_position("15/15/15/15/7x7/7x7/7x7/2xooo9/7x7/7x7/15/15/15/15/o13o o").unwrap();
    let mut fours = Fours::new(&game);
    assert!(fours.wins(&at, ENOUGH));
    assert_eq!(fours.line(), [game.read_move(&at, "g8").unwrap()]);
    prove(&game, &at, &fours.line()).unwrap();
    let free = Gomoku::new(Law::Freestyle, 15);
    let at = free.read_position(&game.write_position(&at)).unwrap();
    assert!(!Fours::new(&free).wins(&at, ENOUGH), "anybody else answers, and has six");
}

/// Proves a win by fours and threes: whatever the defender plays, move by move, the solver still wins.
fn prove_by_all_moves(game: &Gomoku, threes: &mut Threes<'_>, at: &Board, plies: u32) -> Result<(), String> {
    if wins_at_once(game, at) {
        return Ok(());
    }
    let text = game.write_position(at);
    let point = threes.wins(at, ENOUGH).ok_or_else(|| format!("no win is found any more at {text}"))?;
    if plies == 0 {
        return Err(format!("no end in sight at {text}"));
    }
    let next = after(game, at, point);
    for answer in moves(game, &next) {
        let next = after(game, &next, answer);
        if game.ended(&next).is_some() {
            return Err(format!("the defender wins by {} at {text}", game.write_move(&next, answer)));
        }
        prove_by_all_moves(game, threes, &next, plies - 1)?;
    }
    Ok(())
}

#[test]
fn what_is_called_a_win_by_threes_is_won_against_every_move() {
    let mut dice = Dice::new(3);
    for law in [Law::Freestyle, Law::Standard, Law::Renju] {
        let game = Gomoku::new(law, 9);
        let mut threes = Threes::new(&game);
        let mut fours = Fours::new(&game);
        let (mut proven, mut tried) = (0, 0);
        while proven < 2 {
            tried += 1;
            assert!(tried < 4000, "too few wins by threes");
            let stones = 8 + dice.below(8);
            let Some(at) = scribble(&game, stones, &mut dice) else { continue };
            if fours.wins(&at, ENOUGH) || threes.wins(&at, 2_000).is_none() {
                continue;
            }
            prove_by_all_moves(&game, &mut threes, &at, 12).unwrap_or_else(|what| panic!("{law:?}: {what}"));
            proven += 1;
        }
    }
}

#[test]
#[ignore = "makes the set of positions, which is kept"]
fn find_positions_with_wins_by_fours() {
    let mut dice = Dice::new(2026);
    for (name, size, wanted) in
        [("freestyle", 15, 16), ("standard", 15, 12), ("renju", 15, 12), ("freestyle", 19, 5), ("standard", 19, 5)]
    {
        let game = Gomoku::new(law(name), size);
        let mut fours = Fours::new(&game);
        let mut found = 0;
        while found < wanted {
            let stones = 14 + dice.below(40);
            let Some(at) = scribble(&game, stones, &mut dice) else { continue };
            let wins = fours.wins(&at, ENOUGH);
            let plies = fours.line().len() + 2;
            // Short ones are common; every length from seven plies on is wanted.
            if wins && plies <= 20 && plies >= 7 + 2 * (found % 6) {
                println!("{name} {size} {}", game.write_position(&at));
                found += 1;
            }
        }
    }
}
