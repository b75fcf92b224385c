//! To whom the points of the board will belong, as words and as a map.

use tabula_core::{Insight, Square};
use tabula_engine::Table;

/// What a point looks like, from the second player's for sure to the first one's.
const SHADES: [char; 5] = ['O', 'o', '.', 'x', 'X'];

/// Who leads by how much, and a map of the board.
pub(super) fn in_words(insight: &Insight, position: &dyn Table) -> String {
    let sides = &position.card().sides;
    let leader = &sides[usize::from(insight.lead < 0.0)];
    let mut text = format!("{leader} is expected to lead by {:.1}; who is to own what:\n", insight.lead.abs());
    let view = position.view();
    let files = usize::from(view.files);
    for rank in (0..usize::from(view.ranks)).rev() {
        text += &format!("{:>3} ", rank + 1);
        for square in rank * files..(rank + 1) * files {
            text += &format!(" {}", insight.owners.get(square).map_or(' ', |&owner| shade(owner)));
        }
        text.push('\n');
    }
    let letters = (0..view.files).map(|file| {
        let name = view.square_name(Square(file.into()));
        format!(" {}", name.trim_end_matches(|c: char| c.is_ascii_digit()))
    });
    text + "    " + &letters.collect::<String>() + "\n"
}

/// A fifth of the way from one player to the other.
fn shade(owner: f32) -> char {
    let fifth = ((owner + 1.0) * 2.5) as usize;
    SHADES[fifth.min(SHADES.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shades_go_from_one_player_to_the_other() {
        let map: String = [-1.0, -0.5, 0.0, 0.5, 1.0, 7.0].map(shade).iter().collect();
        assert_eq!(map, "Oo.xXX");
    }
}
