//! What must be absent from the sources.
//!
//! - Below the border (`engine`) nothing prints, reads the time or the environment, opens files or sockets,
//!   or starts threads; `search`, `tables` and `nn` alone may start threads.
//! - Only the roof prints.
//! - `unsafe` stands in `board`, `nn` and `core` alone (in `core`: one word to the cache).
//! - A file of more than 500 lines says why in its first comment: `Long because ...`.
//!
//! Test code is free, except for `unsafe` (which the compiler's lint sees there too) and length.

use super::Complaint;
use super::storeys::Map;
use super::tokens::{self, Token};
use crate::house::{Package, shown};
use std::path::{Path, PathBuf};

const BORDER: &str = "engine";
const MAY_THREAD: [&str; 3] = ["search", "tables", "nn"];
const MAY_BE_UNSAFE: [&str; 3] = ["board", "nn", "core"];
const LONGEST: usize = 500;
const PRINTERS: [&str; 5] = ["println", "print", "eprintln", "eprint", "dbg"];
/// Modules of `std` that reach out of the program, with what they reach for.
const OUTSIDE: [(&str, &str); 7] = [
    ("time", "a clock"),
    ("fs", "a file"),
    ("io", "a stream"),
    ("net", "the network"),
    ("process", "another program"),
    ("env", "the environment"),
    ("thread", "threads"),
];

/// What a crate may do.
#[derive(Clone, Copy, Debug)]
struct Licence {
    prints: bool,
    reaches_out: bool,
    threads: bool,
    is_unsafe: bool,
}

/// Reads every source file of the house.
pub(super) fn check(map: &Map, own: &[Package]) -> Result<Vec<Complaint>, String> {
    let mut complaints = Vec::new();
    for package in own {
        let licence = licence(map, package.room());
        let mut files = Vec::new();
        list(&package.folder().join("src"), &mut files)?;
        let mut sources = Vec::new();
        for file in files {
            let text = std::fs::read_to_string(&file).map_err(|e| format!("cannot read {}: {e}", shown(&file)))?;
            sources.push((file, text));
        }
        complaints.extend(faults_of_crate(&sources, licence));
    }
    Ok(complaints)
}

fn licence(map: &Map, room: Option<&str>) -> Licence {
    let Some(room) = room else {
        return Licence { prints: true, reaches_out: true, threads: true, is_unsafe: false };
    };
    let storey = map.storey(room);
    let below_border = storey.is_some() && storey < map.storey(BORDER);
    Licence {
        prints: storey.is_some() && storey == map.roof(),
        reaches_out: !below_border,
        threads: !below_border || MAY_THREAD.contains(&room),
        is_unsafe: MAY_BE_UNSAFE.contains(&room),
    }
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("cannot list {}: {e}", shown(folder));
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(failed)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            list(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn faults_of_crate(sources: &[(PathBuf, String)], licence: Licence) -> Vec<Complaint> {
    let codes: Vec<_> = sources.iter().map(|(file, text)| (file, text, tokens::read(text))).collect();
    let test_only: Vec<PathBuf> = codes
        .iter()
        .flat_map(|(file, _, code)| code.test_modules.iter().map(|name| children(file).join(name)))
        .collect();
    let is_test = |file: &Path| test_only.iter().any(|module| file.with_extension("").starts_with(module));
    let mut complaints = Vec::new();
    for (file, text, code) in &codes {
        let place = shown(file);
        if let Some(what) = too_long(text) {
            complaints.push(format!("{place}:1: {what}"));
        }
        if !is_test(file) {
            complaints.extend(faults(&code.tokens, licence).map(|(line, what)| format!("{place}:{line}: {what}")));
        }
    }
    complaints
}

/// Where the modules declared in `file` lie.
fn children(file: &Path) -> PathBuf {
    let stem = file.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
    if matches!(stem, "lib" | "main" | "mod") { file.with_file_name("") } else { file.with_extension("") }
}

fn too_long(text: &str) -> Option<String> {
    let lines = text.lines().count();
    let first_comment = text.lines().take_while(|line| line.starts_with("//"));
    let excused = || first_comment.map(str::to_lowercase).any(|line| line.contains("long because"));
    (lines > LONGEST && !excused())
        .then(|| format!("{lines} lines, more than {LONGEST}: the first comment must say `Long because ...`"))
}

fn faults(tokens: &[Token], licence: Licence) -> impl Iterator<Item = (usize, String)> {
    let word = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
    let mut found = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        if token.text == "unsafe" && !licence.is_unsafe {
            found.push((token.line, "`unsafe` is for `board`, `nn` and `core` alone".into()));
        }
        if !licence.prints && PRINTERS.contains(&token.text.as_str()) && word(i + 1) == "!" {
            found.push((token.line, format!("`{}!`: only the roof prints", token.text)));
        }
        if token.text == "std" && word(i + 1) == ":" && word(i + 2) == ":" {
            found.extend(outside(&tokens[i + 3..], licence));
        }
    }
    found.into_iter()
}

/// The forbidden modules that follow `std::`, alone or in braces.
fn outside(after: &[Token], licence: Licence) -> Vec<(usize, String)> {
    let mut depth = 0;
    let mut first = true;
    let mut found = Vec::new();
    for token in after {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," if depth == 1 => first = true,
            name => {
                if first && depth <= 1 {
                    found.extend(forbidden(name, licence).map(|what| (token.line, what)));
                }
                first = false;
            }
        }
        if depth == 0 {
            break;
        }
    }
    found
}

