//! Moments as text, and words that nobody can guess.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, in UTC: `2026-11-16T09:30:00.123Z`.
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    written(since.as_secs(), since.subsec_millis())
}

/// A second since 1970, in the same way.
pub fn at(seconds: u64) -> String {
    written(seconds, 0)
}

fn written(seconds: u64, millis: u32) -> String {
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z", date(seconds))
}

/// The day (in UTC) of a second since 1970: `2026-11-15`.
///
/// Days are counted from 1 March, so that the leap day is the last of its year (Hinnant, "Dates").
pub fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (month_of_year, day_of_month) =
        (if month < 10 { month + 3 } else { month - 9 }, day - (153 * month + 2) / 5 + 1);
    let year = year + era * 400 + u64::from(month_of_year <= 2);
    format!("{year:04}-{month_of_year:02}-{day_of_month:02}")
}

/// A word of so many letters that nobody can guess.
pub fn word(letters: usize) -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz23456789_";
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.into_iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

/// Whether a word is the secret one. Every letter is compared, so that the time says nothing about the first wrong one.
pub(crate) fn is_same(said: &str, secret: &str) -> bool {
    said.len() == secret.len() && said.bytes().zip(secret.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// A number by lot.
pub(crate) fn lot() -> u64 {
    getrandom::u64().expect("the system has random numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_differ_and_have_the_wanted_length() {
        let words: std::collections::HashSet<_> = (0..100).map(|_| word(20)).collect();
        assert!(words.len() == 100 && words.iter().all(|word| word.len() == 20));
    }

    #[test]
    fn only_the_secret_word_is_the_secret_word() {
        assert!(is_same("sesame", "sesame"));
        assert!(["", "sesam", "sesamf", "Sesame", "sesame "].iter().all(|said| !is_same(said, "sesame")));
    }

    #[test]
    fn now_is_written_as_browsers_read_it() {
        let now = now();
        assert!(now.len() == 24 && now.starts_with("20") && now.ends_with('Z'), "{now}");
    }

    #[test]
    fn days_are_counted_right_across_leap_years() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_798_675_199, "2026-12-30"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(date(seconds), day);
        }
    }
}
