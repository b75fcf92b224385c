//! The settings of a player under the names that chess programs know: one table for every protocol.

use tabula_core::Fault;
use tabula_engine::near::unknown;
use tabula_engine::{OptionCard, OptionKind, PlayerCard};

/// A setting of the player, as protocols know it. Settings that the player does not have are not announced.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) knob: &'static str,
    pub(crate) form: Form,
}

/// How a value of the protocol becomes one of the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Same,
    /// Words that are shown with a capital letter.
    Titled,
    /// A yes or no that chooses between two words.
    Either(&'static str, &'static str),
}

const ROWS: [Row; 18] = [
    Row { name: "Hash", knob: "hash", form: Form::Same },
    Row { name: "Threads", knob: "threads", form: Form::Same },
    Row { name: "MultiPV", knob: "lines", form: Form::Same },
    Row { name: "Move Overhead", knob: "overhead", form: Form::Same },
    Row { name: "TimeFlex", knob: "flex", form: Form::Same },
    Row { name: "SearchAlgorithm", knob: "search", form: Form::Same },
    Row { name: "Quiescence", knob: "horizon", form: Form::Either("quiet", "sharp") },
    Row { name: "Heuristic", knob: "eval", form: Form::Titled },
    Row { name: "WeightsFile", knob: "weights", form: Form::Same },
    Row { name: "TablePath", knob: "tables", form: Form::Same },
    Row { name: "SyzygyPath", knob: "syzygy", form: Form::Same },
    Row { name: "SyzygyProbeLimit", knob: "syzygy-limit", form: Form::Same },
    Row { name: "Syzygy50MoveRule", knob: "syzygy-50", form: Form::Same },
    Row { name: "OwnBook", knob: "own-book", form: Form::Same },
    Row { name: "BookFile", knob: "book", form: Form::Same },
    Row { name: "BookBest", knob: "book-best", form: Form::Same },
    Row { name: "UCI_Elo", knob: ELO, form: Form::Same },
    Row { name: "Skill Level", knob: SKILL, form: Form::Same },
];
pub(crate) const ELO: &str = "elo";
pub(crate) const SKILL: &str = "skill";
/// The heuristic that does not judge but draws lots, where the game has no evaluator of that name.
pub(crate) const RANDOM: &str = "random";

/// The heuristic that is a network, and tells values ...
pub(crate) const NETWORK: &str = "neural-network";
/// ... and the one that tells classes.
pub(crate) const CLASSES: &str = "neural-classes";

/// The settings that a player has.
pub(crate) fn rows(card: &PlayerCard) -> impl Iterator<Item = (&'static Row, OptionCard)> {
    ROWS.iter().filter_map(|row| Some((row, card.options.iter().find(|option| option.name == row.knob)?.clone())))
}

impl Row {
    /// The value for the player, and a remark where it is not quite what was wanted.
    pub(crate) fn read(&self, card: &OptionCard, value: &str) -> Result<(String, Option<String>), Fault> {
        let name = self.name;
        match (&card.kind, &self.form) {
            (OptionKind::Number { min, max, .. }, _) => {
                let number: i128 =
                    value.parse().map_err(|_| Fault::new(format!("{name} takes a whole number, found '{value}'")))?;
                let held = number.clamp(i128::from(*min), i128::from(*max));
                let remark = format!("{name} takes {min} to {max}: {held} is used instead of {value}");
                Ok((held.to_string(), (held != number).then_some(remark)))
            }
            (OptionKind::Choice { .. }, Form::Either(yes, no)) => {
                Ok((if switch(name, value)? { yes } else { no }.to_string(), None))
            }
            (OptionKind::Choice { values, .. }, form) => {
                let lots = matches!(form, Form::Titled).then_some(RANDOM);
                let mut words = values.iter().map(String::as_str).chain(lots);
                let is_it = |word: &&str| word.eq_ignore_ascii_case(value) || titled(word).eq_ignore_ascii_case(value);
                words.find(is_it).map(|word| (word.to_string(), None)).ok_or_else(|| {
                    let known: Vec<_> = values.iter().map(String::as_str).chain(lots).collect();
                    Fault::new(unknown(name, value, &known))
                })
            }
            (OptionKind::Switch { .. }, _) => Ok((switch(name, value)?.to_string(), None)),
            (OptionKind::Text { .. }, _) => Ok((if value.is_empty() { "<empty>" } else { value }.to_string(), None)),
        }
    }
}

/// A yes or no.
pub(crate) fn switch(name: &str, value: &str) -> Result<bool, Fault> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Ok(true),
        "false" | "off" | "0" => Ok(false),
        _ => Err(Fault::new(format!("{name} is true or false, found '{value}'"))),
    }
}

/// With a capital letter, and words that a hyphen joins as one: `NeuralNetwork`.
pub(crate) fn titled(word: &str) -> String {
    let capital = |part: &str| {
        let mut letters = part.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    word.split('-').map(capital).collect()
}
