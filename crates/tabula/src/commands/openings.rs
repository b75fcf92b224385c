//! `tabula openings`: positions to begin games from, made by lots and checked by a search.

use super::convert::{described, operation};
use super::thinking::{Thinking, value};
use crate::failure::BadArgument;
use crate::files::Draft;
use crate::progress;
use clap::Args;
use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use tabula_core::{Dice, Limits, Mover, Score};
use tabula_engine::{Clock, Player, Shelf, Table};
use tabula_wire::games;
use tabula_wire::pgn::Tag;

/// Makes balanced or slightly unbalanced openings
///
/// Random moves are played from the start, and a search says what came of them; kept is what lies within the band, each
/// position once. The same arguments make the same openings.
#[derive(Args)]
#[command(after_help = "Examples:
  tabula openings --out balanced.epd --count 500
  tabula openings --out sharp.epd --count 500 --plies 10 --min 60 --max 110 --nodes 50000 --pgn")]
pub(crate) struct Openings {
    /// The game: its id, or the path of a definition
    #[arg(default_value = "chess")]
    game: String,
    /// Where they go, as EPD; `ce` is the value for the player to move
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    count: u32,
    /// Random plies of each
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: u16,
    /// Neither side may be better by less, in hundredths of the game's unit
    #[arg(long, value_name = "CP", default_value_t = 0, value_parser = clap::value_parser!(i32).range(0..=20_000))]
    min: i32,
    /// Neither side may be better by more
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = clap::value_parser!(i32).range(0..=20_000))]
    max: i32,
    /// Which lots are drawn
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Also as games, in a file of the same name that ends in .pgn
    #[arg(long)]
    pgn: bool,
    /// Without any limit, 20,000 nodes
    #[command(flatten)]
    thinking: Thinking,
}

/// Nodes for each position.
const NODES: u64 = 20_000;
/// Tries for each opening that is wanted; a band in which nothing lies must not be searched for ever.
const TRIES: u64 = 500;

impl Openings {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::game(&self.game)?;
        if self.min > self.max {
            let what = format!("{} is more than --max, {}", self.min, self.max);
            return Err(BadArgument::new("--min", what).into());
        }
        let notation = games::dialect(shelf.card()).ending();
        let lines = self.out.with_extension(notation);
        if self.pgn && lines == self.out {
            return Err(
                BadArgument::new("--out", "it takes the positions, and the games of --pgn would replace it").into()
            );
        }
        let mut player = self.thinking.player(&shelf)?;
        let mut positions = Draft::new(&self.out)?;
        let mut pgn = if self.pgn { Some(Draft::new(&lines)?) } else { None };
        let bar = progress::bar(self.count as usize);
        let mut maker =
            Maker { order: self, shelf: &*shelf, dice: Dice::new(self.seed), seen: HashSet::new(), tries: 0 };
        for number in 1..=self.count {
            let (table, score) = maker.next(&mut *player)?;
            let id = format!("opening {number}");
            match described(&table.position(), &id, None) {
                Ok(mut record) => {
                    record.operations.push(operation("ce", &score.value().to_string(), false));
                    writeln!(positions, "{record}")?;
                }
                // Games that EPD does not suit have a line for each position, as they write it.
                Err(_) => writeln!(positions, "{}", table.position())?,
            }
            if let Some(pgn) = &mut pgn {
                let tags = [Tag::new("Event", "Openings"), Tag::new("Round", number.to_string())];
                let gap = if number > 1 { "\n" } else { "" };
                let game = games::export(&*table, &tags, None);
                write!(pgn, "{gap}{}", games::write(&game, games::dialect(table.card())))?;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        positions.finish()?;
        pgn.map_or(Ok(()), Draft::finish)?;
        let (count, tries) = (self.count, maker.tries);
        writeln!(out, "{count} openings of {tries} tries: {}", self.out.display())?;
        Ok(())
    }
}

/// Draws lots until something comes of them.
struct Maker<'a> {
    order: &'a Openings,
    shelf: &'a dyn Shelf,
    dice: Dice,
    seen: HashSet<String>,
    tries: u64,
}

impl Maker<'_> {
    /// The next opening, and its value for the player to move.
    fn next(&mut self, player: &mut dyn Player) -> anyhow::Result<(Box<dyn Table>, Score)> {
        let clock = self.order.thinking.clock_or(Clock { limits: Limits::nodes(NODES), ..Clock::default() });
        while self.tries < TRIES * u64::from(self.order.count) {
            self.tries += 1;
            let Some(table) = self.draw()? else { continue };
            if !self.seen.insert(placed(&table.position())) {
                continue;
            }
            // What is remembered of one position must not colour the value of the next.
            player.ready(&table.record().setup)?;
            let score = value(player, &table.record(), &clock)?;
            if (self.order.min..=self.order.max).contains(&score.value().abs()) {
                return Ok((table, score));
            }
        }
        anyhow::bail!(
            "{} tries found fewer than {} openings between {} and {}: widen the band or change --plies",
            self.tries,
            self.order.count,
            self.order.min,
            self.order.max
        )
    }

    /// A game of random moves; `None` if it was over too soon.
    fn draw(&mut self) -> anyhow::Result<Option<Box<dyn Table>>> {
        let mut table = super::table(self.shelf, None)?;
        let mut plies = self.order.plies;
        while plies > 0 || table.mover() == Mover::Chance {
            let drawn = match table.mover() {
                Mover::Player(_) => {
                    plies = plies.saturating_sub(1);
                    self.dice.pick(&table.legal()).cloned()
                }
                Mover::Chance => {
                    let chances = table.chances();
                    let weights: Vec<_> = chances.iter().enumerate().map(|(i, &(_, weight))| (i, weight)).collect();
                    self.dice.pick_weighted(&weights).map(|i| chances[i].0.clone())
                }
            };
            let Some(code) = drawn else { return Ok(None) };
            table.play(&code)?;
            if table.outcome().is_some() {
                return Ok(None);
            }
        }
        Ok(Some(table))
    }
}

/// A position without its counters.
fn placed(position: &str) -> String {
    position.split_whitespace().take(4).collect::<Vec<_>>().join(" ")
}
