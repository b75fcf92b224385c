//! What this terminal can show: colours, and characters beyond ASCII.

use std::io::IsTerminal;

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// Escape sequences for colours are understood and wanted.
    pub(crate) colour: bool,
    /// Only ASCII may be used.
    pub(crate) ascii: bool,
}

impl Style {
    /// What standard output can show: `NO_COLOR`, `CLICOLOR_FORCE` and the locale decide, `--ascii` overrules.
    pub(crate) fn of_stdout(ascii: bool) -> Self {
        let variable = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
        let dumb = variable("TERM").is_some_and(|term| term == "dumb");
        let forced = variable("CLICOLOR_FORCE").is_some_and(|value| value != "0");
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
        Self {
            colour: variable("NO_COLOR").is_none() && (forced || (std::io::stdout().is_terminal() && !dumb)),
            ascii: ascii || locale.is_some_and(|locale| !speaks_utf8(&locale)),
        }
    }

    /// `text` between escape sequences, where colours are wanted.
    pub(crate) fn paint(self, codes: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{codes}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// Stands out.
    pub(crate) fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Steps back.
    pub(crate) fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }
}

fn speaks_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_names_its_encoding() {
        assert!(speaks_utf8("cs_CZ.UTF-8") && speaks_utf8("C.utf8"));
        assert!(!speaks_utf8("C") && !speaks_utf8("cs_CZ.ISO-8859-2"));
    }

    #[test]
    fn without_colour_nothing_is_added() {
        assert_eq!(Style { colour: false, ascii: false }.strong("x"), "x");
        assert_eq!(Style { colour: true, ascii: false }.strong("x"), "\x1b[1mx\x1b[0m");
    }
}
