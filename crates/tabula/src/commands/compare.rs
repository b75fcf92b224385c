//! `tabula compare`: the tables of the search laboratory.

use crate::columns::{Align, grouped, table};
use crate::failure::BadArgument;
use crate::progress;
use crate::style::Style;
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::str::FromStr;
use tabula_core::{Fault, Stop};
use tabula_engine::compare::{Plan, Row, compare};
use tabula_engine::near::unknown;
use tabula_engine::spec::{Kind, Setting, read_settings};
use tabula_engine::{MethodCard, PlayerSpec, Shelf, catalogue};

const EXAMPLES: &str = "Examples:
  tabula compare chess --searches negamax,alphabeta,alphabeta-ordered --depths 2..5
  tabula compare chess --searches mtdf,type-b,probability --set horizon=quiet,order=judged
  tabula compare tictactoe --depths 1..9 --positions 10
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
        if self.json {
            let rows: Vec<_> = rows.iter().map(row_as_json).collect();
            writeln!(out, "{:#}", Value::from(rows))?;
        } else {
            let style = Style::of_stdout(false);
            writeln!(out, "{}", style.strong("Nodes"))?;
            write!(out, "{}", node_table(&plan, &rows, style))?;
            writeln!(out, "\n{}", style.strong("In full"))?;
            write!(out, "{}", full_table(&rows, style))?;
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

/// A line per depth, a column per search.
fn node_table(plan: &Plan, rows: &[Row], style: Style) -> String {
    let mut header = vec![("depth", Align::Right)];
    header.extend(plan.searches.iter().map(|search| (search.as_str(), Align::Right)));
    let lines: Vec<_> = plan
        .depths
        .iter()
        .map(|&depth| {
            let nodes = rows.iter().filter(|row| row.depth == depth).map(|row| grouped(row.nodes));
            std::iter::once(depth.to_string()).chain(nodes).collect()
        })
        .collect();
    table(&header, &lines, style)
}

/// A line per search and depth.
fn full_table(rows: &[Row], style: Style) -> String {
    use Align::{Left, Right};
    let header = [
        ("search", Left),
        ("depth", Right),
        ("value", Right),
        ("nodes", Right),
        ("ms", Right),
        ("nodes/s", Right),
        ("agrees", Right),
        ("best line", Left),
    ];
    let lines: Vec<_> = rows
        .iter()
        .map(|row| {
            let value = match row.values.as_slice() {
                [value] => value.to_string(),
                values => format!("({} positions)", values.len()),
            };
            let agrees = row.agrees.map_or("-".to_string(), |count| format!("{count} of {}", row.values.len()));
            vec![
                row.search.clone(),
                row.depth.to_string(),
                value,
                grouped(row.nodes),
                format!("{:.1}", row.time.as_secs_f64() * 1000.0),
                grouped(row.speed()),
                agrees,
                if row.values.len() == 1 { row.line.join(" ") } else { String::new() },
            ]
        })
        .collect();
    table(&header, &lines, style)
}

fn row_as_json(row: &Row) -> Value {
    json!({
        "search": row.search,
        "exact": row.exact,
        "depth": row.depth,
        "values": row.values.iter().map(|value| value.value()).collect::<Vec<_>>(),
        "line": row.line,
        "nodes": row.nodes,
        "ms": row.time.as_secs_f64() * 1000.0,
        "nps": row.speed(),
        "agrees": row.agrees,
    })
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
