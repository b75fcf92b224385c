//! Options as XBoard writes them: `NAME -spin 1 0 9`.

use super::features::Features;
use crate::foreign::{Accepted, Announced};
use tabula_core::Fault;
use tabula_engine::OptionKind;

/// Takes in what an engine announces; what cannot be read is passed over.
pub(super) fn hear(announced: &mut Announced, text: &str) {
    let Some((name, rest)) = text.split_once(" -") else { return };
    let (kind, rest) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
    if let Some(kind) = kind_of(kind, rest.trim())
        && !name.trim().is_empty()
    {
        announced.add(name.trim().to_string(), kind);
    }
}

/// What an option accepts; a button accepts nothing. `None` for a type of the future.
fn kind_of(kind: &str, rest: &str) -> Option<Option<OptionKind>> {
    let numbers: Vec<i64> = rest.split_whitespace().map_while(|word| word.parse().ok()).collect();
    Some(Some(match kind {
        "button" | "save" | "reset" => return Some(None),
        "check" => OptionKind::Switch { default: rest == "1" },
        "spin" | "slider" => match numbers[..] {
            [default, min, max] => OptionKind::Number { default, min, max },
            _ => return None,
        },
        "string" | "file" | "path" => OptionKind::Text { default: rest.to_string() },
        "combo" => {
            let words: Vec<_> = rest.split("///").map(str::trim).collect();
            // The star marks the value that it has; without one it is the first.
            let starred = words.iter().find_map(|word| word.strip_prefix('*'));
            let default = starred.or(words.first().copied()).unwrap_or_default().to_string();
            OptionKind::Choice {
                default,
                values: words.iter().map(|word| word.trim_start_matches('*').into()).collect(),
            }
        }
        _ => return None,
    }))
}

/// The line that sets an option, if there is such an option and it accepts the value.
///
/// `memory` (MB) and `cores` are orders of the protocol; engines that know them have them as options.
pub(super) fn set(features: &Features, name: &str, value: &str) -> Result<String, Fault> {
    for (order, known) in [("memory", features.memory), ("cores", features.cores)] {
        if known && name == order {
            return match value.parse::<u32>() {
                Ok(number) if number > 0 => Ok(format!("{order} {number}")),
                _ => Err(Fault::new(format!("{order} takes a whole number from 1, found '{value}'"))),
            };
        }
    }
    // XBoard writes 1 and 0; so may whoever knows the engine.
    let switched = match value {
        "1" => "true",
        "0" => "false",
        _ => value,
    };
    let is_switch = features.options.card(name).is_some_and(|card| matches!(card.kind, OptionKind::Switch { .. }));
    Ok(match features.options.accept(name, if is_switch { switched } else { value })? {
        Accepted::Button(name) => format!("option {name}"),
        Accepted::Value(card) if is_switch => format!("option {}={}", card.name, u8::from(switched == "true")),
        Accepted::Value(card) => format!("option {}={value}", card.name),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_checked_and_written() {
        let mut features = Features { memory: true, ..Features::default() };
        for text in [
            "Resign -check 0",
            "Resign Threshold -spin 800 200 1200",
            "Style -combo solid /// *mad",
            "Ini File -file /a -b",
            "Clear Hash -button",
            "odd",
            "odd -spin 1",
            " -check 1",
        ] {
            hear(&mut features.options, text);
        }
        assert_eq!(features.options.cards.len(), 4);
        for (name, value, line) in [
            ("resign", "true", "option Resign=1"),
            ("Resign", "0", "option Resign=0"),
            ("Resign Threshold", "900", "option Resign Threshold=900"),
            ("Style", "solid", "option Style=solid"),
            ("Clear Hash", "", "option Clear Hash"),
            ("memory", "64", "memory 64"),
        ] {
            assert_eq!(set(&features, name, value), Ok(line.to_string()));
        }
        for (name, value, said) in [
            ("Resign Threshold", "1", "Resign Threshold takes a whole number from 200 to 1200, found '1'"),
            ("Resign", "maybe", "Resign takes true or false, found 'maybe'"),
            ("memory", "0", "memory takes a whole number from 1, found '0'"),
        ] {
            assert_eq!(set(&features, name, value).unwrap_err().to_string(), said);
        }
        assert!(set(&features, "cores", "2").unwrap_err().to_string().starts_with("unknown option 'cores'"));
    }
}
