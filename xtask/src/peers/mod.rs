//! Our speed beside that of other programs, as ratios from one run.
//!
//! Perft on one thread, the last ply counted everywhere, in interleaved rounds (A B C D, A B C D, ...); the
//! median of each. Both clocks are printed: wall time as each program measures itself, and the CPU time that
//! the kernel charged it, which a loaded machine disturbs less. The CPU time of our program and of the crates
//! includes their start; Stockfish, whose start loads a network, is measured from the question to the answer.

mod entrants;

use crate::{Outcome, house, steps, tools};
use entrants::{Entrant, Measured};
use std::io::IsTerminal;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Rounds; the median of each program is compared
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=99))]
    rounds: u32,
    /// Variants, beside Fairy-Stockfish
    #[arg(long)]
    variants: bool,
}

/// A position with the count that everybody has to find.
struct Task {
    game: &'static str,
    name: &'static str,
    fen: &'static str,
    depth: u32,
    nodes: u64,
}

const TASKS: [Task; 2] = [
    Task {
        game: "chess",
        name: "start position",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
        nodes: 119_060_324,
    },
    Task {
        game: "chess",
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        nodes: 193_690_690,
    },
];

/// Starts of variants; both programs count the same.
const VARIANTS: [Task; 5] = [
    Task {
        game: "janus",
        name: "Janus",
        fen: "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1",
        depth: 5,
        nodes: 26_869_186,
    },
    Task {
        game: "embassy",
        name: "Embassy",
        fen: "rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1",
        depth: 5,
        nodes: 28_937_546,
    },
    Task {
        game: "grand",
        name: "Grand",
        fen: "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1",
        depth: 4,
        nodes: 15_921_643,
    },
    Task {
        game: "caparandom",
        name: "Capablanca Random",
        fen: "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w JAja - 0 1",
        depth: 5,
        nodes: 28_741_319,
    },
    Task {
        game: "amazon",
        name: "Amazon",
        fen: "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1",
        depth: 5,
        nodes: 9_319_911,
    },
];

/// Measures and prints.
pub(crate) fn run(options: &Options) -> Outcome {
    if options.variants {
        return run_variants(options.rounds);
    }
    let stockfish = tools::need_debian("stockfish")?;
    let ours = build_ours()?;
    let crates = build_crates()?;
    warn_if_busy();
    let field = [
        Entrant::ours(&ours, 1),
        Entrant::stockfish(&stockfish, "Stockfish"),
        Entrant::of_crate(&crates, "cozy-chess"),
        Entrant::of_crate(&crates, "chess"),
        Entrant::of_crate(&crates, "shakmaty"),
    ];
    println!("ratio: how many times as fast as that program ours is");
    compare(&field, &TASKS, options.rounds)?;
    scaling(&ours, options.rounds)
}

/// Variants beside Fairy-Stockfish.
fn run_variants(rounds: u32) -> Outcome {
    let fairy = tools::need_debian("fairy-stockfish")?;
    let ours = build_ours()?;
    warn_if_busy();
    println!("ratio: how many times as fast as that program ours is");
    compare(&[Entrant::ours(&ours, 1), Entrant::stockfish(&fairy, "Fairy-Stockfish")], &VARIANTS, rounds)
}

fn compare(field: &[Entrant], tasks: &[Task], rounds: u32) -> Outcome {
    for task in tasks {
        println!("\nperft {}, depth {}, {} nodes, {rounds} rounds", task.name, task.depth, task.nodes);
        let medians = race(field, task, rounds)?;
        table(field, task, &medians);
    }
    Ok(())
}

/// How `--threads 2` scales; wall time only, because CPU time adds the threads up.
fn scaling(ours: &std::path::Path, rounds: u32) -> Outcome {
    let field = [Entrant::ours(ours, 1), Entrant::ours(ours, 2)];
    println!("\nperft on two threads against one (wall time; needs two idle cores)");
    for task in &TASKS {
        let medians = race(&field, task, rounds)?;
        println!("{:<16} {:>6.2}", task.name, medians[0].wall / medians[1].wall);
    }
    Ok(())
}

