//! `tabula eval`: what a position is worth without looking ahead, and why.

use super::score;
use crate::columns::{Align, table};
use crate::failure::BadArgument;
use crate::style::Style;
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use tabula_core::{Mover, Score, Side};
use tabula_engine::near::unknown;
use tabula_engine::value::{Term, Valued, Why};

/// Values a position without looking ahead
///
/// All values are for the first player, in the game's unit; that of an evaluator which adds up terms is told term by term:
/// for each side and together, in the middlegame and in the endgame.
#[derive(Args)]
#[command(after_help = "Examples:
  tabula eval
  tabula eval chess --fen 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'
  tabula eval chess --eval classic --json")]
pub(crate) struct Eval {
    /// The game: its id, or the path of a definition
    #[arg(default_value = "chess")]
    game: String,
    /// The position, instead of the start
    #[arg(long, value_name = "F")]
    fen: Option<String>,
    /// One evaluator alone [default: all]
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// For machines
    #[arg(long)]
    json: bool,
}

impl Eval {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::game(&self.game)?;
        let position = super::table(&*shelf, self.fen.as_deref())?;
        let mut values = shelf.values(self.fen.as_deref()).map_err(|faults| BadArgument::new("--fen", faults))?;
        if let Some(wanted) = &self.eval {
            let names: Vec<_> = values.iter().map(|value| value.card.name).collect();
            if !names.contains(&wanted.as_str()) {
                return Err(BadArgument::new("--eval", unknown("evaluator", wanted, &names)).into());
            }
            values.retain(|value| value.card.name == wanted);
        }
        let flip = position.mover() == Mover::Player(Side::Second);
        let seen = |score: Score| if flip { -score } else { score };
        if self.json {
            let values: Vec<_> = values.iter().map(|value| as_json(value, seen(value.score))).collect();
            writeln!(out, "{:#}", json!({ "position": position.position(), "values": values }))?;
            return Ok(());
        }
        let style = Style::of_stdout(false);
        writeln!(out, "position: {}", position.position())?;
        for value in &values {
            if let Some(why) = &value.why {
                writeln!(out, "\n{}", style.strong(value.card.name))?;
                write!(out, "{}", terms(why, &shelf.card().sides, style))?;
            }
        }
        let rows: Vec<_> = values
            .iter()
            .map(|value| vec![value.card.name.into(), seen(value.score).to_string(), value.card.about.into()])
            .collect();
        let header = [("evaluator", Align::Left), ("value", Align::Right), ("", Align::Left)];
        write!(out, "\n{}", table(&header, &rows, style))?;
        Ok(())
    }
}

/// `0.35` in the game's unit.
fn unit(hundredths: i32) -> String {
    Score::estimate(hundredths).to_string()
}

fn terms(why: &Why, [first, second]: &[String; 2], style: Style) -> String {
    let row = |term: &Term| {
        let numbers = [term.first.0, term.first.1, term.second.0, term.second.1];
        let total = [term.first.0 - term.second.0, term.first.1 - term.second.1];
        let numbers = numbers.into_iter().chain(total).map(unit);
        std::iter::once(term.name.to_string()).chain(numbers).chain([term.about.to_string()]).collect()
    };
    let mut rows: Vec<Vec<String>> = why.terms.iter().map(row).collect();
    let gap = String::new;
    rows.push(vec!["together".into(), gap(), gap(), gap(), gap(), unit(why.sum.0), unit(why.sum.1)]);
    let names =
        [format!("{first} mg"), "eg".into(), format!("{second} mg"), "eg".into(), "both mg".into(), "eg".into()];
    let mut header = vec![("term", Align::Left)];
    header.extend(names.iter().map(|name: &String| (name.as_str(), Align::Right)));
    header.push(("", Align::Left));
    let mut text = table(&header, &rows, style);
    text += &format!("middlegame {} of 24, scale of the endgame {} of 64", why.phase, why.scale);
    if why.mating != 0 {
        text += &format!(", help to mate {}", unit(why.mating));
    }
    text + &format!(": {}\n", why.score)
}

fn as_json(value: &Valued, seen: Score) -> Value {
    let why = value.why.as_ref().map(|why| {
        let terms: Vec<_> = why
            .terms
            .iter()
            .map(|term| json!({ "name": term.name, "about": term.about, "first": term.first, "second": term.second }))
            .collect();
        let (phase, scale, mating) = (why.phase, why.scale, why.mating);
        json!({ "terms": terms, "sum": why.sum, "phase": phase, "scale": scale, "mating": mating })
    });
    json!({ "evaluator": value.card.name, "score": score::as_json(seen), "why": why })
}
