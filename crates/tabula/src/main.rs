//! The program: subcommands that wire the rooms of the house together, and print.
//!
//! Results go to standard output, progress to standard error. Bad arguments end with exit code 2 and one
//! sentence, failures with exit code 1. No rule of any game is known here.

mod columns;
mod commands;
mod console;
mod draw;
mod failure;
mod files;
mod interrupt;
mod kept;
mod live;
mod output;
mod progress;
mod report;
mod style;

use clap::Parser;
use output::Output;
use std::io::Write;
use std::process::ExitCode;

/// What the command line says.
#[derive(Parser)]
#[command(name = "tabula", version, about = "Plays, analyses, trains and rates board games.", after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<commands::Command>,
}

const EXAMPLES: &str = "Examples:
  tabula                       the web page: play, analyse, watch
  tabula games                 the games of the house
  tabula play chess            a game in the terminal
  tabula perft chess 5         counts move paths";

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return failure::refused(&error),
    };
    let mut out = Output;
    let done = commands::run(arguments.command, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}
