//! Programs that chores need and that a fresh machine lacks: installed under `target/tools`, never by hand.

use crate::house;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// Where chores install programs.
fn home() -> PathBuf {
    house::root().join("target/tools")
}

/// The program `name`, from `target/tools` or from the path; `None` if it is in neither.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    search_path().into_iter().map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The path with `target/tools/bin` in front, so that `cargo NAME` finds what we installed.
pub(crate) fn path() -> OsString {
    std::env::join_paths(search_path()).unwrap_or_else(|_| std::env::var_os("PATH").unwrap_or_default())
}

fn search_path() -> Vec<PathBuf> {
    let outer = std::env::var_os("PATH").unwrap_or_default();
    // Debian puts games, and Stockfish with them, where the path of root does not look.
    std::iter::once(home().join("bin"))
        .chain(std::env::split_paths(&outer))
        .chain([PathBuf::from("/usr/games")])
        .collect()
}

/// Sees to it that the cargo subcommand `name` is there.
pub(crate) fn need_cargo(name: &str) -> crate::Outcome {
    if find(name).is_some() {
        return Ok(());
    }
    println!("installing {name} into target/tools; this takes some minutes, once");
    let done = house::cargo().args(["install", "--locked", name, "--root"]).arg(home()).status();
    match done {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo install {name} failed with {status}")),
        Err(e) => Err(format!("cannot run cargo install: {e}")),
    }
}

/// Sees to it that the Debian package `name`, with a program of the same name, is there.
pub(crate) fn need_debian(name: &str) -> Result<PathBuf, String> {
    if let Some(file) = find(name) {
        return Ok(file);
    }
    let how = format!("apt-get install -y {name}");
    if !nix::unistd::geteuid().is_root() {
        return Err(format!("{name} is missing and only root can install it: sudo {how}"));
    }
    // A fresh machine has no list of packages yet.
    for arguments in [&["update"][..], &["install", "-y", name]] {
        println!("apt-get {}", arguments.join(" "));
        let done = Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive").status();
        match done {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(format!("`{how}` failed with {status}")),
            Err(e) => return Err(format!("cannot run apt-get ({e}); install {name} with your system's packages")),
        }
    }
    find(name).ok_or_else(|| format!("{name} was installed, but there is no program of that name in the path"))
}
