//! What an engine says of itself: `feature` lines.

use super::options;
use crate::foreign::Announced;

/// What matters to us of what an engine can do; as the protocol has it for engines that say nothing.
#[derive(Debug)]
pub(super) struct Features {
    pub(super) name: String,
    pub(super) ping: bool,
    pub(super) set_board: bool,
    pub(super) user_move: bool,
    pub(super) time: bool,
    pub(super) reuse: bool,
    pub(super) memory: bool,
    pub(super) cores: bool,
    pub(super) variants: Vec<String>,
    pub(super) options: Announced,
    /// Whether it wants more time for its introduction, or has come to its end; `None` if it says neither.
    pub(super) done: Option<bool>,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            name: String::new(),
            ping: false,
            set_board: false,
            user_move: false,
            time: true,
            reuse: true,
            memory: false,
            cores: false,
            variants: vec!["normal".into()],
            options: Announced::default(),
            done: None,
        }
    }
}

/// Features that ask nothing of us, or nothing that we would not do anyway.
const HARMLESS: [&str; 12] =
    ["playother", "colors", "sigint", "sigterm", "draw", "analyze", "ics", "name", "pause", "nps", "debug", "egt"];

impl Features {
    /// Takes in a line; answers what is to be said to the engine about each feature in it.
    pub(super) fn hear(&mut self, line: &str) -> Vec<String> {
        let Some(rest) = line.trim().strip_prefix("feature ") else { return Vec::new() };
        pairs(rest).into_iter().map(|(name, value)| self.take(name, value)).collect()
    }

    fn take(&mut self, name: &str, value: &str) -> String {
        let yes = value == "1";
        match name {
            "ping" => self.ping = yes,
            "setboard" => self.set_board = yes,
            "usermove" => self.user_move = yes,
            "time" => self.time = yes,
            "reuse" => self.reuse = yes,
            "memory" => self.memory = yes,
            "smp" => self.cores = yes,
            "done" => self.done = Some(yes),
            "myname" => self.name = value.to_string(),
            "variants" => self.variants = value.split(',').map(|name| name.trim().to_string()).collect(),
            "option" => options::hear(&mut self.options, value),
            // Moves are told by their squares, which every engine has to understand.
            "san" if !yes => {}
            _ if HARMLESS.contains(&name) => {}
            _ => return format!("rejected {name}"),
        }
        format!("accepted {name}")
    }
}

/// `a=1 b="two words"`; what has no `=` is passed over.
fn pairs(mut text: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    loop {
        text = text.trim_start();
        let Some((name, rest)) = text.split_once('=') else { return pairs };
        // A word without a value stands before the name.
        let name = name.split_whitespace().next_back().unwrap_or_default();
        let (value, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        pairs.push((name, value));
        text = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_and_answered_one_by_one() {
        let mut features = Features::default();
        let answers = features.hear("feature ping=1 san=1 myname=\"A = B\" variants=\"normal, janus\" xedit=1 done=0");
        assert_eq!(
            answers,
            [
                "accepted ping",
                "rejected san",
                "accepted myname",
                "accepted variants",
                "rejected xedit",
                "accepted done"
            ]
        );
        assert!(features.ping && features.reuse && !features.set_board);
        assert_eq!((features.name.as_str(), features.done), ("A = B", Some(false)));
        assert_eq!(features.variants, ["normal", "janus"]);
    }

    #[test]
    fn broken_lines_are_read_as_far_as_they_go() {
        assert_eq!(pairs("odd a=1 b=\"never closed c=2"), [("a", "1"), ("b", "never closed c=2")]);
        assert_eq!(pairs("= =1"), [("", ""), ("", "1")]);
        assert!(Features::default().hear("featureless").is_empty());
    }
}
