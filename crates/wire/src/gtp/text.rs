//! Orders and answers as the protocol writes them.
//!
//! Control characters are dropped, a tab is a blank, and what follows `#` is a remark. An answer begins with `=` or `?`
//! and ends with an empty line.

use std::fmt;

/// An order: `12 play b e5`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Order {
    /// Repeated in the answer.
    pub id: Option<u32>,
    /// What is to be done; empty if there is nothing but a number.
    pub name: String,
    /// With what.
    pub args: Vec<String>,
}

impl Order {
    /// Reads a line; `None` where nothing is ordered.
    ///
    /// ```
    /// use tabula_wire::gtp::text::Order;
    /// let order = Order::read("12\tplay  B e5 # a remark").unwrap();
    /// assert_eq!((order.id, order.name.as_str(), order.args.join(" ")), (Some(12), "play", "B e5".into()));
    /// assert_eq!(Order::read("  # nothing"), None);
    /// ```
    pub fn read(line: &str) -> Option<Self> {
        let plain = plain(line);
        let mut words = plain.split('#').next()?.split_whitespace().peekable();
        let number = words.peek()?.parse().ok();
        if number.is_some() {
            words.next();
        }
        Some(Self {
            id: number,
            name: words.next().unwrap_or_default().to_string(),
            args: words.map(str::to_string).collect(),
        })
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        self.args.iter().try_for_each(|word| write!(f, " {word}"))
    }
}

/// An answer, whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// That of the order.
    pub id: Option<u32>,
    /// What was asked for; the error is why it could not be done.
    pub said: Result<String, String>,
}

impl fmt::Display for Answer {
    /// Without the empty line at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&mark(self.said.is_ok(), self.id))?;
        let (Ok(text) | Err(text)) = &self.said;
        // What begins with a line break begins in a line of its own.
        let mut gap = if text.starts_with('\n') { "\n" } else { " " };
        // An empty line would end the answer.
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            f.write_str(gap)?;
            f.write_str(&plain(line))?;
            gap = "\n";
        }
        Ok(())
    }
}

/// How an answer begins.
pub(super) fn mark(ok: bool, id: Option<u32>) -> String {
    let id = id.map_or(String::new(), |id| id.to_string());
    format!("{}{id}", if ok { '=' } else { '?' })
}

/// Puts answers together, line by line.
#[derive(Clone, Debug, Default)]
pub struct Hearing {
    answer: Option<Answer>,
    /// Bytes that were heard of it.
    length: usize,
}

/// No answer is longer; its rest is dropped.
const LONGEST: usize = 1 << 20;

impl Hearing {
    /// Takes in a line; gives the answer that it ends. What stands before an answer is chatter.
    ///
    /// ```
    /// use tabula_wire::gtp::text::Hearing;
    /// let mut hearing = Hearing::default();
    /// assert_eq!(["=3 name", "play", ""].map(|line| hearing.hear(line).is_some()), [false, false, true]);
    /// ```
    pub fn hear(&mut self, line: &str) -> Option<Answer> {
        let line = plain(line);
        let line = line.trim_end();
        match &mut self.answer {
            Some(_) if line.is_empty() => self.answer.take(),
            Some(Answer { said: Ok(text) | Err(text), .. }) => {
                self.length += line.len() + 1;
                if self.length <= LONGEST {
                    text.push('\n');
                    text.push_str(line);
                }
                None
            }
            None => {
                self.answer = begin(line);
                self.length = line.len();
                None
            }
        }
    }

    /// The answer that a program left open when it ended.
    pub fn end(&mut self) -> Option<Answer> {
        self.answer.take()
    }
}

/// The first line of an answer, if it is one.
fn begin(line: &str) -> Option<Answer> {
    let ok = line.starts_with('=');
    let rest = line.strip_prefix(['=', '?'])?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (id, text) = rest.split_at(digits);
    let text = text.trim().to_string();
    Some(Answer { id: id.parse().ok(), said: if ok { Ok(text) } else { Err(text) } })
}

/// Without control characters; a tab is a blank.
fn plain(line: &str) -> String {
    line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_whatever_stands_between_their_words() {
        let read = |line: &str| Order::read(line).map(|order| order.to_string());
        assert_eq!(read("  genmove\tb  "), Some("genmove b".into()));
        assert_eq!(read("7 quit\u{1}"), Some("7 quit".into()));
        assert_eq!(read("7"), Some("7 ".into()));
        assert_eq!(read("99999999999 name"), Some("99999999999 name".into()));
        assert_eq!(read("\u{7}"), None);
        assert_eq!(read("name#x"), Some("name".into()));
    }

    #[test]
    fn answers_are_written_and_read_back() {
        for answer in [
            Answer { id: None, said: Ok(String::new()) },
            Answer { id: Some(3), said: Ok("E5".into()) },
            Answer { id: None, said: Err("illegal move".into()) },
            Answer { id: Some(0), said: Ok("a\nb".into()) },
            Answer { id: None, said: Ok("\n  A B\n 1 . .".into()) },
        ] {
            let mut hearing = Hearing::default();
            let mut heard = None;
            for line in format!("chatter\n{answer}\n\n").lines() {
                heard = heard.or(hearing.hear(line));
            }
            assert_eq!(heard, Some(answer));
        }
        assert_eq!(Answer { id: Some(1), said: Ok("a\n\n  \nb".into()) }.to_string(), "=1 a\nb");
        assert_eq!(Answer { id: None, said: Err("no".into()) }.to_string(), "? no");
    }
}
