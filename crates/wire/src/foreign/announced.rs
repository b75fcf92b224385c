//! The options that a program announces, and the values they accept. How they are written is for the protocol to say.

use tabula_core::Fault;
use tabula_engine::near::unknown;
use tabula_engine::{OptionCard, OptionKind};

/// What a program said that it can be told.
#[derive(Debug, Default)]
pub(crate) struct Announced {
    /// Those with values.
    pub(crate) cards: Vec<OptionCard>,
    /// Those without.
    buttons: Vec<String>,
}

/// An option that was named and a value that it accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Accepted<'a> {
    Button(&'a str),
    Value(&'a OptionCard),
}

impl Announced {
    /// Adds an option; `None` is a button.
    pub(crate) fn add(&mut self, name: String, kind: Option<OptionKind>) {
        match kind {
            Some(kind) => self.cards.push(OptionCard { name, kind, about: String::new() }),
            None => self.buttons.push(name),
        }
    }

    /// Adds an option with a value, if there is one.
    pub(crate) fn extend(&mut self, option: Option<(String, OptionKind)>) {
        if let Some((name, kind)) = option {
            self.add(name, Some(kind));
        }
    }

    /// The option of that name, if there is one and it accepts the value.
    pub(crate) fn accept(&self, name: &str, value: &str) -> Result<Accepted<'_>, Fault> {
        if let Some(button) = self.buttons.iter().find(|button| button.eq_ignore_ascii_case(name)) {
            return match value {
                "" => Ok(Accepted::Button(button)),
                _ => Err(Fault::new(format!("{button} is a button and takes no value, found '{value}'"))),
            };
        }
        let card = self.card(name).ok_or_else(|| {
            let mut known: Vec<_> = self.cards.iter().map(|card| card.name.as_str()).collect();
            known.extend(self.buttons.iter().map(String::as_str));
            Fault::new(unknown("option", name, &known))
        })?;
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
            Ok(()) => Ok(Accepted::Value(card)),
            Err(what) => Err(Fault::new(format!("{} takes {what}, found '{value}'", card.name))),
        }
    }

    /// An option by its name, in any case of letters.
    pub(crate) fn card(&self, name: &str) -> Option<&OptionCard> {
        self.cards.iter().find(|card| card.name.eq_ignore_ascii_case(name))
    }
}
