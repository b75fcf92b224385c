//! From games to a net that plays, as people and scripts do it: `data`, `label`, `train`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn tabula(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
    command.args(arguments).env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    let output = command.output().expect("the program was built by this test run");
    let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
    (output.status.code().expect("no signal ends it"), text(output.stdout), text(output.stderr))
}

/// A folder of this test run alone.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("learning-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder of the tests can be written");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the folder of the tests has a plain name")
}

#[test]
fn games_become_labels_and_labels_a_net_that_plays() {
    let folder = folder("all");
    let [games, labels, run] = ["games", "labels", "run"].map(|name| folder.join(name));
    let made = tabula(&["data", "chess", "--out", text(&games), "--games", "4", "--nodes", "50"]);
    assert_eq!(made.0, 0, "{}", made.2);
    let label = ["label", text(&games), "--out", text(&labels), "--scores"];
    let (code, out, err) = tabula(&label);
    assert!(code == 0 && out.contains(" labelled positions, "), "{out}{err}");
    let whole = std::fs::read(&labels).unwrap();
    // What a crash tears is written anew, and a file that is whole stays as it is.
    std::fs::write(&labels, &whole[..whole.len() - 3]).unwrap();
    for _ in 0..2 {
        assert_eq!(tabula(&label).0, 0);
        assert!(std::fs::read(&labels).unwrap() == whole);
    }
    let train = ["train", "model1", text(&labels), "--out", text(&run), "--epochs", "2", "--batch", "16"];
    let (code, out, err) = tabula(&train);
    assert!(code == 0 && out.starts_with("trained model1 on "), "{out}{err}");
    let again = tabula(&train);
    assert!(again.0 == 0 && again.1.contains("is over already"), "{}{}", again.1, again.2);
    assert!(std::fs::read_to_string(run.join("curve.csv")).unwrap().starts_with("epoch,loss,held_out_loss"));
    let player = format!("tabula:net={}", text(&run.join("net.safetensors")));
    let (code, out, err) = tabula(&["analyse", "chess", "--depth", "2", "--player", &player]);
    assert!(code == 0 && !out.is_empty(), "{out}{err}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn positions_are_labelled_once_each_and_what_is_none_is_told_with_its_line() {
    let folder = folder("text");
    let [positions, labels] = ["p.epd", "labels"].map(|name| folder.join(name));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    std::fs::write(&positions, format!("{start} id \"a\";\n8/8 w - -\n{start} 3 9\n")).unwrap();
    let arguments = ["label", text(&positions), "--out", text(&labels), "--depth", "2"];
    let (code, out, err) = tabula(&arguments);
    assert!(code == 1 && out.contains(": 1 labelled positions, 1 of them new"), "{out}{err}");
    assert!(err.contains("p.epd line 2: ") && err.contains("one line is no position"), "{err}");
    // Other labels want another file.
    let (code, _, err) = tabula(&["label", text(&positions), "--out", text(&labels), "--depth", "3"]);
    assert!(code == 2 && err.contains("it was made otherwise"), "{err}");
    let (code, _, err) = tabula(&["label", text(&positions), "--out", text(&folder.join("x")), "--scores"]);
    assert!(code == 2 && err.contains("has none; who is to label it is told by --player"), "{err}");
    let (code, _, err) = tabula(&["train", "model2", text(&positions), "--out", text(&folder.join("run"))]);
    assert!(code == 2 && err.contains("it is no file of labelled positions"), "{err}");
    std::fs::remove_dir_all(folder).unwrap();
}
