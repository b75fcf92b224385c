//! `tabula bench`: the signature and the speed of a search.

use crate::progress;
use clap::Args;
use std::io::Write;
use tabula_core::Stop;
use tabula_engine::{Clock, Spec, bench};

/// Searches fixed positions to a fixed depth on one thread
///
/// The last line is `N nodes M nps`. The number of nodes is the same on every run and machine, and changes when the
/// search or the evaluation does.
#[derive(Args)]
#[command(after_help = "Examples:
  tabula bench
  tabula bench tictactoe
  tabula bench chess --depth 12 --player tabula:eval=classic
  tabula bench --beside 'uci:/usr/games/stockfish?Use NNUE=false'")]
pub(crate) struct Bench {
    /// The game: its id, or the path of a definition
    #[arg(default_value = "chess")]
    game: String,
    /// How deep, instead of the game's usual depth
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Who searches
    #[arg(long, value_name = "SPEC", default_value = "tabula")]
    player: Spec,
    /// Another player, who visits as many nodes of each position in turn: the ratio of speeds is told before the last line
    #[arg(long, value_name = "SPEC")]
    beside: Option<Spec>,
}

impl Bench {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::game(&self.game)?;
        let mut player = super::seat(&shelf, "--player", &self.player)?;
        let mut peer = self.beside.as_ref().map(|spec| super::seat(&shelf, "--beside", spec)).transpose()?;
        let records = bench::positions(&*shelf)?;
        let depth = self.depth.unwrap_or_else(|| bench::depth(&shelf.card().id));
        let bar = progress::bar(records.len());
        let (mut all, mut theirs) = (bench::Count::default(), bench::Count::default());
        for record in &records {
            let count = bench::ask(&mut *player, record, &Clock::depth(depth), &Stop::default())?;
            all.add(count);
            if let Some(peer) = &mut peer {
                theirs.add(bench::ask(&mut **peer, record, &Clock::nodes(count.nodes), &Stop::default())?);
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        writeln!(out, "{} positions to depth {depth} in {:.2} s", records.len(), all.time.as_secs_f64())?;
        if let Some(peer) = &peer {
            let ratio = all.speed() as f64 / theirs.speed().max(1) as f64;
            let name = &peer.card().name;
            writeln!(out, "{ratio:.2} times the speed of {name}: {} nodes {} nps", theirs.nodes, theirs.speed())?;
        }
        writeln!(out, "{} nodes {} nps", all.nodes, all.speed())?;
        Ok(())
    }
}
