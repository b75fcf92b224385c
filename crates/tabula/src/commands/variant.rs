//! `tabula variant`: definitions of games, checked, begun and shown.

use crate::columns::{Align, table};
use crate::failure::BadArgument;
use crate::style::Style;
use anyhow::Context;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use tabula_chess::Definition;
use tabula_core::{Fault, Faults};
use tabula_engine::catalogue;

/// What a new definition begins with.
const TEMPLATE: &str = include_str!("../../../../definitions/template.toml");

/// Checks, begins or shows the definition of a variant
#[derive(Args)]
#[command(after_help = "Examples:
  tabula variant new caravan            begins caravan.toml
  tabula variant check caravan.toml     lists every fault with its line
  tabula variant show grand             prints a definition that ships
  tabula play ./caravan.toml            a path is a game wherever an id is")]
pub(crate) struct Variant {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Checks definitions: a line per fault, with file and line; exit code 1 if there is any
    Check {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// For machines
        #[arg(long)]
        json: bool,
    },
    /// Begins a definition from a template that explains itself
    New {
        /// What the variant is called; the file is NAME.toml
        name: String,
        /// Another file
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Prints the definition of a game that ships
    Show {
        /// Its id
        game: String,
    },
}

impl Variant {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match &self.what {
            What::Check { files, json } => check(files, *json, out),
            What::New { name, out: file } => begin(name, file.as_deref(), out),
            What::Show { game } => show(game, out),
        }
    }
}

fn check(files: &[PathBuf], json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut broken = 0;
    let mut values = Vec::new();
    for path in files {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let read = Definition::read(&text);
        broken += usize::from(read.is_err());
        if json {
            values.push(match read {
                Ok(definition) => told(&name, &definition),
                Err(faults) => {
                    json!({ "file": name, "ok": false, "faults": faults.0.iter().map(fault).collect::<Vec<_>>() })
                }
            });
            continue;
        }
        match read {
            Ok(definition) => describe(&name, &definition, out)?,
            Err(faults) => list(&name, &faults, out)?,
        }
    }
    if json {
        writeln!(out, "{:#}", Value::from(values))?;
    }
    anyhow::ensure!(broken == 0, "{broken} of {} definitions cannot be played", files.len());
    Ok(())
}

/// A line per fault, in the form that editors jump to.
fn list(name: &str, faults: &Faults, out: &mut dyn Write) -> std::io::Result<()> {
    for Fault { what, line, column } in &faults.0 {
        let line = line.map_or(String::new(), |line| format!("{line}: "));
        let column = column.map_or(String::new(), |column| format!("column {column}: "));
        writeln!(out, "{name}:{line}{}{column}{what}", if line.is_empty() { " " } else { "" })?;
    }
    Ok(())
}

fn fault(fault: &Fault) -> Value {
    json!({ "line": fault.line, "column": fault.column, "what": fault.what })
}

fn describe(name: &str, definition: &Definition, out: &mut dyn Write) -> std::io::Result<()> {
    let shape = definition.shape();
    writeln!(out, "{name}: {} on {}x{}, no fault", definition.name, shape.files(), shape.ranks())?;
    let rows: Vec<_> = definition
        .kinds()
        .map(|card| {
            let royal = if definition.is_royal(card) { "royal".to_owned() } else { card.value.to_string() };
            vec![card.name.clone(), card.letter.to_string(), card.moves.clone(), royal]
        })
        .collect();
    let header = [("piece", Align::Left), ("letter", Align::Left), ("moves", Align::Left), ("value", Align::Right)];
    write!(out, "{}", table(&header, &rows, Style::of_stdout(false)))
}

fn told(name: &str, definition: &Definition) -> Value {
    let shape = definition.shape();
    let pieces: Vec<_> = definition
        .kinds()
        .map(|card| {
            json!({ "name": card.name, "letter": card.letter, "moves": card.moves, "value": card.value,
                    "royal": definition.is_royal(card) })
        })
        .collect();
    json!({ "file": name, "ok": true, "name": definition.name, "about": definition.about,
            "files": shape.files(), "ranks": shape.ranks(), "pieces": pieces })
}

fn begin(name: &str, file: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<()> {
    let stem: String = name.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-");
    if stem.is_empty() || stem.contains(['/', '\\', '"']) {
        return Err(BadArgument::new("NAME", format!("expected a name such as caravan, found '{name}'")).into());
    }
    let path = file.map_or_else(|| PathBuf::from(format!("{stem}.toml")), Path::to_path_buf);
    let text = TEMPLATE.replacen("name = \"My variant\"", &format!("name = \"{}\"", name.escape_default()), 1);
    // Nobody's work is written over.
    let mut made = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)
        .with_context(|| format!("cannot begin {}", path.display()))?;
    made.write_all(text.as_bytes())?;
    let shown = path.display();
    writeln!(out, "{shown} is begun. Change it, then:\n  tabula variant check {shown}\n  tabula play ./{shown}")?;
    Ok(())
}

fn show(game: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let id = catalogue::find(game).map_err(|faults| BadArgument::new("GAME", faults))?.card().id.clone();
    let text = catalogue::definition(&id)
        .ok_or_else(|| BadArgument::new("GAME", format!("'{id}' is not played from a definition")))?;
    write!(out, "{text}")?;
    Ok(())
}
