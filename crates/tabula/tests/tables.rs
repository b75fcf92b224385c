//! `tabula tables`: made, checked, shown, asked, tried.

use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// What a run left behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}\n{}", self.out, self.err))
    }
}

fn tables(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_tabula"))
        .arg("tables")
        .args(arguments)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program was built by this test run");
    Run {
        code: output.status.code().expect("no signal ends it"),
        out: String::from_utf8(output.stdout).expect("it writes UTF-8"),
        err: String::from_utf8(output.stderr).expect("it writes UTF-8"),
    }
}

/// A folder of this test run alone.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-tables-{name}", std::process::id()));
        Self(folder)
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("its name is ASCII")
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("its name is ASCII").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_table_is_made_checked_shown_asked_and_tried() {
    let folder = Folder::new("amazon");
    let build = || tables(&["build", "amazon", "K-KA", "--out", folder.name(), "--json"]);
    let built = build();
    assert_eq!(built.code, 0, "{}", built.err);
    assert_eq!((&built.json()[0]["material"], &built.json()[0]["built"]), (&"KA-K".into(), &true.into()));
    assert_eq!(build().json()[0]["built"], false);
    let file = folder.file("amazon.KA-K.ending");
    let verified = tables(&["verify", "amazon", &file]);
    assert!(verified.code == 0 && verified.out.ends_with("positions are right\n"), "{}{}", verified.out, verified.err);
    let shown = tables(&["show", "amazon", "KA-K", "--dir", folder.name(), "--json"]).json();
    assert_eq!(shown["to_move"][0]["longest_win"]["plies"], 7);
    assert_eq!(shown["to_move"][0]["longest_win"]["line"].as_array().map(Vec::len), Some(7));
    assert_eq!(tables(&["show", "amazon", "--dir", folder.name()]).out, "KA-K\n");
    let probed = tables(&["probe", "amazon", "k7/8/1K6/8/8/8/7A/8 w - - 0 1", "--dir", folder.name(), "--json"]).json();
    assert_eq!((&probed["fate"]["result"], &probed["fate"]["plies"]), (&"win".into(), &1.into()));
    let tried = tables(&["trial", "amazon", "KA-K", "--dir", folder.name(), "--positions", "10"]);
    assert!(tried.out.starts_with("KA-K: 10 of 10 won, 10 of them in time"), "{}{}", tried.out, tried.err);
}

#[test]
fn what_is_wrong_with_arguments_and_files_is_said_in_one_sentence() {
    let folder = Folder::new("faults");
    for (arguments, code, said) in [
        (vec!["build", "chess", "KX-K"], 2, "tabula: MATERIAL: column 2: no piece has the letter 'X'\n"),
        (vec!["build", "tictactoe", "K-K"], 2, "tabula: GAME: Tic-tac-toe has no endgame tables\n"),
        (vec!["build", "behemoth", "KQ-K"], 2, "tabula: MATERIAL: a game of chance has no tables\n"),
        (
            vec!["show", "chess", "KQ-K", "--dir", folder.name()],
            1,
            "tabula: there is no table of KQ-K: build it first\n",
        ),
        (vec!["probe", "chess", "8/8 w - - 0 1"], 2, "tabula: FEN: column 1: expected 8 ranks, found 2\n"),
    ] {
        let run = tables(&arguments);
        assert!(run.code == code && run.err.starts_with(said), "{arguments:?}: {} {}", run.code, run.err);
    }
    assert!(tables(&["verify", "chess", "/no/such.ending"]).err.starts_with("tabula: cannot "));
}

#[test]
fn all_endings_of_draughts_with_a_few_men_are_made_at_once() {
    let folder = Folder::new("czech");
    let made = tables(&["build", "czech", "--men", "2", "--out", folder.name(), "--json"]).json();
    let names: Vec<_> = made.as_array().expect("a list").iter().map(|one| one["material"].clone()).collect();
    assert_eq!(names, ["K-K", "K-M", "M-M"]);
    let checked = tables(&["verify", "czech", &folder.file("czech.M-M.ending")]);
    assert!(checked.out.contains("M-M, 760 positions are right"), "{}{}", checked.out, checked.err);
    let asked = tables(&["probe", "czech", "W:WK1:BK10", "--dir", folder.name(), "--json"]).json();
    assert_eq!(asked["fate"]["plies"], 1);
    // The thesis lifts captured pieces at once, and so has tables of its own.
    let other = tables(&["probe", "czech-thesis", "W:WK1:BK10", "--dir", folder.name()]);
    assert!(other.err.contains("there is no table of K-K"), "{}", other.err);
    let refused = tables(&["build", "chess", "--men", "3", "--out", folder.name()]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("this game does not list its materials: name them"), "{}", refused.err);
}
