//! What a change has to pass, on anyone's machine and in CI alike.

use crate::steps::{Steps, Tally, watch};
use crate::{Outcome, check, house, page, tools};
use std::process::Command;

/// All steps, even after one has failed: whoever mends things wants the whole list.
pub(crate) fn run() -> Outcome {
    let mut steps = Steps::default();
    steps.step("format", format);
    steps.step("lints", || one(cargo("clippy --workspace --all-targets -- -D warnings")));
    steps.step("check", || Ok(Tally::one(check::run().inspect_err(|what| eprintln!("{what}")).is_ok())));
    steps.step("tests", tests);
    steps.step("doc tests", || tests_of(cargo("test --workspace --doc")));
    steps.step("docs", || one(cargo("doc --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings")));
    steps.step("page", page::run);
    if tools::find("cargo-deny").is_some() {
        // Advisories appear overnight and need the network: they are for `cargo xtask deny`, not for every change.
        steps.step("deny", || one(cargo("deny --all-features check bans licenses sources")));
    } else {
        println!("== deny\nskipped: cargo-deny is not installed (`cargo xtask deny` installs and runs it);");
        println!("the licences of all dependencies were compared with deny.toml by `check`");
    }
    steps.finish()
}

/// The house and the two small workspaces beside it.
fn format() -> Result<Tally, String> {
    let mut success = true;
    for manifest in ["Cargo.toml", "benches/peers/Cargo.toml", "fuzz/Cargo.toml"] {
        let mut command = cargo("fmt --all --check --manifest-path");
        success &= watch(command.arg(manifest))?.success;
    }
    Ok(Tally::one(success))
}

fn tests() -> Result<Tally, String> {
    if tools::find("cargo-nextest").is_some() {
        tests_of(cargo("nextest run --workspace --no-fail-fast --status-level slow --final-status-level fail"))
    } else {
        tests_of(cargo("test --workspace --lib --bins --tests --no-fail-fast"))
    }
}

fn cargo(arguments: &str) -> Command {
    let mut command = house::cargo();
    command.env("PATH", tools::path()).args(arguments.split(' '));
    command
}

fn one(mut command: impl std::borrow::BorrowMut<Command>) -> Result<Tally, String> {
    Ok(Tally::one(watch(command.borrow_mut())?.success))
}

fn tests_of(mut command: Command) -> Result<Tally, String> {
    Ok(Tally::of_tests(&watch(&mut command)?))
}
