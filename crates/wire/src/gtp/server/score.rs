//! The end of a game: what it counts, and which stones live.

use super::game::Game;
use super::{Refusal, syntax};
use crate::goban::{Goban, Style};
use crate::gtp::vertex;
use crate::sgf::points;
use tabula_core::{Cause, Outcome, Side, Square};

/// By how much who wins, if the game ended now: `B+3.5`, `W+12`, `0`.
pub(super) fn final_score(game: &Game) -> Result<String, Refusal> {
    let table = game.table();
    let outcome = table.counted(&table.lost()).ok_or("cannot score")?;
    match outcome {
        Outcome { winner: Some(Side::First), cause: Cause::Count(halves) } => Ok(format!("B+{}", points(halves))),
        Outcome { winner: Some(Side::Second), cause: Cause::Count(halves) } => Ok(format!("W+{}", points(halves))),
        Outcome { winner: None, .. } => Ok("0".to_string()),
        _ => Err("cannot score".to_string()),
    }
}

/// Stones that are `alive`, `dead` or in `seki`, a chain in each line; or points that are somebody's territory.
///
/// Seki is not told apart from life: its stones stay on the board likewise.
pub(super) fn status_list(game: &Game, status: &str) -> Result<String, Refusal> {
    let lost = game.table().lost();
    let dead = |(x, y): (usize, usize)| lost.contains(&square(game, x, y));
    let board = game.goban();
    let lists: Vec<Vec<(usize, usize)>> = match status {
        "alive" => chains(&board).into_iter().filter(|chain| !chain.iter().any(|&point| dead(point))).collect(),
        "dead" => chains(&board).into_iter().filter(|chain| chain.iter().any(|&point| dead(point))).collect(),
        "seki" => Vec::new(),
        "black_territory" | "white_territory" => {
            let side = if status.starts_with('b') { Side::First } else { Side::Second };
            let mut cleared = board;
            for point in &lost {
                let (x, y) = (point.index() % game.size(), game.size() - 1 - point.index() / game.size());
                cleared.set(x, y, None);
            }
            territory(&cleared, side)
        }
        _ => return Err(syntax()),
    };
    let name = |&(x, y): &(usize, usize)| Style::Go.name(game.size(), x, y).map(|name| vertex(&name));
    let lines = lists.iter().map(|list| list.iter().filter_map(name).collect::<Vec<_>>().join(" "));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn square(game: &Game, x: usize, y: usize) -> Square {
    Square(((game.size() - 1 - y) * game.size() + x) as u16)
}

/// The stones of the board, chain by chain.
fn chains(board: &Goban) -> Vec<Vec<(usize, usize)>> {
    regions(board).into_iter().filter(|region| board.get(region[0].0, region[0].1).is_some()).collect()
}

/// Empty regions that touch no stones but one player's.
fn territory(board: &Goban, side: Side) -> Vec<Vec<(usize, usize)>> {
    let size = board.size();
    let own = |region: &Vec<(usize, usize)>| {
        let mut border =
            region.iter().flat_map(|&point| beside(size, point)).filter_map(|(x, y)| board.get(x, y)).peekable();
        border.peek().is_some() && border.all(|stone| stone == side)
    };
    let empty = |region: &Vec<(usize, usize)>| board.get(region[0].0, region[0].1).is_none();
    regions(board).into_iter().filter(|region| empty(region) && own(region)).collect()
}

/// Points of one kind that hang together.
fn regions(board: &Goban) -> Vec<Vec<(usize, usize)>> {
    let size = board.size();
    let mut seen = vec![false; size * size];
    let mut regions = Vec::new();
    for start in (0..size * size).map(|at| (at % size, at / size)) {
        if std::mem::replace(&mut seen[start.1 * size + start.0], true) {
            continue;
        }
        let mut region = vec![start];
        let mut done = 0;
        while let Some(&point) = region.get(done) {
            done += 1;
            for (x, y) in beside(size, point) {
                if board.get(x, y) == board.get(start.0, start.1) && !std::mem::replace(&mut seen[y * size + x], true) {
                    region.push((x, y));
                }
            }
        }
        regions.push(region);
    }
    regions
}

fn beside(size: usize, (x, y): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    let near = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
    near.into_iter().filter(move |&(x, y)| x < size && y < size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_and_territory_hang_together() {
        let board = Goban::read("X1O/XX1/3 b").unwrap();
        let sizes: Vec<_> = chains(&board).iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 1]);
        assert!(territory(&board, Side::First).is_empty());
        let walled = Goban::read("1X1/XX1/2O b").unwrap();
        assert_eq!(territory(&walled, Side::First), [vec![(0, 0)]]);
        assert!(territory(&Goban::new(3), Side::First).is_empty());
    }
}
