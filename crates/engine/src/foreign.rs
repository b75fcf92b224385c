//! Specs of players from elsewhere: which program to start, by which protocol, with which of its options.
//!
//! ```text
//! spec    = protocol ":" command [ "?" option { "&" option } ]   uci:/usr/games/stockfish?Skill Level=0&Threads=1
//! protocol = "uci" | "xboard" | "hub" | "gomocup" | "gtp"
//! command = program { argument }                              words, in quotes where they hold spaces
//! option  = name [ "=" value ]                                without a value it is a button
//! ```
//!
//! They are only read here: this storey starts no programs.

use crate::spec::{PlayerSpec, Setting};
use std::fmt;
use tabula_core::Fault;

/// How a foreign program is spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Protocol {
    /// The universal chess interface.
    Uci,
    /// XBoard's protocol, the chess engine communication protocol.
    XBoard,
    /// The Hub protocol of draughts programs.
    Hub,
    /// The protocol of tournaments of five in a row.
    Gomocup,
    /// The Go Text Protocol.
    Gtp,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Uci, Self::XBoard, Self::Hub, Self::Gomocup, Self::Gtp];

    /// The word in a spec.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::XBoard => "xboard",
            Self::Hub => "hub",
            Self::Gomocup => "gomocup",
            Self::Gtp => "gtp",
        }
    }
}

/// A player that is a program of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignSpec {
    /// How it is spoken to.
    pub protocol: Protocol,
    /// The program and its arguments; never empty.
    pub command: Vec<String>,
    /// Its own options in the order of the text; a button has an empty value.
    pub options: Vec<Setting>,
}

/// Any player that can be seated without a person.
///
/// ```
/// use tabula_engine::foreign::Spec;
/// let spec: Spec = "uci:/usr/games/gnuchess --uci?OwnBook=false&Clear Hash".parse().unwrap();
/// let Spec::Foreign(program) = &spec else { panic!() };
/// assert_eq!(program.command, ["/usr/games/gnuchess", "--uci"]);
/// assert_eq!(program.options[1].name, "Clear Hash");
/// assert_eq!(spec.to_string(), "uci:/usr/games/gnuchess --uci?OwnBook=false&Clear Hash");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// A player of this house.
    House(PlayerSpec),
    /// A foreign program.
    Foreign(ForeignSpec),
}

impl Spec {
    /// Its settings or options.
    pub const fn settings(&self) -> &Vec<Setting> {
        match self {
            Self::House(spec) => &spec.settings,
            Self::Foreign(spec) => &spec.options,
        }
    }

    /// Removes a setting that is meant for somebody else, and gives its value.
    pub fn take(&mut self, name: &str) -> Option<Setting> {
        let settings = match self {
            Self::House(spec) => &mut spec.settings,
            Self::Foreign(spec) => &mut spec.options,
        };
        settings.iter().position(|setting| setting.name == name).map(|at| settings.remove(at))
    }
}

impl std::str::FromStr for Spec {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let foreign = text.split_once(':').and_then(|(word, rest)| {
            Protocol::ALL.into_iter().find(|protocol| protocol.word() == word).map(|protocol| (protocol, rest))
        });
        match foreign {
            Some((protocol, rest)) => read(protocol, rest, protocol.word().len() + 2).map(Self::Foreign),
            None => text.parse().map(Self::House),
        }
    }
}

/// Reads what follows the protocol; `column` is the place of its first letter.
fn read(protocol: Protocol, text: &str, column: usize) -> Result<ForeignSpec, Fault> {
    let (command, options) = match text.split_once('?') {
        Some((command, options)) => (command, Some(options)),
        None => (text, None),
    };
    let words = words(command).map_err(|what| Fault::at(column, what))?;
    if words.first().is_none_or(String::is_empty) {
        return Err(Fault::at(column, "expected a program (as in uci:/usr/games/stockfish), found nothing"));
    }
    let mut settings = Vec::new();
    let mut at = column + command.chars().count() + 1;
    for part in options.into_iter().flat_map(|options| options.split('&')) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        if name.trim().is_empty() {
            return Err(Fault::at(at, format!("expected NAME=VALUE (as in Threads=1), found '{part}'")));
        }
        settings.push(Setting { name: name.trim().to_string(), value: value.trim().to_string(), column: at });
        at += part.chars().count() + 1;
    }
    Ok(ForeignSpec { protocol, command: words, options: settings })
}

/// The words of a command line; quotes of either kind hold one together.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(format!("the quote {open} is not closed in '{text}'")),
        None => Ok(words),
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::House(spec) => spec.fmt(f),
            Self::Foreign(spec) => spec.fmt(f),
        }
    }
}

impl fmt::Display for ForeignSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.protocol.word())?;
        for (i, word) in self.command.iter().enumerate() {
            f.write_str(if i == 0 { ":" } else { " " })?;
            match word {
                word if word.contains('"') => write!(f, "'{word}'")?,
                word if word.is_empty() || word.contains(char::is_whitespace) => write!(f, "\"{word}\"")?,
                word => f.write_str(word)?,
            }
        }
        for (i, option) in self.options.iter().enumerate() {
            f.write_str(if i == 0 { "?" } else { "&" })?;
            f.write_str(&option.name)?;
            if !option.value.is_empty() {
                write!(f, "={}", option.value)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_may_have_spaces_and_arguments() {
        for text in [
            "uci:\"/opt/my engine/run\" -x 'a \"b\"'",
            "uci:sf?Skill Level=0&Threads=1",
            "uci:sf",
            "gtp:gnugo --mode gtp",
        ] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn players_of_the_house_are_read_as_before() {
        let spec: Spec = "tabula:depth=4,tc=3+0.03".parse().unwrap();
        assert!(matches!(&spec, Spec::House(house) if house.settings.len() == 2));
        assert!("uciii:x".parse::<Spec>().is_err());
    }

    #[test]
    fn what_is_meant_for_somebody_else_can_be_taken_out() {
        let mut spec: Spec = "uci:sf?Threads=1&tc=40/300".parse().unwrap();
        assert_eq!(spec.take("tc").map(|setting| setting.value).as_deref(), Some("40/300"));
        assert_eq!((spec.take("tc"), spec.to_string()), (None, "uci:sf?Threads=1".to_string()));
    }

    #[test]
    fn a_bad_spec_is_answered_with_its_place() {
        for (text, said) in [
            ("uci:", "column 5: expected a program (as in uci:/usr/games/stockfish), found nothing"),
            ("uci:?a=1", "column 5: expected a program (as in uci:/usr/games/stockfish), found nothing"),
            ("uci:x?", "column 7: expected NAME=VALUE (as in Threads=1), found ''"),
            ("uci:x?a=1&=2", "column 11: expected NAME=VALUE (as in Threads=1), found '=2'"),
            ("uci:\"x", "column 5: the quote \" is not closed in '\"x'"),
        ] {
            assert_eq!(text.parse::<Spec>().unwrap_err().to_string(), said, "{text}");
        }
    }
}
