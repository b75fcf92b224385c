//! From games to a net that plays, as people and scripts do it: `data`, `label`, `train`, `selfplay`.

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
    let [net, small] = ["net.safetensors", "small"].map(|name| run.join(name));
    let (code, out, err) = tabula(&["net", "shrink", text(&net), "--out", text(&small)]);
    assert!(code == 0 && out.contains(" bytes, now "), "{out}{err}");
    for net in [&net, &small] {
        let (code, out, err) = tabula(&["net", "show", text(net)]);
        assert!(code == 0 && out.contains("game    chess\n") && out.contains("weights 152,833\n"), "{out}{err}");
        let player = format!("tabula:net={}", text(net));
        let (code, out, err) = tabula(&["analyse", "chess", "--depth", "2", "--player", &player]);
        assert!(code == 0 && !out.is_empty(), "{out}{err}");
    }
    let bytes = std::fs::read(&net).unwrap();
    assert!(std::fs::metadata(&small).unwrap().len() * 2 < bytes.len() as u64 + 10_000);
    std::fs::write(&small, &bytes[..bytes.len() - 1]).unwrap();
    let (code, out, err) = tabula(&["net", "show", text(&small)]);
    assert!(code == 2 && out.is_empty() && err.contains("cut short"), "{out}{err}");
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

/// An engine that judges by one look of a network, made of a shell script: it counts the stones it is told of, trusts
/// all points alike, and passes after twelve. It dies after `asks` questions if that is more than nothing.
#[cfg(unix)]
fn network(asks: u32) -> String {
    let rows = |row: &str| format!("{row}\\n").repeat(9);
    let (policy, owners) = (rows(&"0.01 ".repeat(9)), rows(&"0.5 ".repeat(9)));
    let values = "symmetry 0\\nwhiteWin 0.4$((n%10))\\nwhiteLoss 0.5\\nwhiteLead -$n.25";
    format!(
        "while read line; do case \"$line\" in
         name) printf '= Fake\\n\\n';;
         list_commands) printf '= name\\nkata-set-rules\\nkata-raw-nn\\n\\n';;
         clear_board) n=0; printf '=\\n\\n';;
         play*) n=$((n+1)); printf '=\\n\\n';;
         kata-raw-nn*) asked=$((asked+1)); [ $asked = {asks} ] && exit 3
           pass=0.1; [ $n -gt 12 ] && pass=9
           printf \"= {values}\\npolicy\\n{policy}policyPass $pass\\nwhiteOwnership\\n{owners}\\n\";;
         quit) exit;;
         *) printf '=\\n\\n';;
         esac; done"
    )
}

/// The engine as a script beside the games, always by the same name.
#[cfg(unix)]
fn engine(folder: &Path, script: &str) -> String {
    let place = folder.join("engine.sh");
    std::fs::write(&place, script).expect("the folder of the tests can be written");
    format!("gtp:sh {}", text(&place))
}

