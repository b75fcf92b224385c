//! The letters of a file: `CA` names the encoding, and many files do not.

/// An encoding that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Charset {
    Utf8,
    /// Latin-1, read as Windows-1252, which has it inside.
    Latin,
    /// Not told, or not known: a value is UTF-8 if it can be, Latin-1 if not.
    Either,
}

/// The name under which everything is written.
pub(super) const WRITTEN: &str = "UTF-8";

impl Charset {
    /// The encoding with a name; `None` if it is not read here.
    pub(super) fn named(name: &str) -> Option<Self> {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        Some(match plain.to_ascii_lowercase().as_str() {
            "" => Self::Either,
            "utf8" => Self::Utf8,
            "ascii" | "usascii" => Self::Either,
            "iso88591" | "latin1" | "l1" | "iso885915" | "windows1252" | "cp1252" => Self::Latin,
            _ => return None,
        })
    }

    /// Bytes as text.
    pub(super) fn decode(self, bytes: &[u8]) -> String {
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Self::Latin => crate::lines::latin(bytes),
            Self::Either => crate::lines::decode(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_known_by_all_their_names() {
        assert_eq!(Charset::named(" ISO_8859-1 "), Some(Charset::Latin));
        assert_eq!(Charset::named("utf-8"), Some(Charset::Utf8));
        assert_eq!(Charset::named("Shift_JIS"), None);
        assert_eq!(Charset::Latin.decode(b"M\xfcller"), "Müller");
        assert_eq!(Charset::Latin.decode("é".as_bytes()), "Ã©");
        assert_eq!(Charset::Either.decode("é".as_bytes()), "é");
        assert_eq!(Charset::Utf8.decode(b"a\xfcb"), "a\u{fffd}b");
    }
}
