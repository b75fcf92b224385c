//! `tabula tables`: endgame tables of chess, its family and draughts, made, checked and asked.

mod build;
mod probe;
mod show;
mod trial;
mod verify;

use crate::failure::BadArgument;
use crate::interrupt;
use crate::progress::Live;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use tabula_core::{Fate, Stop};
use tabula_engine::endings::{Crew, Endgames, Progress, Stage};

/// Makes and asks endgame tables: exact results, and the distance to the end
#[derive(Args)]
#[command(after_help = "Examples:
  tabula tables build chess KQ-K KR-KN --out endings
  tabula tables show chess KR-KN --dir endings
  tabula tables probe chess '8/8/8/3k4/8/8/8/K6R w - - 0 1' --dir endings
  tabula tables trial chess KR-KN --dir endings
  tabula tables verify chess endings/chess.KR-KN.ending
  tabula play chess --opponent tabula:tables=endings")]
pub(crate) struct Tables {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Build(build::Build),
    Verify(verify::Verify),
    Show(show::Show),
    Probe(probe::Probe),
    Trial(trial::Trial),
}

impl Tables {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match &self.what {
            What::Build(command) => command.run(out),
            What::Verify(command) => command.run(out),
            What::Show(command) => command.run(out),
            What::Probe(command) => command.run(out),
            What::Trial(command) => command.run(out),
        }
    }
}

/// The tables of a game in a folder.
fn open(game: &str, folder: &Path) -> anyhow::Result<Box<dyn Endgames>> {
    let shelf = super::game(game)?;
    let name = &shelf.card().name;
    let tables = shelf.endgames(folder);
    let tables = tables.ok_or_else(|| BadArgument::new("GAME", format!("{name} has no endgame tables")))?;
    Ok(tables?)
}

/// The material that an argument names, in the game's own spelling.
fn material(tables: &dyn Endgames, text: &str) -> Result<String, BadArgument> {
    let order = tables.order(&[text.to_owned()]).map_err(|fault| BadArgument::new("MATERIAL", fault))?;
    // What a material needs comes before it.
    order.into_iter().next_back().ok_or_else(|| BadArgument::new("MATERIAL", "it names none"))
}

/// As many threads as the machine has, unless so many are wanted.
fn threads(wanted: Option<usize>) -> usize {
    wanted.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into))
}

/// Lets `work` be done by a crew, and shows how far it is.
fn with_crew<T>(name: &str, threads: usize, stop: &Stop, work: impl FnOnce(&Crew<'_>) -> T) -> T {
    let live: Mutex<Option<Live>> = Mutex::new(None);
    let tell = |progress: Progress| {
        let mut live = live.lock().unwrap_or_else(PoisonError::into_inner);
        let live = live.get_or_insert_with(|| Live::new(progress.span));
        live.tell(progress.done as u64, || format!("{name}: {}", say(progress.stage)));
    };
    let done = work(&Crew { threads, stop, tell: &tell });
    if let Some(live) = live.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
        live.end();
    }
    done
}

fn say(stage: Stage) -> String {
    match stage {
        Stage::Forwards => "one move ahead".into(),
        Stage::Links => "links".into(),
        Stage::Backwards(plies) => format!("back from {plies} plies"),
        Stage::Check => "checking".into(),
    }
}

/// A fate for machines: `win`, `draw` or `loss`, and the plies.
fn fate_json(fate: Option<Fate>) -> serde_json::Value {
    let result = fate.map(|fate| match fate {
        Fate::Win(_) => "win",
        Fate::Draw => "draw",
        Fate::Loss(_) => "loss",
    });
    serde_json::json!({ "result": result, "plies": fate.and_then(Fate::plies) })
}

/// A fate for people: mates are counted in moves.
fn fate_text(fate: Fate) -> String {
    match fate {
        Fate::Draw => "draw".into(),
        Fate::Loss(0) => "lost".into(),
        Fate::Win(0) => "won".into(),
        Fate::Win(plies) => format!("win in {} ({})", moves(plies), counted(plies)),
        Fate::Loss(plies) => format!("loss in {} ({})", moves(plies), counted(plies)),
    }
}

fn counted(plies: u32) -> String {
    if plies == 1 { "1 ply".into() } else { format!("{plies} plies") }
}

/// `1 move`, `12 moves`: the winner's.
fn moves(plies: u32) -> String {
    let moves = plies.div_ceil(2);
    if moves == 1 { "1 move".into() } else { format!("{moves} moves") }
}

/// A flag that Ctrl-C raises.
fn halt() -> Stop {
    interrupt::halt_on_signals()
}
