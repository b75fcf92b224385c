//! Tables that line up, and numbers that can be read.

use crate::style::Style;

/// Where the text of a column stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table with a header; a row may be shorter than the header.
pub(crate) fn table(header: &[(&str, Align)], rows: &[Vec<String>], style: Style) -> String {
    let width = |column: usize, title: &str| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([title.chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<_> = header.iter().enumerate().map(|(column, (title, _))| width(column, title)).collect();
    let line = |cells: Vec<&str>| {
        let cells = cells.iter().zip(header).zip(&widths).map(|((cell, (_, align)), &width)| match align {
            Align::Left => format!("{cell:<width$}"),
            Align::Right => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    let mut text = style.strong(&line(header.iter().map(|&(title, _)| title).collect())) + "\n";
    for row in rows {
        text += &line(row.iter().map(String::as_str).collect());
        text.push('\n');
    }
    text
}

/// `1234567` as `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [vec!["a".to_string(), "1".to_string()], vec!["long".to_string(), "1,000".to_string()]];
        let text = table(&[("name", Align::Left), ("n", Align::Right)], &rows, Style { colour: false, ascii: true });
        assert_eq!(text, "name      n\na         1\nlong  1,000\n");
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (119_060_324, "119,060,324")] {
            assert_eq!(grouped(number), text);
        }
    }
}
