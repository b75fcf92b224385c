//! Words in lines of fewer than 80 columns, as the standard wants them.

use super::comment;

/// The longest line.
const WIDTH: usize = 79;

/// Fills lines with words.
#[derive(Default)]
pub(super) struct Wrap {
    text: String,
    column: usize,
    /// The next word follows without a space.
    glue: bool,
}

impl Wrap {
    pub(super) fn finish(mut self) -> String {
        if self.column > 0 {
            self.text.push('\n');
        }
        self.text
    }

    /// Adds a word after a space, or on a new line where it does not fit.
    pub(super) fn word(&mut self, word: &str) {
        let width = word.chars().count();
        let space = usize::from(!std::mem::take(&mut self.glue));
        if self.column > 0 && self.column + space + width > WIDTH {
            self.end_line();
        }
        // At the beginning of a line, '%' would make the whole line an escape.
        if (self.column > 0 && space == 1) || (self.column == 0 && word.starts_with('%')) {
            self.push(" ", 1);
        }
        self.push(word, width);
    }

    /// Opens a parenthesis.
    pub(super) fn open(&mut self) {
        self.word("(");
        self.glue = true;
    }

    /// Closes a parenthesis.
    pub(super) fn close(&mut self) {
        self.glue = true;
        self.word(")");
    }

    /// Adds a text that takes the rest of its line.
    pub(super) fn line_rest(&mut self, text: &str) {
        self.word(text);
        self.end_line();
    }

    /// Adds a text that must have a line to itself.
    pub(super) fn own_line(&mut self, text: &str) {
        self.glue = false;
        if self.column > 0 {
            self.end_line();
        }
        self.push(text, 1);
        self.end_line();
    }

    /// Adds a comment in braces, breaking it only where reading joins it again.
    pub(super) fn comment(&mut self, text: &str) {
        let text = comment::tidy(text);
        let text = format!("{{{text}}}");
        for (i, line) in text.split('\n').enumerate() {
            if i == 0 {
                self.paragraph(line);
            } else {
                self.end_line();
                let start = line.len() - line.trim_start().len();
                let end = start + first_break(&line[start..]);
                // The beginning of a drawn line stays where it was drawn.
                self.push(&line[..end], line[..end].chars().count());
                if end < line.len() {
                    self.paragraph(&line[end + 1..]);
                }
            }
        }
    }

    fn paragraph(&mut self, mut line: &str) {
        loop {
            let end = first_break(line);
            self.word(&line[..end]);
            if end == line.len() {
                break;
            }
            line = &line[end + 1..];
        }
    }

    fn push(&mut self, text: &str, width: usize) {
        self.text.push_str(text);
        self.column += width;
    }

    fn end_line(&mut self) {
        self.glue = false;
        self.text.push('\n');
        self.column = 0;
    }
}

/// The first space of a comment that may become a line break, or its end: one space between two words, outside
/// brackets, and never before a sign that careless programs take for a tag or an escape at the beginning of a line.
fn first_break(line: &str) -> usize {
    let mut depth = 0_usize;
    let mut last = ' ';
    for (at, c) in line.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 && !last.is_whitespace() => {
                let next = line[at + 1..].chars().next();
                if next.is_some_and(|next| !next.is_whitespace() && next != '[' && next != '%') {
                    return at;
                }
            }
            _ => {}
        }
        last = c;
    }
    line.len()
}
