//! Player specs: any player, named in one word of a command line.
//!
//! ```text
//! spec    = kind [ ":" setting { "," setting } ]      tabula:search=mtdf,eval=material,depth=4
//! kind    = "tabula" | "random" | "human"
//! setting = name "=" value
//! ```
//!
//! What a setting may be is not known here but to the player it is given to ([`Player::set`](crate::Player::set)).

use crate::near::unknown;
use std::fmt;
use tabula_core::Fault;

/// The kinds of player a spec can name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A search of this house.
    Tabula,
    /// Any legal move, each as likely as the next.
    Random,
    /// A person at this terminal or page.
    Human,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Tabula, Self::Random, Self::Human];

    /// The word in a spec.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Tabula => "tabula",
            Self::Random => "random",
            Self::Human => "human",
        }
    }
}

/// One `name=value` of a spec, with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// What is set.
    pub name: String,
    /// To what.
    pub value: String,
    /// The column where it begins, from 1.
    pub column: usize,
}

/// A player, as described on a command line.
///
/// ```
/// use tabula_engine::spec::{Kind, PlayerSpec};
/// let spec: PlayerSpec = "tabula:search=mtdf,depth=4".parse().unwrap();
/// assert_eq!(spec.kind, Kind::Tabula);
/// assert_eq!(spec.settings[1].value, "4");
/// assert_eq!(spec.to_string(), "tabula:search=mtdf,depth=4");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// Who plays.
    pub kind: Kind,
    /// How, in the order of the text.
    pub settings: Vec<Setting>,
}

impl PlayerSpec {
    /// Whether it says itself how far or how long the player may think; 0 says that nothing limits it.
    pub fn is_limited(&self) -> bool {
        let limits = |setting: &Setting| ["depth", "nodes", "soft", "movetime"].contains(&setting.name.as_str());
        let bounds = |setting: &Setting| setting.value.contains(|digit: char| ('1'..='9').contains(&digit));
        self.settings.iter().any(|setting| limits(setting) && bounds(setting))
    }
}

impl std::str::FromStr for PlayerSpec {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let (word, rest) = match text.split_once(':') {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| kind.word() == word)
            .ok_or_else(|| Fault::at(1, unknown("player", word, &Kind::ALL.map(Kind::word))))?;
        let settings = match rest {
            Some(rest) => settings(rest, word.chars().count() + 2)?,
            None => Vec::new(),
        };
        match (kind, settings.first()) {
            (Kind::Human, Some(first)) => {
                Err(Fault::at(first.column, format!("a human has no settings, found '{}'", first.name)))
            }
            _ => Ok(Self { kind, settings }),
        }
    }
}

/// Reads `name=value,name=value` where it stands alone.
///
/// ```
/// let settings = tabula_engine::spec::read_settings("order=judged,horizon=quiet").unwrap();
/// assert_eq!(settings[1].name, "horizon");
/// ```
pub fn read_settings(text: &str) -> Result<Vec<Setting>, Fault> {
    settings(text, 1)
}

/// Reads `name=value,name=value`; `column` is the place of the first letter.
fn settings(text: &str, mut column: usize) -> Result<Vec<Setting>, Fault> {
    let mut settings: Vec<Setting> = Vec::new();
    for part in text.split(',') {
        let setting = match part.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
                Setting { name: name.trim().to_string(), value: value.trim().to_string(), column }
            }
            _ => return Err(Fault::at(column, format!("expected NAME=VALUE (as in depth=4), found '{part}'"))),
        };
        if settings.iter().any(|earlier| earlier.name == setting.name) {
            return Err(Fault::at(column, format!("'{}' is set twice", setting.name)));
        }
        settings.push(setting);
        column += part.chars().count() + 1;
    }
    Ok(settings)
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.word())?;
        for (i, setting) in self.settings.iter().enumerate() {
            let mark = if i == 0 { ':' } else { ',' };
            write!(f, "{mark}{}={}", setting.name, setting.value)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_without_settings_is_its_kind() {
        for kind in Kind::ALL {
            assert_eq!(kind.word().parse(), Ok(PlayerSpec { kind, settings: Vec::new() }));
        }
    }

    #[test]
    fn a_setting_knows_its_column() {
        let spec: PlayerSpec = "tabula:search=pvs,depth=4".parse().unwrap();
        assert_eq!(spec.settings.iter().map(|s| s.column).collect::<Vec<_>>(), [8, 19]);
    }

    #[test]
    fn a_limit_of_zero_is_none() {
        for (text, limited) in [
            ("tabula", false),
            ("tabula:depth=0,nodes=0,movetime=0s", false),
            ("tabula:depth=0,movetime=10ms", true),
            ("tabula:width=3,seed=4", false),
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().is_limited(), limited, "{text}");
        }
    }

    #[test]
    fn a_bad_spec_is_answered_with_the_word_and_its_place() {
        for (text, said) in [
            ("", "column 1: unknown player ''; known: tabula, random, human"),
            ("tabla", "column 1: unknown player 'tabla'; did you mean 'tabula'? Known: tabula, random, human"),
            ("tabula:", "column 8: expected NAME=VALUE (as in depth=4), found ''"),
            ("tabula:depth", "column 8: expected NAME=VALUE (as in depth=4), found 'depth'"),
            ("tabula:depth=", "column 8: expected NAME=VALUE (as in depth=4), found 'depth='"),
            ("tabula:depth=4,,", "column 16: expected NAME=VALUE (as in depth=4), found ''"),
            ("tabula:depth=4,depth=5", "column 16: 'depth' is set twice"),
            ("human:depth=4", "column 7: a human has no settings, found 'depth'"),
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap_err().to_string(), said, "{text}");
        }
    }
}
