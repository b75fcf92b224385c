//! The board as plain text, for whoever talks to the engine by hand.

use tabula_core::{BoardView, Square};

/// The board with the first player at the bottom.
pub(crate) fn draw(view: &BoardView) -> String {
    let rule = format!("   +{}\n", "---+".repeat(usize::from(view.files)));
    let mut text = rule.clone();
    for rank in (0..view.ranks).rev() {
        text += &format!("{:>2} |", rank + 1);
        for file in 0..view.files {
            let letter = view
                .man(Square(u16::from(rank) * u16::from(view.files) + u16::from(file)))
                .map_or(' ', |man| man.letter);
            text += &format!(" {letter} |");
        }
        text.push('\n');
        text += &rule;
    }
    let files: String = (0..view.files).map(|file| format!("  {} ", char::from(b'a' + file))).collect();
    text + "   " + files.trim_end()
}
