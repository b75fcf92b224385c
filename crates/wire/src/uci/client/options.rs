//! Options as UCI writes them.

use crate::foreign::{Accepted, Announced};
use tabula_core::Fault;
use tabula_engine::OptionKind;

/// Takes in an `option` line; one that cannot be read is passed over.
pub(super) fn hear(announced: &mut Announced, line: &str) {
    let words: Vec<_> = line.split_ascii_whitespace().collect();
    let Some(kind_at) = words.iter().position(|&word| word == "type") else { return };
    let (Some(["option", "name", name @ ..]), Some((kind, rest))) =
        (words.get(..kind_at), words[kind_at + 1..].split_first())
    else {
        return;
    };
    let name = name.join(" ");
    if !name.is_empty() {
        announced.add(name, kind_of(kind, rest));
    }
}

/// The line that sets an option, if there is such an option and it accepts the value.
pub(super) fn set(announced: &Announced, name: &str, value: &str) -> Result<String, Fault> {
    Ok(match announced.accept(name, value)? {
        Accepted::Button(name) => format!("setoption name {name}"),
        Accepted::Value(card) => format!("setoption name {} value {value}", card.name),
    })
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
            hear(&mut announced, line);
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
            assert_eq!(set(&announced, name, value), Ok(line.to_string()));
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
            assert_eq!(set(&announced, name, value).unwrap_err().to_string(), said);
        }
    }
}
