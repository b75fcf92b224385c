//! The options that a GUI shows: those of the player under the names that UCI knows, and those of the protocol itself.

use crate::knobs::{Form, RANDOM, Row, rows, titled};
use tabula_core::Fault;
use tabula_engine::near::unknown;
use tabula_engine::{OptionCard, OptionKind, PlayerCard};

/// The options of the protocol itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Own {
    ClearHash,
    Ponder,
    Variant,
    Chess960,
    VariantPath,
    LimitStrength,
    ShowWdl,
    AnalyseMode,
    Network,
    ModelFile,
}

/// What a network tells: values, or classes.
pub(super) const NETWORKS: [&str; 2] = ["Regression", "Classification"];
/// The model file that stands for the network of the house.
pub(super) const DEFAULT: &str = "<default>";

impl Own {
    const ALL: [(&'static str, Self); 10] = [
        ("Clear Hash", Self::ClearHash),
        ("Ponder", Self::Ponder),
        ("UCI_Variant", Self::Variant),
        ("UCI_Chess960", Self::Chess960),
        ("VariantPath", Self::VariantPath),
        ("UCI_LimitStrength", Self::LimitStrength),
        ("UCI_ShowWDL", Self::ShowWdl),
        ("UCI_AnalyseMode", Self::AnalyseMode),
        ("Network", Self::Network),
        ("ModelFile", Self::ModelFile),
    ];

    fn line(self, name: &str, variants: &[String]) -> String {
        match self {
            Self::ClearHash => format!("option name {name} type button"),
            Self::VariantPath => format!("option name {name} type string default <empty>"),
            Self::ModelFile => format!("option name {name} type string default {DEFAULT}"),
            Self::Network => {
                let values = NETWORKS.map(|value| format!(" var {value}"));
                format!("option name {name} type combo default {}{}", NETWORKS[0], values.concat())
            }
            Self::Variant => {
                let values: String = variants.iter().map(|id| format!(" var {id}")).collect();
                format!("option name {name} type combo default chess{values}")
            }
            _ => format!("option name {name} type check default false"),
        }
    }
}

/// An option that was named.
pub(super) enum Named {
    Own(Own),
    Knob(&'static Row, OptionCard),
}

/// The option with that name, in whatever case it is written.
pub(super) fn find(name: &str, card: &PlayerCard) -> Result<Named, Fault> {
    if let Some((_, own)) = Own::ALL.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)) {
        return Ok(Named::Own(*own));
    }
    let row = rows(card).find(|(row, _)| row.name.eq_ignore_ascii_case(name));
    row.map(|(row, card)| Named::Knob(row, card)).ok_or_else(|| {
        let known: Vec<_> = rows(card).map(|(row, _)| row.name).chain(Own::ALL.map(|(name, _)| name)).collect();
        Fault::new(unknown("option", name, &known))
    })
}

/// The lines that announce every option.
pub(super) fn announce(card: &PlayerCard, variants: &[String]) -> Vec<String> {
    let knobs = rows(card).map(|(row, card)| line(row, &card));
    knobs.chain(Own::ALL.iter().map(|&(name, own)| own.line(name, variants))).collect()
}

/// The line that announces the variants.
pub(super) fn announce_variants(variants: &[String]) -> String {
    Own::Variant.line("UCI_Variant", variants)
}

/// The line that announces a setting of the player.
fn line(row: &Row, card: &OptionCard) -> String {
    let name = row.name;
    match (&card.kind, &row.form) {
        (OptionKind::Choice { default, .. }, Form::Either(yes, _)) => {
            format!("option name {name} type check default {}", default == yes)
        }
        (OptionKind::Choice { default, values }, form) => {
            let shown = |word: &str| if matches!(form, Form::Titled) { titled(word) } else { word.to_string() };
            let mut text = format!("option name {name} type combo default {}", shown(default));
            for value in values {
                text += &format!(" var {}", shown(value));
            }
            if matches!(form, Form::Titled) && !values.iter().any(|value| value == RANDOM) {
                text += &format!(" var {}", titled(RANDOM));
            }
            text
        }
        (OptionKind::Number { default, min, max }, _) => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        (OptionKind::Switch { default }, _) => format!("option name {name} type check default {default}"),
        (OptionKind::Text { default }, _) => {
            let default = if default.is_empty() { "<empty>" } else { default };
            format!("option name {name} type string default {default}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_engine::catalogue;

    fn card() -> PlayerCard {
        let player = catalogue::find("chess").unwrap().player(&"tabula".parse().unwrap()).unwrap();
        player.card().clone()
    }

    fn read(name: &str, value: &str) -> Result<(String, Option<String>), String> {
        match find(name, &card()).map_err(|fault| fault.to_string())? {
            Named::Knob(row, card) => row.read(&card, value).map_err(|fault| fault.to_string()),
            Named::Own(own) => panic!("{own:?}"),
        }
    }

    #[test]
    fn options_are_announced_as_the_protocol_writes_them() {
        let lines = announce(&card(), &["chess".into(), "chess960".into()]);
        for wanted in [
            "option name MultiPV type spin default 1 min 1 max 256",
            "option name TimeFlex type spin default 10 min 0 max 1000",
            "option name Quiescence type check default true",
            "option name Clear Hash type button",
            "option name UCI_Variant type combo default chess var chess var chess960",
            "option name UCI_Chess960 type check default false",
            "option name Network type combo default Regression var Regression var Classification",
            "option name ModelFile type string default <default>",
        ] {
            assert!(lines.iter().any(|line| line == wanted), "{wanted}: {lines:#?}");
        }
        assert!(lines.iter().any(|line| line.starts_with("option name Heuristic ") && line.ends_with(" var Random")));
        assert!(
            lines.iter().any(|line| line.starts_with("option name Heuristic ") && line.contains(" var NeuralNetwork "))
        );
        assert!(!lines.iter().any(|line| line.contains("EvalFile")));
    }

    #[test]
    fn what_is_announced_is_accepted() {
        for (row, card) in rows(&card()) {
            let line = line(row, &card);
            let words: Vec<_> = line.split(' ').collect();
            let at = words.iter().position(|&word| word == "default").unwrap();
            assert!(row.read(&card, words[at + 1]).is_ok(), "{line}");
        }
    }

    #[test]
    fn numbers_beyond_the_range_are_held_inside_and_words_are_explained() {
        assert_eq!(read("multipv", "0").unwrap().0, "1");
        let said = read("MultiPV", "1000000000").unwrap().1;
        assert_eq!(said.as_deref(), Some("MultiPV takes 1 to 256: 256 is used instead of 1000000000"));
        assert_eq!(read("MultiPV", "3"), Ok(("3".into(), None)));
        assert_eq!(read("MultiPV", "x").unwrap_err(), "MultiPV takes a whole number, found 'x'");
        assert_eq!(read("Quiescence", "false").unwrap().0, "sharp");
        assert_eq!(read("Heuristic", "RANDOM").unwrap().0, "random");
        assert_eq!(read("Heuristic", "NeuralNetwork").unwrap().0, "neural-network");
        assert!(read("Quiescence", "perhaps").is_err());
        assert!(read("Hesh", "1").unwrap_err().starts_with("unknown option 'Hesh'"));
    }
}
