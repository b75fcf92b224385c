//! Rust source as words and signs with their lines, without comments, strings and test code.
//!
//! Just enough of a lexer to search code for words without being fooled by prose. It parses nothing: the
//! compiler does that.

/// A word or a sign of code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) text: String,
    /// Counted from 1.
    pub(super) line: usize,
}

/// The code of a file that is built outside tests.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub(super) tokens: Vec<Token>,
    /// Modules that only tests see and that lie in files of their own: `#[cfg(test)] mod NAME;`.
    pub(super) test_modules: Vec<String>,
}

/// Reads a file.
pub(super) fn read(source: &str) -> Code {
    without_tests(&tokens(source))
}

fn tokens(source: &str) -> Vec<Token> {
    let mut lexer = Lexer { rest: source, line: 1, tokens: Vec::new() };
    while lexer.step() {}
    lexer.tokens
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    /// Passes over `length` bytes.
    fn skip(&mut self, length: usize) {
        let (passed, rest) = self.rest.split_at(length);
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }

    /// Passes over everything up to and with `end`.
    fn skip_past(&mut self, end: &str) {
        let length = self.rest.find(end).map_or(self.rest.len(), |at| at + end.len());
        self.skip(length);
    }

    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        if self.rest.starts_with("//") {
            self.skip_past("\n");
        } else if self.rest.starts_with("/*") {
            self.block_comment();
        } else if first == '"' {
            self.string();
        } else if first == '\'' {
            self.quote();
        } else if first.is_alphanumeric() || first == '_' {
            self.word();
        } else {
            if !first.is_whitespace() {
                self.tokens.push(Token { text: first.into(), line: self.line });
            }
            self.skip(first.len_utf8());
        }
        true
    }

    /// Block comments nest.
    fn block_comment(&mut self) {
        let mut depth = 0;
        loop {
            if self.rest.starts_with("/*") {
                depth += 1;
                self.skip(2);
            } else if self.rest.starts_with("*/") {
                depth -= 1;
                self.skip(2);
                if depth == 0 {
                    return;
                }
            } else {
                let Some(c) = self.rest.chars().next() else { return };
                self.skip(c.len_utf8());
            }
        }
    }

    fn string(&mut self) {
        let mut escaped = false;
        let inner = self.rest[1..].find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        self.skip(inner.map_or(self.rest.len(), |at| at + 2));
    }

    /// A character or a lifetime.
    fn quote(&mut self) {
        let mut inner = self.rest[1..].chars();
        match (inner.next(), inner.next()) {
            // The character after the backslash may itself be a quote.
            (Some('\\'), Some(c)) => {
                self.skip(2 + c.len_utf8());
                self.skip_past("'");
            }
            (Some(c), Some('\'')) => self.skip(2 + c.len_utf8()),
            _ => self.skip(1),
        }
    }

    fn word(&mut self) {
        let length = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at(length);
        let hashes = after.len() - after.trim_start_matches('#').len();
        if matches!(word, "r" | "br" | "cr") && after[hashes..].starts_with('"') {
            self.skip(length + hashes + 1);
            self.skip_past(&format!("\"{}", "#".repeat(hashes)));
        } else if matches!(word, "b" | "c") && after.starts_with(['"', '\'']) {
            self.skip(length);
        } else if word == "r" && after.starts_with('#') {
            self.skip(length + 1);
        } else {
            self.tokens.push(Token { text: word.into(), line: self.line });
            self.skip(length);
        }
    }
}

/// Leaves out every item marked `#[cfg(test)]` or `#[test]`.
fn without_tests(tokens: &[Token]) -> Code {
    let mut code = Code::default();
    let mut at = 0;
    while at < tokens.len() {
        if starts(tokens, at, &["#", "!", "[", "cfg", "(", "test", ")", "]"]) {
            return Code::default();
        }
        let marked = starts(tokens, at, &["#", "[", "cfg", "(", "test", ")", "]"])
            || starts(tokens, at, &["#", "[", "test", "]"]);
        if marked {
            let end = item_end(tokens, at);
            let item: Vec<&str> = tokens[at..end].iter().map(|token| token.text.as_str()).collect();
            if let [.., "mod", name, ";"] = item.as_slice() {
                code.test_modules.push((*name).into());
            }
            at = end;
        } else {
            code.tokens.push(tokens[at].clone());
            at += 1;
        }
    }
    code
}

fn starts(tokens: &[Token], at: usize, words: &[&str]) -> bool {
    tokens[at..].iter().map(|token| token.text.as_str()).take(words.len()).eq(words.iter().copied())
}

/// One past the item that begins, attributes first, at `at`: its `;` or the end of its braces.
fn item_end(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" => depth -= 1,
            "}" => {
                depth -= 1;
                if depth == 0 {
                    return i + 1;
                }
            }
            ";" if depth == 0 => return i + 1,
            _ => {}
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> String {
        read(source).tokens.into_iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_strings_and_characters_are_left_out() {
        assert_eq!(words("a // b\n/* c /* d */ e */ f"), "a f");
        assert_eq!(words(r##"a("b \" c", r#"d " e"#, b"f", 'g', '\'', '\u{1F600}', b'"') h"##), "a ( , , , , , , ) h");
        assert_eq!(words("fn x<'a>(y: &'a str)"), "fn x < a > ( y : & a str )");
    }

    #[test]
    fn lines_are_counted_through_comments_and_strings() {
        let code = read("/* 1\n2 */ \"3\n4\" // 4\nx");
        assert_eq!(code.tokens, [Token { text: "x".into(), line: 4 }]);
    }

    #[test]
    fn test_code_is_left_out_and_test_files_are_named() {
        let code =
            read("a; #[cfg(test)] #[x] mod tests { fn b() { c } } d; #[test] fn e() {} #[cfg(test)] mod laws; f");
        let kept: Vec<_> = code.tokens.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(kept, ["a", ";", "d", ";", "f"]);
        assert_eq!(code.test_modules, ["laws"]);
        assert!(read("#![cfg(test)] fn a() {}").tokens.is_empty());
    }
}
