//! Tags: `[Name "value"]`, and what people make of them.

use super::blank;
use std::fmt;

/// A name and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// As written.
    pub name: String,
    /// Without quotes and escapes.
    pub value: String,
}

impl Tag {
    /// A tag.
    ///
    /// ```
    /// use tabula_wire::pgn::Tag;
    /// assert_eq!(Tag::new("Event", r#"the "Open""#).to_string(), r#"[Event "the \"Open\""]"#);
    /// ```
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} \"", self.name)?;
        for c in self.value.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                // A value is one line; these can only come from a program, never from a file.
                '\n' | '\r' => f.write_str(" ")?,
                _ => write!(f, "{c}")?,
            }
        }
        f.write_str("\"]")
    }
}

/// A tag found in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) tag: Tag,
    /// How many bytes it took.
    pub(super) length: usize,
    /// What is wrong with it.
    pub(super) fault: Option<String>,
    /// Whether its string was still open at the end of the text.
    pub(super) open: bool,
}

/// Reads the tag at the beginning of `text`, in whatever state it is; `None` where no name follows the bracket.
pub(super) fn read(text: &str) -> Option<Found> {
    let inner = text.strip_prefix('[')?.trim_start_matches(blank);
    if !inner.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let name_end = inner.find(|c| blank(c) || c == '"' || c == ']').unwrap_or(inner.len());
    let (name, rest) = inner.split_at(name_end);
    let rest = rest.trim_start_matches(blank);
    let before = text.len() - rest.len();
    let mut found = match rest.strip_prefix('"') {
        Some(string) => quoted(name, string),
        None => bare(name, rest),
    };
    found.length += before + usize::from(rest.starts_with('"'));
    Some(found)
}

/// The value behind an opening quote. A quote that no bracket follows belongs to the value.
fn quoted(name: &str, string: &str) -> Found {
    let mut value = String::new();
    let mut inner_quote = false;
    let mut chars = string.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if matches!(chars.peek(), Some((_, '"' | '\\'))) => value.extend(chars.next().map(|(_, c)| c)),
            '"' => {
                let behind = &string[at + 1..];
                let closed = behind.trim_start_matches(blank);
                if closed.starts_with(']') {
                    let length = at + 1 + (behind.len() - closed.len()) + 1;
                    let fault = inner_quote.then(|| format!("the value of tag {name} has a quote without a backslash"));
                    return Found { tag: Tag::new(name, value), length, fault, open: false };
                }
                inner_quote = true;
                value.push('"');
            }
            _ => value.push(c),
        }
    }
    let fault = Some(format!("tag {name} is not closed by '\"]'"));
    let end = string.find(']');
    let raw = &string[..end.unwrap_or(string.len())];
    let value = raw.trim_matches(blank).trim_end_matches('"').replace("\\\"", "\"").replace("\\\\", "\\");
    Found { tag: Tag::new(name, value), length: end.map_or(string.len(), |end| end + 1), fault, open: end.is_none() }
}

/// A value that was written without quotes.
fn bare(name: &str, rest: &str) -> Found {
    let end = rest.find(']');
    let value = rest[..end.unwrap_or(rest.len())].trim_matches(blank).trim_end_matches('"');
    Found {
        tag: Tag::new(name, value),
        length: end.map_or(rest.len(), |end| end + 1),
        fault: Some(format!("the value of tag {name} is not in quotes")),
        open: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, name: &str, value: &str, left: &str, fault: Option<&str>) {
        let found = read(text).unwrap();
        assert_eq!((found.tag.name.as_str(), found.tag.value.as_str()), (name, value), "{text}");
        assert_eq!(&text[found.length..], left, "{text}");
        assert_eq!(found.fault.as_deref(), fault, "{text}");
    }

    #[test]
    fn well_made_tags_are_read_without_a_word() {
        check(r#"[Event "F/S \"Return\" C:\\x"][b"#, "Event", r#"F/S "Return" C:\x"#, "[b", None);
        check(r#"[ Site  "a" ] x"#, "Site", "a", " x", None);
        check(r#"[Site"a"]"#, "Site", "a", "", None);
        check(r#"[A "C:\dir"]"#, "A", r"C:\dir", "", None);
    }

    #[test]
    fn broken_tags_keep_their_value() {
        let quote = Some("the value of tag White has a quote without a backslash");
        check(r#"[White "Karl "the Rock" May"]"#, "White", r#"Karl "the Rock" May"#, "", quote);
        let open = Some("tag White is not closed by '\"]'");
        check(r#"[White "Karl"#, "White", "Karl", "", open);
        check(r#"[White "Karl""#, "White", "Karl", "", open);
        check(r#"[White "Karl] 1. e4"#, "White", "Karl", " 1. e4", open);
        let bare = Some("the value of tag White is not in quotes");
        check("[White Karl May] e4", "White", "Karl May", " e4", bare);
        check("[White]", "White", "", "", bare);
    }

    #[test]
    fn a_clock_is_no_tag() {
        assert_eq!(read("[%clk 0:01:00]"), None);
        assert_eq!(read("[]"), None);
    }
}
