//! What every crate owes: licence, description, the lints of the workspace, a first page of documentation.

use super::Complaint;
use crate::house::{Package, shown};

const LICENCE: &str = "GPL-3.0-or-later";

/// Every crate of the workspace.
pub(super) fn check(own: &[Package]) -> Vec<Complaint> {
    own.iter().flat_map(faults).collect()
}

fn faults(package: &Package) -> Vec<Complaint> {
    let place = shown(&package.manifest);
    let mut complaints = Vec::new();
    if package.licence.as_deref() != Some(LICENCE) {
        complaints.push(format!("{place}: the licence is not {LICENCE} (write `license.workspace = true`)"));
    }
    if package.description.as_deref().is_none_or(str::is_empty) {
        complaints.push(format!("{place}: no description"));
    }
    if !inherits_lints(&std::fs::read_to_string(&package.manifest).unwrap_or_default()) {
        complaints.push(format!("{place}: the lints of the workspace are not inherited (`[lints] workspace = true`)"));
    }
    for name in ["lib.rs", "main.rs"] {
        let file = package.folder().join("src").join(name);
        if let Ok(text) = std::fs::read_to_string(&file)
            && !text.trim_start().starts_with("//!")
        {
            complaints.push(format!("{}:1: the crate does not say what it is for (`//! ...`)", shown(&file)));
        }
    }
    complaints
}

fn inherits_lints(manifest: &str) -> bool {
    manifest.parse::<toml::Table>().is_ok_and(|table| {
        table.get("lints").and_then(|lints| lints.get("workspace")).and_then(toml::Value::as_bool) == Some(true)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lints_are_inherited_only_where_the_manifest_says_so() {
        assert!(inherits_lints("[package]\nname = 'x'\n[lints]\nworkspace = true"));
        assert!(!inherits_lints("[package]\nname = 'x'\n# [lints]\n# workspace = true"));
    }

    #[test]
    fn a_bare_crate_is_told_everything_it_owes() {
        let bare = Package {
            name: "bare".into(),
            version: "1.0.0".into(),
            manifest: "nowhere/Cargo.toml".into(),
            licence: Some("MIT".into()),
            description: None,
            uses: Vec::new(),
            binaries: Vec::new(),
        };
        let found = check(&[bare]);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].starts_with("nowhere/Cargo.toml: the licence is not GPL-3.0-or-later"));
    }
}
