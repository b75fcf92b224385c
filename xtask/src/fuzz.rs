//! libFuzzer on every reader of text, by cargo-fuzz.
//!
//! cargo-fuzz wants a nightly compiler; `RUSTC_BOOTSTRAP=1` makes the stable one accept the same flags. The
//! address sanitizer is left out: it guards `unsafe` code, and these readers have none.

use crate::{Outcome, house, tools};
use std::process::Command;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// A target of fuzz/targets; all of them in turn if none is named
    #[arg(value_parser = known)]
    target: Option<String>,
    /// How long to fuzz each target
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
}

/// Fuzzes; fails at the first target that found a fault, with the input that shows it.
pub(crate) fn run(options: &Options) -> Outcome {
    let chosen = match &options.target {
        Some(name) => vec![name.clone()],
        None => targets()?,
    };
    tools::need_cargo("cargo-fuzz")?;
    for target in &chosen {
        println!("== {target}, {} s", options.seconds);
        let corpus = house::root().join("fuzz/corpus").join(target);
        std::fs::create_dir_all(&corpus).map_err(|e| format!("cannot make {}: {e}", house::shown(&corpus)))?;
        let status = command(target, options.seconds).status().map_err(|e| format!("cannot run cargo fuzz: {e}"))?;
        if !status.success() {
            return Err(format!("the fuzz target '{target}' failed, see above"));
        }
    }
    println!("{} passed, 0 failed", chosen.len());
    Ok(())
}

fn command(target: &str, seconds: u32) -> Command {
    let mut command = house::cargo();
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("PATH", tools::path())
        .args(["fuzz", "run", "--fuzz-dir", "fuzz", "--target-dir", "target/fuzz", "--sanitizer", "none", target])
        .arg(format!("fuzz/corpus/{target}"));
    // Hand-made inputs from which libFuzzer starts, where a target has some.
    let seeds = format!("fuzz/seeds/{target}");
    if house::root().join(&seeds).is_dir() {
        command.arg(seeds);
    }
    command.args(["--", "-timeout=10", "-print_final_stats=1"]).arg(format!("-max_total_time={seconds}"));
    command
}

/// The name of a target that is there.
fn known(name: &str) -> Result<String, String> {
    let there = targets()?;
    if there.iter().any(|target| target == name) {
        Ok(name.into())
    } else {
        Err(format!("no such target; there are {}", there.join(", ")))
    }
}

/// The names of the targets, in order.
fn targets() -> Result<Vec<String>, String> {
    let folder = house::root().join("fuzz/targets");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("cannot list fuzz/targets: {e}"))?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".rs").map(String::from)).collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_its_line_in_the_manifest() {
        let manifest = std::fs::read_to_string(house::root().join("fuzz/Cargo.toml")).unwrap();
        let table: toml::Table = manifest.parse().unwrap();
        let mut listed: Vec<&str> =
            table["bin"].as_array().unwrap().iter().map(|bin| bin["name"].as_str().unwrap()).collect();
        listed.sort_unstable();
        assert_eq!(targets().unwrap(), listed);
    }
}
