//! The chores of the house, as one program: `cargo xtask COMMAND`.
//!
//! | command | what it does |
//! |---|---|
//! | `check` | the map against the manifests, the invariants of absence, licences |
//! | `test` | everything that a change has to pass; CI runs exactly this |
//! | `deny` | cargo-deny, installed if need be: advisories, licences, sources, duplicates |
//! | `peers` | our speed beside that of other programs, as ratios from one run |
//! | `fuzz` | libFuzzer on every reader of text |
//!
//! It is no part of the product: nothing in `crates/` knows of it.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program of chores talks to the terminal")]

mod check;
mod deny;
mod fuzz;
mod house;
mod page;
mod peers;
mod steps;
mod test;
mod tools;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// What a chore says when it fails: one sentence.
type Outcome = Result<(), String>;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The chores of the house")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Compare the map in ARCHITECTURE.md with the manifests and the sources
    Check,
    /// Formatting, lints, check, all tests: what a change has to pass
    Test,
    /// Run cargo-deny on the dependencies; installs it into target/tools if missing (several minutes)
    Deny,
    /// Measure perft beside Stockfish and the crates cozy-chess, chess and shakmaty
    Peers(peers::Options),
    /// Fuzz one reader of text, or all of them in turn
    Fuzz(fuzz::Options),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Check => check::run(),
        Chore::Test => test::run(),
        Chore::Deny => deny::run(),
        Chore::Peers(options) => peers::run(&options),
        Chore::Fuzz(options) => fuzz::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("xtask: {what}");
            ExitCode::FAILURE
        }
    }
}
