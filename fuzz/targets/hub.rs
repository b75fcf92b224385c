//! Any text is a line of the Hub protocol or a fault, and what is quoted is read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabula_wire::hub::words::{Words, quoted};

fuzz_target!(|text: &str| {
    for line in text.lines() {
        match Words::read(line) {
            Ok(words) => {
                let value = words.get("value").unwrap_or("");
                let again = format!("x value={}", quoted(value));
                let read = Words::read(&again).expect("what is quoted can be read");
                let plain: String = value.chars().map(|c| if c == '"' || c.is_control() { '\'' } else { c }).collect();
                assert_eq!(read.get("value"), Some(plain.as_str()), "another value comes back from {again:?}");
            }
            Err(what) => assert!(!what.is_empty(), "refused without a word: {line:?}"),
        }
    }
});
