//! `tabula compare`: the tables of the search laboratory, and matches between the searches.

mod duels;
mod tables;

use crate::failure::BadArgument;
use crate::report::{self, Report};
use crate::style::Style;
use crate::{files, progress};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use tabula_core::{Fault, Stop};
use tabula_engine::compare::{Plan, compare};
use tabula_engine::near::unknown;
use tabula_engine::spec::{Kind, Setting, read_settings};
use tabula_engine::{MethodCard, PlayerSpec, Shelf, catalogue};

const EXAMPLES: &str = "Examples:
  tabula compare chess --searches negamax,alphabeta,alphabeta-ordered --depths 2..5
  tabula compare chess --searches mtdf,type-b,probability --set horizon=quiet,order=judged
  tabula compare tictactoe --depths 1..9 --positions 10
  tabula compare chess --searches alphabeta-ordered,mtdf --depths 4..6 --match 6 --html searches.html
  tabula compare czech --searches mtdf,probability --depths 6 --match 6 --players probability/8,mtdf/6,mtdf/7
  tabula compare tictactoe --json";

/// The searches with what they do, and examples.
fn help() -> String {
    let mut text = "Searches:\n".to_string();
    // They are the same for every game.
    for card in catalogue::shelves().first().map_or(Vec::new(), |shelf| shelf.searches()) {
        text += &format!("  {:<17}  {}\n", card.name, card.about);
    }
    text + "\n" + EXAMPLES
}

/// Compares searches at fixed depths on the same positions
#[derive(Args)]
#[command(after_help = help())]
pub(crate) struct Compare {
    /// The game: its id, or the path of a definition
    game: String,
    /// The searches, separated by commas [default: all that promise the value of the full tree]
    #[arg(long, value_name = "A,B,..", value_delimiter = ',')]
    searches: Vec<String>,
    /// The evaluator [default: the first of the game]
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// Settings for all of them: horizon=quiet, order=judged, memory=table, iterate=deepen, width=3
    #[arg(long, value_name = "NAME=VALUE,..")]
    set: Option<String>,
    /// The depths: one, a list, or a range with both ends
    #[arg(long, value_name = "1..4", default_value = "1..4")]
    depths: Depths,
    /// On the start position alone, or on N positions reached by random play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,
    /// Which random positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The position to begin from, instead of the start
    #[arg(long, value_name = "F")]
    fen: Option<String>,
    /// Also plays a match of N games between each two of them
    #[arg(long = "match", value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    matches: Option<u16>,
    /// Who plays the matches [default: all searches at the greatest depth]
    #[arg(long, value_name = "SEARCH/DEPTH,..", value_delimiter = ',', requires = "matches")]
    players: Vec<String>,
    /// Writes the tables as a page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// For machines
    #[arg(long)]
    json: bool,
}

/// Depths as people write them: `4`, `2,4,6`, `1..4`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Depths(Vec<u32>);

impl FromStr for Depths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const MOST: u32 = 30;
        let depth = |word: &str| {
            let number = word.trim().parse().ok().filter(|depth| (1..=MOST).contains(depth));
            number.ok_or_else(|| format!("expected a depth from 1 to {MOST}, found '{word}'"))
        };
        let mut depths = Vec::new();
        for part in text.split(',') {
            match part.split_once("..") {
                Some((from, to)) => {
                    let (from, to) = (depth(from)?, depth(to.trim_start_matches('='))?);
                    if from > to {
                        return Err(format!("the range '{part}' is empty"));
                    }
                    depths.extend(from..=to);
                }
                None => depths.push(depth(part)?),
            }
        }
        depths.sort_unstable();
        depths.dedup();
        Ok(Self(depths))
    }
}

