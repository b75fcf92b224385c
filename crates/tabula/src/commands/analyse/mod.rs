//! `tabula analyse`: what a player thinks of a position, or of every move of a game.

mod annotate;
mod ownership;

use super::score;
use super::thinking::{Thinking, set};
use crate::columns::{Align, grouped, table};
use crate::failure::BadArgument;
use crate::files;
use crate::kept;
use crate::progress;
use crate::style::Style;
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tabula_core::{Side, Stop};
use tabula_engine::review::{Found, Judgement, Review, Step, look, review};
use tabula_engine::{Clock, Player, Shelf, Table};
use tabula_wire::games;
use tabula_wire::pgn::Numbering;

/// Analyses a position or, move by move, a game
///
/// Values of a position are for the player to move, those of a game for the first player.
///
/// A move is judged by what it costs of the winning chances, from 0 to 100, which a value of c hundredths means:
/// 100 / (1 + exp(-0.00368 c)). From 5 points on it is an inaccuracy (?!), from 10 a mistake (?), from 15 a blunder (??).
/// The move that the analysis would have chosen costs nothing. The accuracy of a move that costs x is
/// 103.17 exp(-0.0435 x) - 3.17, between 0 and 100; that of a player is the mean of all his moves.
#[derive(Args)]
#[command(after_help = "Examples:
  tabula analyse chess --multipv 3 --movetime 5000
  tabula analyse chess --fen '8/8/4k3/8/4K3/8/4P3/8 w - - 0 1' --depth 20 --json
  tabula analyse chess --file game.pgn --nodes 200000 --out annotated.pgn")]
pub(crate) struct Analyse {
    /// The game: its id, or the path of a definition
    game: String,
    /// The position, instead of the start
    #[arg(long, value_name = "F", conflicts_with = "file")]
    fen: Option<String>,
    /// A game in this file, move by move
    #[arg(long, value_name = "GAME.pgn")]
    file: Option<PathBuf>,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1, requires = "file", value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
    /// Where the game goes with its annotations, as PGN
    #[arg(long, short, value_name = "FILE", requires = "file")]
    out: Option<PathBuf>,
    /// How many of the best moves, each with its line
    #[arg(long, value_name = "K", default_value_t = 1, conflicts_with = "file", value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,
    /// Without any limit, a second for a position, a fifth of a second for each move of a game
    #[command(flatten)]
    thinking: Thinking,
    /// For machines
    #[arg(long)]
    json: bool,
}

impl Analyse {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::game(&self.game)?;
        match &self.file {
            Some(file) => self.review(&shelf, file, out),
            None => self.position(&shelf, out),
        }
    }

    fn position(&self, shelf: &Arc<dyn Shelf>, out: &mut dyn Write) -> anyhow::Result<()> {
        let position = super::table(&**shelf, self.fen.as_deref())?;
        if let Some(outcome) = position.outcome() {
            let what = format!("the game is over: {} ({})", outcome.points(), outcome.cause);
            return Err(BadArgument::new("--fen", what).into());
        }
        let (mut player, clock) = (self.thinking.player(shelf)?, self.thinking.clock(Duration::from_secs(1)));
        let lines = usize::from(self.multipv).min(position.legal().len());
        // Who cannot tell of several lines is asked several times.
        let _ = set(&mut *player, &["lines", "multipv"], lines, 1);
        let spinner = progress::spinner("thinking".to_string());
        let found = look(&mut *player, &*position, &clock, lines, &Stop::default(), &mut |info| {
            spinner.set_message(format!("depth {}, {}", info.depth, info.score));
        });
        spinner.finish_and_clear();
        let found = found?;
        if self.json {
            let lines: Vec<_> = found.iter().enumerate().map(|(i, found)| line_as_json(i + 1, found)).collect();
            let json = json!({ "game": shelf.card().id, "position": position.position(), "lines": lines });
            writeln!(out, "{json:#}")?;
            return Ok(());
        }
        writeln!(out, "position: {}", position.position())?;
        write!(out, "{}", lines_table(&found, &*position))?;
        if let Some(insight) = found.iter().find_map(|found| found.insight.as_ref()) {
            write!(out, "{}", ownership::in_words(insight, &*position))?;
        }
        Ok(())
    }

    fn review(&self, shelf: &Arc<dyn Shelf>, file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
        let (mut player, clock) = (self.thinking.player(shelf)?, self.thinking.clock(Duration::from_millis(200)));
        let import = kept::read(file, &**shelf, self.number)?;
        let Some(end) = &import.table else { anyhow::bail!("{}: the game cannot be set up", file.display()) };
        if end.played().is_empty() {
            anyhow::bail!("{}: the game has no moves", file.display());
        }
        let review = self.look_through(&mut *player, &**end, &clock)?;
        if let Some(place) = &self.out {
            let game = annotate::annotated(&import, &review, &player.card().name);
            files::save(place, &games::write(&game, games::dialect(shelf.card())))?;
        }
        let sides = &shelf.card().sides;
        if self.json {
            let moves: Vec<_> = review.steps.iter().map(|step| step_as_json(step, sides)).collect();
            let players: Vec<_> = Side::BOTH.iter().map(|&side| side_as_json(&review, side, sides)).collect();
            let json = json!({ "game": shelf.card().id, "start": end.start(), "moves": moves, "players": players });
            writeln!(out, "{json:#}")?;
            return Ok(());
        }
        write!(out, "{}", moves_table(&review, &end.start()))?;
        for side in Side::BOTH {
            writeln!(out, "{}", side_in_words(&review, side, sides))?;
        }
        Ok(())
    }

    fn look_through(&self, player: &mut dyn Player, end: &dyn Table, clock: &Clock) -> anyhow::Result<Review> {
        let bar = progress::bar(end.played().len());
        let mut steps = Vec::new();
        let done = review(player, end, clock, &Stop::default(), &mut |step| {
            steps.push(step);
            bar.inc(1);
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        done?;
        Ok(Review { steps })
    }
}

fn lines_table(found: &[Found], position: &dyn Table) -> String {
    use Align::{Left, Right};
    // Where a tree grew, how often a move was tried says more than a depth.
    let tree = found.iter().any(|found| found.tries.is_some());
    let rows: Vec<_> = found
        .iter()
        .enumerate()
        .map(|(i, found)| {
            let [how, much] = match found.tries {
                Some(tries) if tree => [format!("{:.1}", tries.chance * 100.0), grouped(tries.visits)],
                _ if tree => [String::new(), String::new()],
                _ => [found.score.to_string(), found.depth.to_string()],
            };
            let line = numbered(&found.texts, Numbering::of_table(position));
            vec![(i + 1).to_string(), how, much, grouped(found.nodes), line]
        })
        .collect();
    let [how, much] = if tree { ["win %", "visits"] } else { ["score", "depth"] };
    let header = [("rank", Right), (how, Right), (much, Right), ("nodes", Right), ("moves", Left)];
    table(&header, &rows, Style::of_stdout(false))
}

/// Moves with their numbers: `1. e4 e5 2. Nf3`.
fn numbered(texts: &[String], mut numbering: Numbering) -> String {
    let mut words = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        if i == 0 || !numbering.second {
            words.push(numbering.text());
        }
        words.push(text.clone());
        numbering = numbering.next();
    }
    words.join(" ")
}