/// The median of every entrant over interleaved rounds.
fn race(field: &[Entrant], task: &Task, rounds: u32) -> Result<Vec<Measured>, String> {
    let mut results = vec![Vec::new(); field.len()];
    for round in 1..=rounds {
        progress(&format!("round {round} of {rounds}"));
        for (entrant, results) in field.iter().zip(&mut results) {
            let measured = entrant.perft(task)?;
            if measured.nodes != task.nodes {
                let Measured { nodes, .. } = measured;
                return Err(format!("{} counts {nodes} for {} instead of {}", entrant.name(), task.name, task.nodes));
            }
            results.push(measured);
        }
    }
    progress("");
    Ok(results.into_iter().map(|results| median(&results)).collect())
}

/// Rewrites the current line, if a person is watching.
fn progress(text: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r{text:<20}\r");
    }
}

fn median(results: &[Measured]) -> Measured {
    let middle = |value: fn(&Measured) -> f64| {
        let mut values: Vec<f64> = results.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0
    };
    Measured { nodes: results[0].nodes, wall: middle(|m| m.wall), cpu: middle(|m| m.cpu) }
}

fn table(field: &[Entrant], task: &Task, medians: &[Measured]) {
    println!("{:<16} {:>9} {:>9} {:>9} {:>12} {:>12}", "", "wall ms", "CPU ms", "Mnps", "ratio, wall", "ratio, CPU");
    let ours = &medians[0];
    for (entrant, m) in field.iter().zip(medians) {
        println!(
            "{:<16} {:>9.1} {:>9.1} {:>9.1} {:>12.2} {:>12.2}",
            entrant.name(),
            m.wall * 1e3,
            m.cpu * 1e3,
            task.nodes as f64 / m.wall / 1e6,
            m.wall / ours.wall,
            m.cpu / ours.cpu,
        );
    }
}

/// Our binary, built as a user builds it.
fn build_ours() -> Result<PathBuf, String> {
    let house = house::House::read()?;
    if !house.own.iter().any(|package| package.binaries.iter().any(|name| name == "tabula")) {
        return Err("there is no binary `tabula` in the workspace yet".into());
    }
    build(&["build", "--release", "--bin", "tabula"])?;
    Ok(house::root().join("target/release/tabula"))
}

/// The crates we compare with, built with the same flags in a workspace of their own.
fn build_crates() -> Result<PathBuf, String> {
    build(&["build", "--release", "--manifest-path", "benches/peers/Cargo.toml", "--target-dir", "target/peers"])?;
    Ok(house::root().join("target/peers/release/peers"))
}

fn build(arguments: &[&str]) -> Outcome {
    let seen = steps::watch(house::cargo().args(arguments))?;
    if seen.success { Ok(()) } else { Err(format!("cargo {} failed", arguments.join(" "))) }
}

fn warn_if_busy() {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let busy: f64 = load.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0.0);
    if busy > 0.5 {
        println!("the machine is busy (load {busy}): trust the CPU times more than the wall times");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_or_the_mean_of_the_two_in_the_middle() {
        let of = |walls: &[f64]| {
            let results: Vec<Measured> = walls.iter().map(|&wall| Measured { nodes: 1, wall, cpu: -wall }).collect();
            let m = median(&results);
            (m.wall, m.cpu)
        };
        assert_eq!(of(&[3.0, 1.0, 9.0]), (3.0, -3.0));
        assert_eq!(of(&[4.0, 1.0, 2.0, 9.0]), (3.0, -3.0));
    }

    #[test]
    fn peers_are_built_like_the_house() {
        let profile = |manifest: &str| {
            let text = std::fs::read_to_string(house::root().join(manifest)).unwrap();
            text.parse::<toml::Table>().unwrap()["profile"]["release"].clone()
        };
        assert_eq!(profile("Cargo.toml"), profile("benches/peers/Cargo.toml"));
    }
}