impl Compare {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::game(&self.game)?;
        // A broken position would otherwise be found only after the searches were read.
        super::table(&*shelf, self.fen.as_deref())?;
        known("--searches", "search", &self.searches, &shelf.searches())?;
        known("--eval", "evaluator", self.eval.as_slice(), &shelf.evaluators())?;
        let searches = if self.searches.is_empty() {
            shelf.searches().iter().filter(|card| card.exact).map(|card| card.name.to_string()).collect()
        } else {
            self.searches.clone()
        };
        let plan = Plan {
            searches,
            settings: self.settings(&*shelf)?,
            depths: self.depths.0.clone(),
            positions: usize::from(self.positions),
            start: self.fen.clone(),
            seed: self.seed,
        };
        let bar = progress::bar(plan.searches.len() * plan.depths.len());
        let rows = compare(&*shelf, &plan, &Stop::default(), &mut |done, search, depth| {
            bar.set_position(done as u64);
            bar.set_message(format!("{search}, depth {depth}"));
        });
        bar.finish_and_clear();
        let rows = rows?;
        let matches = self.matches.map(|games| duels::event(&shelf, &plan, &self.players, games.into())).transpose()?;
        let played = matches.map(|event| {
            let bar = progress::bar(event.schedule().len());
            let (standings, results) = duels::play(&event, &|done| bar.set_position(done));
            bar.finish_and_clear();
            (event, standings, results)
        });
        let report = played.as_ref().map(|(event, standings, results)| Report {
            event,
            standings,
            planned: event.schedule().len(),
            test: None,
            anchors: &[],
            winner: None,
            results,
        });
        if let Some(place) = &self.html {
            let mut page = tables::page(&shelf.card().name, &plan, &rows);
            report.iter().for_each(|report| page.crosstable("Matches: won-drawn-lost", report));
            files::save(place, &page.finish())?;
        }
        if self.json {
            let rows = Value::from(rows.iter().map(tables::row_as_json).collect::<Vec<_>>());
            let told = match &report {
                Some(report) => json!({ "rows": rows, "matches": report::json(report, false) }),
                None => rows,
            };
            writeln!(out, "{told:#}")?;
        } else {
            let style = Style::of_stdout(false);
            write!(out, "{}", tables::text(&plan, &rows, style))?;
            if let Some(report) = &report {
                write!(out, "\n{}", report::text(report, style))?;
            }
        }
        Ok(())
    }
}

impl Compare {
    /// What `--set` and `--eval` say, tried on a player.
    fn settings(&self, shelf: &dyn Shelf) -> Result<Vec<Setting>, BadArgument> {
        let bad = |fault| BadArgument::new("--set", fault);
        let mut settings = self.set.as_deref().map_or(Ok(Vec::new()), read_settings).map_err(bad)?;
        for setting in &settings {
            // A setting for all would silently overrule what the table says of each row.
            let instead = match setting.name.as_str() {
                "search" => "'--searches' says which searches are compared",
                "eval" => "'--eval' says which evaluator is used",
                "depth" => "'--depths' says how deep they look",
                "nodes" | "movetime" => "the depths alone limit what is compared",
                _ => continue,
            };
            return Err(bad(Fault::at(setting.column, format!("'{}' cannot be set here: {instead}", setting.name))));
        }
        shelf.player(&PlayerSpec { kind: Kind::Tabula, settings: settings.clone() }).map_err(bad)?;
        settings.extend(self.eval.iter().map(|eval| Setting { name: "eval".into(), value: eval.clone(), column: 1 }));
        Ok(settings)
    }
}

/// Refuses words that name no method.
fn known(place: &str, kind: &str, words: &[String], methods: &[MethodCard]) -> Result<(), BadArgument> {
    let names: Vec<_> = methods.iter().map(|card| card.name).collect();
    match words.iter().find(|word| !names.contains(&word.as_str())) {
        Some(word) => Err(BadArgument::new(place, unknown(kind, word, &names))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_a_number_a_list_or_a_range() {
        for (text, depths) in [("4", vec![4]), ("1..4", vec![1, 2, 3, 4]), ("6,2..=3", vec![2, 3, 6])] {
            assert_eq!(text.parse(), Ok(Depths(depths)));
        }
    }

    #[test]
    fn bad_depths_are_named() {
        for (text, said) in [
            ("", "expected a depth from 1 to 30, found ''"),
            ("0", "expected a depth from 1 to 30, found '0'"),
            ("4..2", "the range '4..2' is empty"),
            ("1..x", "expected a depth from 1 to 30, found 'x'"),
        ] {
            assert_eq!(text.parse::<Depths>(), Err(said.to_string()));
        }
    }
}