fn moves_table(review: &Review, start: &str) -> String {
    use Align::{Left, Right};
    let mut numbering = Numbering::of_position(start);
    let rows: Vec<_> = review
        .steps
        .iter()
        .map(|step| {
            let name = format!("{} {}", numbering.text(), step.played.text);
            numbering = numbering.next();
            let better = step.better().map_or("", |line| line[0].as_str()).to_string();
            let loss = if step.loss > 0.0 { format!("{:.1}", step.loss) } else { String::new() };
            let judged = step.judgement.map_or("", Judgement::word).to_string();
            vec![name, step.after.to_string(), better, loss, judged]
        })
        .collect();
    let header = [("move", Left), ("score", Right), ("better", Left), ("loss", Right), ("judged", Left)];
    table(&header, &rows, Style::of_stdout(false))
}

fn side_in_words(review: &Review, side: Side, sides: &[String; 2]) -> String {
    let name = &sides[side as usize];
    let Some(accuracy) = review.accuracy(side) else { return format!("{name}: no move") };
    let counts: Vec<_> = Judgement::ALL
        .iter()
        .map(|&judgement| {
            let count = review.count(side, judgement);
            format!("{count} {}", if count == 1 { judgement.word() } else { judgement.plural() })
        })
        .collect();
    format!("{name}: accuracy {accuracy:.1}, {}", counts.join(", "))
}

fn line_as_json(rank: usize, found: &Found) -> Value {
    json!({
        "rank": rank,
        "score": score::as_json(found.score),
        "depth": found.depth,
        "nodes": found.nodes,
        "ms": found.time.as_millis() as u64,
        "moves": found.texts,
        "codes": found.codes,
        "visits": found.tries.map(|tries| tries.visits),
        "chance": found.tries.map(|tries| tries.chance),
        "lead": found.insight.as_ref().map(|insight| insight.lead),
        "owners": found.insight.as_ref().map(|insight| &insight.owners),
    })
}

fn step_as_json(step: &Step, sides: &[String; 2]) -> Value {
    json!({
        "move": step.played.code,
        "text": step.played.text,
        "by": step.played.by.map(|side| &sides[side as usize]),
        "score": score::as_json(step.after),
        "best": step.best.as_ref().map(|best| json!({ "score": score::as_json(best.score), "moves": best.texts, "depth": best.depth })),
        "loss": step.loss,
        "judgement": step.judgement.map(Judgement::word),
    })
}

fn side_as_json(review: &Review, side: Side, sides: &[String; 2]) -> Value {
    let count = |judgement| review.count(side, judgement);
    json!({
        "side": sides[side as usize],
        "accuracy": review.accuracy(side),
        "inaccuracies": count(Judgement::Inaccuracy),
        "mistakes": count(Judgement::Mistake),
        "blunders": count(Judgement::Blunder),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_from_wherever_they_begin() {
        let texts = ["e5", "Nf3", "Nc6"].map(str::to_string);
        assert_eq!(numbered(&texts, Numbering { number: 1, second: true }), "1... e5 2. Nf3 Nc6");
        assert_eq!(numbered(&texts, Numbering { number: 7, second: false }), "7. e5 Nf3 8. Nc6");
        assert_eq!(numbered(&[], Numbering::default()), "");
    }
}
