//! Properties that tell about a game, and the tags of the house that say the same.

/// A property of the root and its tag.
const PAIRS: [(&str, &str); 20] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("RO", "Round"),
    ("PB", "Black"),
    ("PW", "White"),
    ("RE", "Result"),
    ("BR", "BlackRank"),
    ("WR", "WhiteRank"),
    ("BT", "BlackTeam"),
    ("WT", "WhiteTeam"),
    ("KM", "Komi"),
    ("HA", "Handicap"),
    ("TM", "TimeControl"),
    ("OT", "Overtime"),
    ("GN", "GameName"),
    ("ON", "Opening"),
    ("AN", "Annotator"),
    ("SO", "Source"),
    ("CP", "Copyright"),
];

/// Properties of the root that are no tag: what they say stands elsewhere.
const OTHER: [&str; 17] =
    ["FF", "GM", "CA", "AP", "ST", "SZ", "RU", "AB", "AW", "AE", "PL", "B", "W", "C", "N", "MN", "FEN"];

/// The tag of a property of the root; one that is not known is its own tag.
pub(super) fn tag(property: &str) -> Option<&str> {
    if OTHER.contains(&property) {
        return None;
    }
    Some(PAIRS.iter().find(|(name, _)| *name == property).map_or(property, |(_, tag)| *tag))
}

/// The property of a tag; `None` for those that are written otherwise.
pub(super) fn property(tag: &str) -> Option<String> {
    let known = PAIRS.iter().find(|(_, known)| known.eq_ignore_ascii_case(tag));
    let name: String = match known {
        Some((name, _)) => (*name).to_string(),
        None => tag.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_uppercase(),
    };
    let own = ["FEN", "SETUP", "VARIANT", "RULES"].contains(&name.as_str()) || OTHER.contains(&name.as_str());
    (!name.is_empty() && !own).then_some(name)
}

/// A date of the format (`2026-11-16`) as tags write it (`2026.11.16`); anything else stays.
pub(super) fn to_tag(name: &str, value: &str) -> String {
    if name == "Date" && value.len() == 10 { value.replace('-', ".") } else { value.to_string() }
}

/// The other way round.
pub(super) fn from_tag(name: &str, value: &str) -> String {
    if name == "Date" && value.len() == 10 { value.replace('.', "-") } else { value.to_string() }
}

/// Whether a value says nothing, as in `?` and `????.??.??`.
pub(super) fn is_unknown(value: &str) -> bool {
    value.chars().all(|c| c == '?' || c == '.')
}
