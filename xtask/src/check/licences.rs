//! The licences of all dependencies against the list in `deny.toml`.
//!
//! cargo-deny does this and more, but takes minutes to compile; this needs nothing and runs on every change.

use super::Complaint;
use crate::house::{Package, root};

/// Every foreign crate whose licence the list does not allow.
pub(super) fn check(foreign: &[Package]) -> Result<Vec<Complaint>, String> {
    let text = std::fs::read_to_string(root().join("deny.toml")).map_err(|e| format!("cannot read deny.toml: {e}"))?;
    let allowed = allowed(&text)?;
    Ok(foreign.iter().filter_map(|package| fault(package, &allowed)).collect())
}

/// The list `licenses.allow`.
fn allowed(text: &str) -> Result<Vec<String>, String> {
    let table: toml::Table = text.parse().map_err(|e| format!("deny.toml: {e}"))?;
    let list = table.get("licenses").and_then(|licences| licences.get("allow")).and_then(toml::Value::as_array);
    let list = list.ok_or("deny.toml: no list `licenses.allow`")?;
    Ok(list.iter().filter_map(|name| name.as_str().map(String::from)).collect())
}

fn fault(package: &Package, allowed: &[String]) -> Option<Complaint> {
    let name = format!("{} {}", package.name, package.version);
    match &package.licence {
        None => Some(format!("deny.toml: {name} does not name its licence")),
        Some(licence) if satisfied(licence, allowed) => None,
        Some(licence) => Some(format!("deny.toml: {name} is under '{licence}', which `licenses.allow` does not allow")),
    }
}

/// Whether a licence expression (SPDX) can be met with the allowed licences alone.
fn satisfied(expression: &str, allowed: &[String]) -> bool {
    // Old manifests write MIT/Apache-2.0 for a choice.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words, allowed };
    reader.choice() == Some(true) && reader.words.is_empty()
}

/// `choice = all { "OR" all }`, `all = one { "AND" one }`, `one = "(" choice ")" | name [ "WITH" name ]`;
/// `None` where the expression is broken.
struct Reader<'a> {
    words: &'a [&'a str],
    allowed: &'a [String],
}

impl Reader<'_> {
    fn take(&mut self, word: &str) -> bool {
        let found = self.words.first() == Some(&word);
        if found {
            self.words = &self.words[1..];
        }
        found
    }

    fn choice(&mut self) -> Option<bool> {
        let mut met = self.all()?;
        while self.take("OR") {
            met |= self.all()?;
        }
        Some(met)
    }

    fn all(&mut self) -> Option<bool> {
        let mut met = self.one()?;
        while self.take("AND") {
            met &= self.one()?;
        }
        Some(met)
    }

    fn one(&mut self) -> Option<bool> {
        if self.take("(") {
            let met = self.choice()?;
            return self.take(")").then_some(met);
        }
        let (name, rest) = self.words.split_first()?;
        self.words = rest;
        let mut name = String::from(*name);
        if self.take("WITH") {
            let (exception, rest) = self.words.split_first()?;
            self.words = rest;
            name = format!("{name} WITH {exception}");
        }
        Some(self.allowed.contains(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_met_by_allowed_licences_alone() {
        let allowed = ["MIT", "Apache-2.0", "Unicode-3.0"].map(String::from);
        for (expression, met) in [
            ("MIT", true),
            ("MIT/Apache-2.0", true),
            ("Proprietary OR MIT", true),
            ("MIT AND Proprietary", false),
            ("(MIT OR Proprietary) AND Unicode-3.0", true),
            ("(MIT OR Apache-2.0) AND (Proprietary)", false),
            ("Apache-2.0 WITH LLVM-exception", false),
            ("Apache-2.0 WITH LLVM-exception OR MIT", true),
            ("(MIT", false),
            ("MIT OR", false),
            ("", false),
        ] {
            assert_eq!(satisfied(expression, &allowed), met, "{expression}");
        }
    }

    #[test]
    fn the_list_of_the_house_is_read() {
        let text = std::fs::read_to_string(root().join("deny.toml")).unwrap();
        let allowed = allowed(&text).unwrap();
        assert!(satisfied("MIT OR Apache-2.0", &allowed) && !satisfied("AGPL-3.0-only", &allowed));
    }
}
