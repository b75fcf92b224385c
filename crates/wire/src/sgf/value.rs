//! What stands between brackets, kept as it was written.

use super::reader::split_move;
use std::fmt;

/// A value as written, with its escapes. It never holds a `]` without a backslash, nor ends with half an escape.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Value(String);

impl Value {
    /// A text, escaped where it has to be.
    ///
    /// ```
    /// use tabula_wire::sgf::Value;
    /// let value = Value::text("[a] C:\\");
    /// assert_eq!(value.raw(), "[a\\] C:\\\\");
    /// assert_eq!(value.to_text(), "[a] C:\\");
    /// ```
    pub fn text(text: &str) -> Self {
        let mut raw = String::with_capacity(text.len());
        for c in text.replace("\r\n", "\n").chars() {
            match c {
                ']' | '\\' => raw.extend(['\\', c]),
                '\r' => raw.push('\n'),
                _ => raw.push(c),
            }
        }
        Self(guarded(raw))
    }

    /// Two parts, joined by a colon; colons inside are escaped.
    pub fn composed(first: &str, second: &str) -> Self {
        let part = |text: &str| Self::text(text).0.replace(':', "\\:");
        Self(guarded(format!("{}:{}", part(first), part(second))))
    }

    /// What was read; whatever is unsound in it is made sound.
    pub(super) fn read(raw: String) -> Self {
        let mut value = Self(guarded(raw));
        if unsound(&value.0) {
            value = Self::text(&value.0);
        }
        value
    }

    /// As written, between the brackets.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// As a text: escapes and soft line breaks are gone, blanks are spaces, line breaks stay.
    pub fn to_text(&self) -> String {
        unescape(&self.0, true)
    }

    /// As a text of one line.
    pub fn to_simple_text(&self) -> String {
        unescape(&self.0, false).trim().to_string()
    }

    /// The parts of a composed value, as texts of one line; the second is `None` where there is no colon.
    ///
    /// ```
    /// use tabula_wire::sgf::Value;
    /// assert_eq!(Value::composed("a:b", "c").parts(), ("a:b".into(), Some("c".into())));
    /// assert_eq!(Value::text("19").parts(), ("19".into(), None));
    /// ```
    pub fn parts(&self) -> (String, Option<String>) {
        let mut escaped = false;
        let colon = self.0.char_indices().find(|&(_, c)| {
            let found = c == ':' && !escaped;
            escaped = c == '\\' && !escaped;
            found
        });
        let simple = |raw: &str| unescape(raw, false).trim().to_string();
        match colon {
            Some((at, _)) => (simple(&self.0[..at]), Some(simple(&self.0[at + 1..]))),
            None => (simple(&self.0), None),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.0)
    }
}

/// A text that ends like a move would be taken for one that has swallowed it.
fn guarded(mut raw: String) -> String {
    if split_move(raw.as_bytes()).is_some()
        && let Some(bracket) = raw.rfind('[')
    {
        raw.insert(bracket, '\\');
    }
    raw
}

/// Whether a raw text would end before its end, or swallow the bracket that closes it.
fn unsound(raw: &str) -> bool {
    let mut escaped = false;
    for c in raw.chars() {
        if c == ']' && !escaped {
            return true;
        }
        escaped = c == '\\' && !escaped;
    }
    escaped || raw.contains('\r')
}

fn unescape(raw: &str, lines: bool) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(mut c) = chars.next() {
        if c == '\\' {
            match chars.next() {
                // A soft line break.
                Some('\n') | None => continue,
                Some(next) => c = next,
            }
        }
        match c {
            '\n' if lines => text.push(c),
            c if c.is_whitespace() => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_line_breaks_vanish_and_hard_ones_stay() {
        let value = Value::read("one\\\ntwo\n\tthree \\a\\]".into());
        assert_eq!(value.to_text(), "onetwo\n three a]");
        assert_eq!(value.to_simple_text(), "onetwo  three a]");
    }

    #[test]
    fn a_value_can_never_break_out_of_its_brackets() {
        for raw in ["a]b", "a\\", "\\\\]", "x\r\ny"] {
            assert!(!unsound(Value::read(raw.into()).raw()), "{raw}");
        }
        assert_eq!(Value::read("a\\]".into()).raw(), "a\\]");
    }
}
