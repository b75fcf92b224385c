//! Stones that Black has before White begins.

use super::game::Game;
use super::{Refusal, syntax};
use crate::goban::{Goban, Style};
use crate::gtp::{PASS, vertex};
use tabula_core::Side;

/// The stones of the standard (section 4.1.1) on the board; answers with their points.
pub(super) fn fixed(game: &mut Game, stones: usize) -> Result<String, Refusal> {
    let points = fixed_points(game.size(), stones).ok_or("invalid number of stones")?;
    place(game, &points)
}

/// So many stones wherever the engine likes: as many of the fixed points as there are, then the board's points far from
/// each other and from the edge.
pub(super) fn free(game: &mut Game, stones: usize) -> Result<String, Refusal> {
    let size = game.size();
    if stones < 2 || stones >= size * size {
        return Err("invalid number of stones".into());
    }
    let most = (2..=stones).rev().find_map(|number| fixed_points(size, number));
    let mut points = most.unwrap_or_default();
    while points.len() < stones {
        let apart = |&(x, y): &(usize, usize)| {
            let near = points.iter().map(|&(a, b)| a.abs_diff(x) + b.abs_diff(y)).min().unwrap_or(size);
            let edge = x.min(y).min(size - 1 - x).min(size - 1 - y).min(3);
            (near.min(4) + edge, near)
        };
        let all = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        let Some(next) = all.filter(|point| !points.contains(point)).max_by_key(apart) else { break };
        points.push(next);
    }
    place(game, &points)
}

/// These stones.
pub(super) fn set(game: &mut Game, names: &[String]) -> Result<String, Refusal> {
    let size = game.size();
    let mut points = Vec::new();
    for name in names {
        if name.eq_ignore_ascii_case(PASS) {
            return Err("bad vertex list".into());
        }
        game.check(name)?;
        let point = Style::Go.point(size, name).ok_or("bad vertex list")?;
        if points.contains(&point) {
            return Err("bad vertex list".into());
        }
        points.push(point);
    }
    if names.is_empty() {
        return Err(syntax());
    }
    if points.len() < 2 || points.len() >= size * size {
        return Err("bad vertex list".into());
    }
    place(game, &points).map(|_| String::new())
}

fn place(game: &mut Game, points: &[(usize, usize)]) -> Result<String, Refusal> {
    if !game.goban().is_empty() || game.moves() > 0 {
        return Err("board not empty".into());
    }
    let mut board = Goban::new(game.size());
    board.turn = Side::Second;
    for &(x, y) in points {
        board.set(x, y, Some(Side::First));
    }
    game.begin(&board)?;
    let names = points.iter().filter_map(|&(x, y)| Style::Go.name(game.size(), x, y));
    Ok(names.map(|name| vertex(&name)).collect::<Vec<_>>().join(" "))
}

/// The points of the standard, from the left and from the top; `None` where it has none for so many stones.
fn fixed_points(size: usize, stones: usize) -> Option<Vec<(usize, usize)>> {
    let most = match size {
        ..7 => return None,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    };
    if !(2..=most).contains(&stones) {
        return None;
    }
    let low = if size < 13 { 2 } else { 3 };
    let (middle, high) = (size / 2, size - 1 - low);
    // Rows are counted from the top: the first stone stands in the lower left corner.
    let corners = [(low, high), (high, low), (low, low), (high, high)];
    let sides = [(low, middle), (high, middle), (middle, high), (middle, low)];
    let mut points = corners[..stones.min(4)].to_vec();
    if stones >= 6 {
        points.extend(&sides[..if stones >= 8 { 4 } else { 2 }]);
    }
    if stones > 4 && stones % 2 == 1 {
        points.push((middle, middle));
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(size: usize, stones: usize) -> Option<String> {
        let points = fixed_points(size, stones)?;
        let names: Vec<_> = points.into_iter().filter_map(|(x, y)| Style::Go.name(size, x, y)).collect();
        Some(names.join(" "))
    }

    #[test]
    fn the_points_are_those_of_the_standard() {
        assert_eq!(names(19, 9).as_deref(), Some("d4 q16 d16 q4 d10 q10 k4 k16 k10"));
        assert_eq!(names(9, 5).as_deref(), Some("c3 g7 c7 g3 e5"));
        assert_eq!(names(13, 3).as_deref(), Some("d4 k10 d10"));
        for (size, stones) in [(5, 2), (7, 5), (8, 5), (19, 10), (19, 1)] {
            assert_eq!(names(size, stones), None, "{size} {stones}");
        }
    }
}
