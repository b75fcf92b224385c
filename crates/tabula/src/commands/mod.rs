//! The subcommands, a file each.

mod analyse;
mod bench;
mod book;
mod compare;
mod contest;
mod convert;
mod data;
mod eval;
mod games;
mod gauntlet;
mod gomocup;
mod gtp;
mod hub;
mod keeping;
mod label;
mod net;
mod openings;
mod perft;
mod play;
mod rate;
mod running;
mod score;
mod selfplay;
mod serve;
mod show;
mod solve;
mod sprt;
mod tables;
mod thinking;
mod tournament;
mod train;
mod tune;
mod uci;
mod variant;
mod versus;
mod xboard;

use crate::failure::BadArgument;
use clap::Subcommand;
use std::io::Write;
use std::sync::Arc;
use tabula_arena::{Entrant, Patience, TimeControl};
use tabula_engine::{Player, Setup, Shelf, Spec, Table, catalogue};

/// What the program can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(serve::Serve),
    Games(games::Games),
    Play(play::Play),
    Show(show::Show),
    Perft(perft::Perft),
    Bench(bench::Bench),
    Compare(compare::Compare),
    Convert(convert::Convert),
    Uci(uci::Uci),
    Match(versus::Match),
    Sprt(sprt::SprtCommand),
    Gauntlet(gauntlet::Gauntlet),
    Tournament(tournament::Tournament),
    Rate(rate::Rate),
    Data(data::Data),
    Label(label::Label),
    Xboard(xboard::Xboard),
    Hub(hub::Hub),
    Gomocup(gomocup::Gomocup),
    Gtp(gtp::Gtp),
    Book(book::Book),
    Tables(tables::Tables),
    Solve(solve::Solve),
    Analyse(analyse::Analyse),
    Train(train::Train),
    Net(net::Net),
    Tune(tune::Tune),
    Selfplay(selfplay::Selfplay),
    Openings(openings::Openings),
    Eval(eval::Eval),
    Variant(variant::Variant),
}

/// Runs a command; without one, serves the page.
pub(crate) fn run(command: Option<Command>, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        None => serve::Serve::usual().run(out),
        Some(Command::Serve(command)) => command.run(out),
        Some(Command::Games(command)) => command.run(out),
        Some(Command::Play(command)) => command.run(out),
        Some(Command::Show(command)) => command.run(out),
        Some(Command::Perft(command)) => command.run(out),
        Some(Command::Bench(command)) => command.run(out),
        Some(Command::Compare(command)) => command.run(out),
        Some(Command::Convert(command)) => command.run(out),
        Some(Command::Uci(_)) => uci::Uci::run(),
        Some(Command::Match(command)) => command.run(out),
        Some(Command::Sprt(command)) => command.run(out),
        Some(Command::Gauntlet(command)) => command.run(out),
        Some(Command::Tournament(command)) => command.run(out),
        Some(Command::Rate(command)) => command.run(out),
        Some(Command::Data(command)) => command.run(out),
        Some(Command::Label(command)) => command.run(out),
        Some(Command::Xboard(_)) => xboard::Xboard::run(),
        Some(Command::Hub(_)) => hub::Hub::run(),
        Some(Command::Gomocup(_)) => gomocup::Gomocup::run(),
        Some(Command::Gtp(command)) => command.run(),
        Some(Command::Book(command)) => command.run(out),
        Some(Command::Tables(command)) => command.run(out),
        Some(Command::Solve(command)) => command.run(out),
        Some(Command::Analyse(command)) => command.run(out),
        Some(Command::Train(command)) => command.run(out),
        Some(Command::Net(command)) => command.run(out),
        Some(Command::Tune(command)) => command.run(out),
        Some(Command::Selfplay(command)) => command.run(out),
        Some(Command::Openings(command)) => command.run(out),
        Some(Command::Eval(command)) => command.run(out),
        Some(Command::Variant(command)) => command.run(out),
    }
}

/// The game that an argument names.
fn game(name: &str) -> Result<Arc<dyn Shelf>, BadArgument> {
    catalogue::find(name).map_err(|faults| BadArgument::new("GAME", faults))
}

/// The player that an argument names: of this house, or a program that is started.
fn seat(shelf: &Arc<dyn Shelf>, argument: &str, spec: &Spec) -> Result<Box<dyn Player>, BadArgument> {
    // The arena knows how to seat anyone; its time control is not used here.
    let entrant = Entrant { name: spec.to_string(), spec: spec.clone(), control: TimeControl::Own, log: None };
    entrant.seat(shelf, Patience::default()).map_err(|fault| BadArgument::new(argument, fault))
}

/// A table with the position of `--fen` on it, or the usual start.
fn table(shelf: &dyn Shelf, fen: Option<&str>) -> Result<Box<dyn Table>, BadArgument> {
    let setup = Setup { game: shelf.card().id.clone(), start: fen.map(str::to_string) };
    shelf.table(&setup).map_err(|faults| BadArgument::new("--fen", faults))
}
