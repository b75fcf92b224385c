//! The options that an engine announces, and the values they accept.

use tabula_core::Fault;
use tabula_engine::near::unknown;
use tabula_engine::{OptionCard, OptionKind};

/// What an engine said that it can be told.
#[derive(Debug, Default)]
pub(super) struct Announced {
    /// Those with values.
    pub(super) cards: Vec<OptionCard>,
    /// Those without.
    buttons: Vec<String>,
}

impl Announced {
    /// Takes in an `option` line; one that cannot be read is passed over.
    pub(super) fn hear(&mut self, line: &str) {
        let words: Vec<_> = line.split_ascii_whitespace().collect();
        let Some(kind_at) = words.iter().position(|&word| word == "type") else { return };
        let (Some(["option", "name", name @ ..]), Some((kind, rest))) =
            (words.get(..kind_at), words[kind_at + 1..].split_first())
        else {
            return;
        };
        let name = name.join(" ");
        match kind_of(kind, rest) {
            _ if name.is_empty() => {}
            Some(kind) => self.cards.push(OptionCard { name, kind, about: String::new() }),
            None => self.buttons.push(name),
        }
    }

    /// The line that sets an option, if there is such an option and it accepts the value.
    pub(super) fn set(&self, name: &str, value: &str) -> Result<String, Fault> {
        if let Some(button) = self.buttons.iter().find(|button| button.eq_ignore_ascii_case(name)) {
            return match value {
                "" => Ok(format!("setoption name {button}")),
                _ => Err(Fault::new(format!("{button} is a button and takes no value, found '{value}'"))),
            };
        }
        let card = self.card(name).ok_or_else(|| {
            let mut known: Vec<_> = self.cards.iter().map(|card| card.name.as_str()).collect();
            known.extend(self.buttons.iter().map(String::as_str));
            Fault::new(unknown("option", name, &known))
        })?;
        let name = &card.name;
        // A line break would be another command.
        let fits = !value.contains(['\n', '\r']);
        let accepts = match &card.kind {
            _ if !fits => Err("one line".to_string()),
            OptionKind::Number { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(()),
                _ => Err(format!("a whole number from {min} to {max}")),
            },
            OptionKind::Switch { .. } if !["true", "false"].contains(&value) => Err("true or false".to_string()),
            OptionKind::Choice { values, .. } if !values.iter().any(|known| known.eq_ignore_ascii_case(value)) => {
                Err(format!("one of {}", values.join(", ")))
            }
            _ => Ok(()),
        };
        match accepts {
            Ok(()) => Ok(format!("setoption name {name} value {value}")),
            Err(what) => Err(Fault::new(format!("{name} takes {what}, found '{value}'"))),
        }
    }

    /// An option by its name, in any case of letters.
    pub(super) fn card(&self, name: &str) -> Option<&OptionCard> {
        self.cards.iter().find(|card| card.name.eq_ignore_ascii_case(name))
    }
}

/// What an option accepts; `None` for a button, or a type of the future.
fn kind_of(kind: &str, rest: &[&str]) -> Option<OptionKind> {
    const KEYS: [&str; 4] = ["default", "min", "max", "var"];
    let after = |key: &str| {
        let at = rest.iter().position(|&word| word == key)? + 1;
        let end = rest[at..].iter().position(|word| KEYS.contains(word)).map_or(rest.len(), |end| at + end);
        Some(rest[at..end].join(" "))
    };
    let default = after("default").unwrap_or_default();
    let number = |key, usual| after(key).and_then(|text| text.parse().ok()).unwrap_or(usual);
    match kind {
        "check" => Some(OptionKind::Switch { default: default == "true" }),
        "spin" => Some(OptionKind::Number {
            default: default.parse().unwrap_or(0),
            min: number("min", i64::MIN),
            max: number("max", i64::MAX),
        }),
        "combo" => {
            let values = rest.split(|&word| word == "var").skip(1).map(|words| words.join(" ")).collect();
            Some(OptionKind::Choice { default, values })
        }
        "string" => Some(OptionKind::Text { default }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announced() -> Announced {
        let mut announced = Announced::default();
        for line in [
            "option name Threads type spin default 1 min 1 max 8",
            "option name Clear Hash type button",
            "option name Use NNUE type check default true",
            "option name Style type combo default Solid one var Solid one var Risky",
            "option name Book File type string default <empty>",
            "option",
            "option name",
            "option name x type",
            "option type spin",
        ] {
            announced.hear(line);
        }
        announced
    }

    #[test]
    fn options_are_read_and_broken_ones_passed_over() {
        let announced = announced();
        assert_eq!(announced.cards.len(), 4);
        assert_eq!(announced.cards[0].kind, OptionKind::Number { default: 1, min: 1, max: 8 });
        let values = vec!["Solid one".to_string(), "Risky".to_string()];
        assert_eq!(announced.cards[2].kind, OptionKind::Choice { default: "Solid one".into(), values });
    }

    #[test]
    fn a_value_is_checked_before_it_is_sent() {
        let announced = announced();
        for (name, value, line) in [
            ("threads", "2", "setoption name Threads value 2"),
            ("Clear Hash", "", "setoption name Clear Hash"),
            ("Style", "risky", "setoption name Style value risky"),
            ("Book File", "a b.bin", "setoption name Book File value a b.bin"),
        ] {
            assert_eq!(announced.set(name, value), Ok(line.to_string()));
        }
        for (name, value, said) in [
            ("Threads", "9", "Threads takes a whole number from 1 to 8, found '9'"),
            ("Use NNUE", "no", "Use NNUE takes true or false, found 'no'"),
            ("Style", "mad", "Style takes one of Solid one, Risky, found 'mad'"),
            ("Clear Hash", "1", "Clear Hash is a button and takes no value, found '1'"),
            ("Book File", "a\nquit", "Book File takes one line, found 'a\nquit'"),
            (
                "Thread",
                "1",
                "unknown option 'Thread'; did you mean 'Threads'? Known: Threads, Use NNUE, Style, Book File, Clear Hash",
            ),
        ] {
            assert_eq!(announced.set(name, value).unwrap_err().to_string(), said);
        }
    }
}
