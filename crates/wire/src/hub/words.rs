//! Lines of the protocol: a command, then arguments with values or without.

/// A line, taken apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// The first word; empty for an empty line.
    pub command: String,
    args: Vec<(String, Option<String>)>,
}

impl Words {
    /// Reads a line; the error says what is wrong with it. An empty line is a command without a name.
    pub fn read(line: &str) -> Result<Self, String> {
        let mut words = Self::default();
        let mut rest = line.trim();
        while !rest.is_empty() {
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            let (name, behind) = rest.split_at(end);
            let (value, behind) = match behind.strip_prefix('=') {
                None => (None, behind),
                Some(behind) => {
                    let (value, behind) = value(behind)?;
                    (Some(value), behind)
                }
            };
            if words.command.is_empty() && value.is_none() && words.args.is_empty() {
                words.command = name.to_string();
            } else if name.is_empty() || words.command.is_empty() {
                return Err(format!("expected a command with arguments NAME=VALUE, found '{}'", short(line)));
            } else {
                words.args.push((name.to_string(), value));
            }
            rest = behind.trim_start();
        }
        Ok(words)
    }

    /// The value of an argument; empty for a flag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.args.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_deref().unwrap_or(""))
    }

    /// Whether an argument is there, with or without a value.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// What stands behind `=`, and the rest of the line.
fn value(text: &str) -> Result<(String, &str), String> {
    match text.strip_prefix('"') {
        Some(quoted) => {
            let end = quoted.find('"').ok_or_else(|| format!("a quote is not closed in '{}'", short(text)))?;
            Ok((quoted[..end].to_string(), &quoted[end + 1..]))
        }
        None => {
            let end = text.find(char::is_whitespace).unwrap_or(text.len());
            Ok((text[..end].to_string(), &text[end..]))
        }
    }
}

/// A value as it is written: in quotes where it has to be. A quote cannot stand in one, nor a line break.
pub fn quoted(value: &str) -> String {
    let plain: String = value.chars().map(|c| if c == '"' || c.is_control() { '\'' } else { c }).collect();
    if plain.is_empty() || plain.contains(|c: char| c.is_whitespace() || c == '=') {
        format!("\"{plain}\"")
    } else {
        plain
    }
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_have_values_quotes_or_nothing() {
        let words = Words::read("  level moves=9 time=291.587  name=\"a b=c\" infinite empty=\"\" ").unwrap();
        assert_eq!(words.command, "level");
        assert_eq!(words.get("moves"), Some("9"));
        assert_eq!(words.get("name"), Some("a b=c"));
        assert_eq!((words.get("infinite"), words.get("empty"), words.get("none")), (Some(""), Some(""), None));
        assert_eq!(Words::read("").unwrap().command, "");
    }

    #[test]
    fn broken_lines_are_told() {
        for line in ["pos pos=\"W", "=x", "a =b", "x=y z"] {
            assert!(Words::read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn what_is_quoted_is_read_back() {
        for value in ["x", "", "a b", "a=b", "\u{e1}"] {
            let line = format!("param value={}", quoted(value));
            assert_eq!(Words::read(&line).unwrap().get("value"), Some(value));
        }
        assert_eq!(quoted("a\"b\nc d"), "\"a'b'c d\"");
    }
}