#[cfg(unix)]
#[test]
fn games_of_go_are_judged_by_a_network_and_a_run_that_was_broken_off_ends_in_the_same_bytes() {
    let folder = folder("go9");
    let [whole, broken] = ["whole", "broken"].map(|name| folder.join(name));
    let player = engine(&folder, &network(0));
    let label = |out: &Path, more: &[&str]| {
        let wanted = ["label", "go9", "--out", text(out), "--player", &player, "--games", "22"];
        tabula(&[&wanted[..], more].concat())
    };
    let (code, out, err) = label(&whole, &["--concurrency", "2", "--json"]);
    assert!(code == 0 && out.contains("\"games\":22") && out.contains("\"finished\":true"), "{out}{err}");
    let bytes = std::fs::read(&whole).unwrap();
    // The engine falls over in the middle of a game: the games before are kept.
    engine(&folder, &network(60));
    let (code, _, err) = label(&broken, &[]);
    assert!(code == 1 && err.contains("'kata-raw-nn': it ended (exit status: 3)"), "{err}");
    assert!(err.contains(" whole games, and the same command goes on"), "{err}");
    let kept = std::fs::read(&broken).unwrap();
    assert!(!kept.is_empty() && kept.len() < bytes.len() && bytes.starts_with(&kept));
    // The machine falls over in the middle of a game, too: half of it is torn off.
    engine(&folder, &network(0));
    std::fs::write(&broken, &bytes[..kept.len() + 1000]).unwrap();
    let (code, out, err) = label(&broken, &[]);
    assert!(code == 0 && out.contains(": 22 games, ") && out.contains("Fake by kata-raw-nn"), "{out}{err}");
    assert!(std::fs::read(&broken).unwrap() == bytes);
    // Other lots want another file.
    let (code, _, err) = label(&broken, &["--seed", "2"]);
    assert!(code == 2 && err.contains("it was made otherwise"), "{err}");
    // It is a teacher.
    let run = folder.join("run");
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/go9.toml");
    let learn = ["selfplay", config, "--out", text(&run), "--teacher", text(&whole), "--epochs", "1", "--rounds", "0"];
    let (code, out, err) = tabula(&learn);
    assert!(code == 0 && out.starts_with("learnt go9: 0 rounds"), "{out}{err}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let folder = folder("go9-killed");
    let [whole, killed] = ["whole", "killed"].map(|name| folder.join(name));
    let player = engine(&folder, &network(0));
    let label = |out| ["label", "go9", "--games", "12", "--player", player.as_str(), "--out", out];
    assert_eq!(tabula(&label(text(&whole))).0, 0);
    // Slower, so that it is killed in the middle.
    engine(&folder, &network(0).replace("asked=$((asked+1));", "asked=$((asked+1)); sleep 0.01;"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
    command.args(label(text(&killed))).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut running = command.spawn().expect("the program was built by this test run");
    let begun = std::time::Instant::now();
    while std::fs::metadata(&killed).map_or(0, |there| there.len()) == 0 && begun.elapsed().as_secs() < 120 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    running.kill().unwrap();
    running.wait().unwrap();
    let (bytes, kept) = (std::fs::read(&whole).unwrap(), std::fs::read(&killed).unwrap());
    assert!(kept.len() < bytes.len() && bytes.starts_with(&kept), "{} of {}", kept.len(), bytes.len());
    engine(&folder, &network(0));
    let (code, out, err) = tabula(&label(text(&killed)));
    assert!(code == 0 && out.contains(": 12 games, "), "{out}{err}");
    assert!(std::fs::read(&killed).unwrap() == bytes);
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn an_engine_that_cannot_judge_is_refused_and_one_without_owners_is_marked_so() {
    let folder = folder("go9-engines");
    let out = folder.join("judged");
    let label =
        |player: &str| tabula(&["label", "go9", "--out", text(&out), "--player", player, "--games", "1", "--json"]);
    let (code, _, err) = label(&engine(&folder, &network(0).replace("kata-raw-nn\\n", "")));
    assert!(
        code == 2 && err.contains("Fake does not analyse positions: it knows none of the orders kata-raw-nn"),
        "{err}"
    );
    let (code, _, err) = label("tabula:level=3");
    assert!(code == 2 && err.contains("expected an engine that speaks the Go Text Protocol"), "{err}");
    let (code, _, err) = label(&engine(&folder, &network(0).replace("whiteWin 0.4", "whiteWin garbage")));
    assert!(code == 1 && err.contains("said what is no answer to 'kata-raw-nn' ('garbage"), "{err}");
    assert!(!out.exists() || std::fs::read(&out).unwrap().is_empty());
    let line = "info move pass visits 900 winrate 4802 prior 9000 lcb 4781 order 0 pv pass";
    let leela = network(0).replace("kata-raw-nn\\n", "lz-analyze\\n").replace(
        "kata-raw-nn*)",
        &format!("lz-analyze*) printf '=\\n{line}\\n'; read line; printf '\\n= Fake\\n\\n';; no-such-order)"),
    );
    let (code, out, err) = label(&engine(&folder, &leela));
    assert!(code == 0 && err.contains("which are marked as not known"), "{out}{err}");
    let all = |key: &str| out.split(&format!("\"{key}\":")).nth(1).and_then(|rest| rest.split([',', '}']).next());
    assert_eq!(all("new_positions"), all("new_positions_without_owners"), "{out}");
    std::fs::remove_dir_all(folder).unwrap();
}