fn forbidden(name: &str, licence: Licence) -> Option<String> {
    let (name, what) = OUTSIDE.into_iter().find(|(module, _)| *module == name)?;
    let allowed = if name == "thread" { licence.threads } else { licence.reaches_out };
    (!allowed).then(|| format!("`std::{name}`: below `{BORDER}` no code reaches for {what}; it comes in from above"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SILENT: Licence = Licence { prints: false, reaches_out: false, threads: false, is_unsafe: false };

    fn found(source: &str, licence: Licence) -> Vec<Complaint> {
        faults_of_crate(&[(PathBuf::from("src/lib.rs"), source.into())], licence)
    }

    #[test]
    fn each_forbidden_thing_is_named_with_its_place() {
        for (source, expected) in [
            ("\nfn a() { println!(\"x\"); }", "src/lib.rs:2: `println!`"),
            ("fn a() { dbg!(1); }", "src/lib.rs:1: `dbg!`"),
            ("use std::time::Instant;", "src/lib.rs:1: `std::time`"),
            ("use std::{fmt, collections::{self, HashMap},\n fs::File};", "src/lib.rs:2: `std::fs`"),
            ("fn a() { std::thread::sleep(x) }", "src/lib.rs:1: `std::thread`"),
            ("fn a() { unsafe { b() } }", "src/lib.rs:1: `unsafe`"),
        ] {
            let complaints = found(source, SILENT);
            assert_eq!(complaints.len(), 1, "{source}: {complaints:?}");
            assert!(complaints[0].starts_with(expected), "{}", complaints[0]);
        }
    }

    #[test]
    fn prose_tests_and_innocent_words_are_no_fault() {
        for source in [
            "//! Never println!(\"x\") or use std::fs.\nuse std::fmt::{self, Write};",
            "const A: &str = \"unsafe std::time\";",
            "fn time() { fs::x(); print(1); }",
            "#[cfg(test)] mod tests { use std::time::Instant; fn a() { println!() } }",
            "use std::collections::{hash_map::{Entry, time}, HashMap};",
        ] {
            assert_eq!(found(source, SILENT), [""; 0], "{source}");
        }
    }

    #[test]
    fn search_may_start_threads_but_not_read_the_clock() {
        let licence = Licence { threads: true, ..SILENT };
        assert_eq!(found("use std::thread;", licence), [""; 0]);
        assert_eq!(found("use std::time;", licence).len(), 1);
    }

    #[test]
    fn a_file_that_only_tests_see_is_free() {
        let sources = [
            ("src/lib.rs", "pub mod rules;"),
            ("src/rules.rs", "#[cfg(test)]\nmod laws;"),
            ("src/rules/laws.rs", "use std::time::Instant;"),
        ]
        .map(|(file, text)| (PathBuf::from(file), String::from(text)));
        assert_eq!(faults_of_crate(&sources, SILENT), [""; 0]);
    }

    #[test]
    fn a_long_file_gives_its_reason() {
        let body = "\n".repeat(LONGEST + 1);
        assert_eq!(found(&format!("//! Rules.{body}"), SILENT).len(), 1);
        assert_eq!(found(&format!("//! Rules.\n//! Long because the tables stand here.{body}"), SILENT), [""; 0]);
    }

    #[test]
    fn storeys_decide_what_a_crate_may_do() {
        let map = "| storey | crate | may use |\n|---|---|---|\n| 0 | `core` | |\n| 2 | `search` | `core` |\n\
                   | 3 | `engine` | `core` |\n| 7 | `tabula` | `engine` |";
        let map = super::super::storeys::read(map).unwrap();
        let of = |room| licence(&map, Some(room));
        assert!(!of("core").prints && !of("core").threads && !of("core").reaches_out);
        assert!(of("search").threads && !of("search").reaches_out);
        assert!(of("engine").reaches_out && !of("engine").prints);
        assert!(of("tabula").prints && !of("tabula").is_unsafe);
    }
}
