//! `tabula selfplay`: a network that learns a game by playing against itself.

use crate::failure::BadArgument;
use crate::interrupt::halt_on_signals;
use crate::progress::Live;
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use tabula_lab::selfplay::{self, Config, News, Round, Wish};

/// Trains a network by self-play
///
/// CONFIG says which game, which net, and how games are played and learnt from; configs/ has some. The folder of a run holds the net
/// that plays (net.safetensors, a player as tabula:net=FILE), all games, and the log of the run (run.json,
/// log.jsonl, games.jsonl). A run that was stopped or killed goes on with --resume, and ends as if it had not been. A folder below
/// runs/ in the data of `tabula serve` is drawn on its page while the run goes on.
#[derive(Args)]
#[command(after_help = "The last line is `learnt GAME: N rounds, M games, net FILE`.

Examples:
  tabula selfplay configs/tictactoe.toml --out runs/tictactoe
  tabula selfplay configs/tictactoe.toml --out runs/tictactoe --resume
  tabula selfplay configs/go9.toml --out runs/go9 --teacher go9-teacher.bin --epochs 4
  tabula match tabula:net=runs/go9/net.safetensors tabula --game go9")]
pub(crate) struct Selfplay {
    /// The configuration, in TOML
    config: PathBuf,
    /// The folder of the run
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// Goes on with the run in that folder
    #[arg(long)]
    resume: bool,
    /// A net to begin with, with the layers of the configuration
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Positions with a strong player's judgement, learnt from before any game is played (go9, not compressed)
    #[arg(long, value_name = "FILE")]
    teacher: Option<PathBuf>,
    /// How often the teacher's positions are gone through
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000), requires = "teacher")]
    epochs: u32,
    /// Rounds of playing and learning, instead of those in the configuration; 0 to hear the teacher only
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The summary as JSON
    #[arg(long)]
    json: bool,
}

impl Selfplay {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        // Before any thread is started.
        let stop = halt_on_signals();
        let text = std::fs::read_to_string(&self.config)
            .map_err(|error| BadArgument::new("CONFIG", format!("cannot read {}: {error}", self.config.display())))?;
        let mut config = Config::read(&text)
            .map_err(|fault| BadArgument::new("CONFIG", format!("{}: {fault}", self.config.display())))?;
        config.rounds = self.rounds.unwrap_or(config.rounds);
        let (from, teacher) = (bytes(self.from.as_deref())?, bytes(self.teacher.as_deref())?);
        let title = self.out.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let wish = Wish {
            folder: &self.out,
            title: &title,
            command: std::env::args().collect(),
            resume: self.resume,
            from: from.as_deref(),
            teacher: teacher.as_deref(),
            epochs: self.epochs,
            threads: self.threads.into(),
            stop: &stop,
        };
        let mut live = Live::new(config.rounds as usize);
        let mut last = String::new();
        let summary = selfplay::learn(&config, &text, &wish, &mut |news| match news {
            News::Taught { step, of, losses: (learnt, held) } => live.say(&format!(
                "teacher {step}/{of}: policy {:.3} value {:.3}, held out {:.3} {:.3}",
                learnt.policy, learnt.value, held.policy, held.value
            )),
            News::Game { round, done, of } => {
                live.tell(u64::from(round - 1), || format!("game {done} of {of}{last}"));
            }
            News::Round(round) => {
                last = format!("; {}", told(round));
                live.tell(u64::from(round.round), || told(round));
            }
        });
        live.end();
        let summary = summary.map_err(|fault| anyhow::anyhow!("{fault}"))?;
        let net = self.out.join("net.safetensors");
        if self.json {
            let last = summary.last;
            let summary = json!({
                "game": config.game, "rounds": summary.rounds, "games": summary.games, "finished": summary.finished,
                "net": net.display().to_string(), "policy_loss": last.map(|round| round.losses.policy),
                "value_loss": last.map(|round| round.losses.value), "gate": last.and_then(|round| round.gate),
                "lost_lines": last.and_then(|round| lost(&round)),
            });
            writeln!(out, "{summary}")?;
        } else {
            if let Some(round) = &summary.last {
                writeln!(out, "{}", told(round))?;
            }
            let stopped = if summary.finished { "" } else { " (stopped; --resume goes on)" };
            let (rounds, games, net) = (summary.rounds, summary.games, net.display());
            writeln!(out, "learnt {}: {rounds} rounds, {games} games, net {net}{stopped}", config.game)?;
        }
        Ok(())
    }
}

fn bytes(file: Option<&Path>) -> anyhow::Result<Option<Vec<u8>>> {
    file.map(|file| std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))).transpose()
}

/// Lines that the net lost, if they were looked at.
fn lost(round: &Round) -> Option<u64> {
    round.lines.map(|lines| lines.iter().map(|lines| lines.lost).sum())
}

fn told(round: &Round) -> String {
    let mut said = format!(
        "round {}: policy {:.3} value {:.3} on {} positions",
        round.round, round.losses.policy, round.losses.value, round.window
    );
    if let Some(score) = round.gate {
        let verdict = if round.accepted { "accepted" } else { "refused" };
        said += &format!(", match {:.0} % ({verdict})", 100.0 * score);
    }
    if let Some(lost) = lost(round) {
        said += &format!(", {lost} lines lost");
    }
    said
}
