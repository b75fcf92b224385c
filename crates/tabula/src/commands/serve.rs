//! `tabula serve`, and `tabula` alone: the web page.

use crate::failure::BadArgument;
use crate::interrupt::halt_on_signals;
use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tabula_server::{Config, EngineConfig, Limits, config, moment, serve};

/// Bytes of the longest list of engines.
const MOST_ENGINES: u64 = 1 << 20;
/// Letters of a token that is made up.
const TOKEN: usize = 26;

/// Serves the web page: play, analyse, watch
///
/// It listens to this machine alone unless --host says otherwise; then whoever asks has to know a token, which is part of the
/// address that is printed. Games, events and runs of learning (runs/) are kept in the folder of --data. Other engines can be chosen on the page only if
/// they are listed in a file (--engines, or engines.toml in the folder of --data):
///
///     [[engine]]
///     id = "gnugo"
///     name = "GNU Go, level 10"
///     spec = "gtp:gnugo --mode gtp --level 10"
///     games = ["go"]
#[derive(Args)]
#[command(after_help = "Examples:
  tabula serve
  tabula serve --port 9000 --data ./games
  TABULA_TOKEN=secret tabula serve --host 0.0.0.0 --name tabula.example.org")]
pub(crate) struct Serve {
    /// The address to listen at
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    host: IpAddr,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "P", default_value_t = 8080)]
    port: u16,
    /// Where games, events and ratings are kept [default: the user's folder for data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Engines that may be chosen on the page [default: engines.toml in the folder of --data, if there is one]
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Another name by which browsers may call this server
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Analyses that think at a time, and likewise opponents [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    thinkers: Option<u16>,
    /// Seconds that anybody may think about one position
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    thinking: u64,
    /// Connections at a time
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    connections: u32,
}

impl Serve {
    /// As `tabula` alone does it.
    pub(crate) fn usual() -> Self {
        Self {
            host: IpAddr::from([127, 0, 0, 1]),
            port: 8080,
            data: None,
            engines: None,
            name: Vec::new(),
            thinkers: None,
            thinking: 60,
            connections: 512,
        }
    }

    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let halt = halt_on_signals();
        let config = self.config()?;
        let token = config.token.as_ref().map_or(String::new(), |token| format!("/#token={token}"));
        let mut said = Ok(());
        serve(config, &halt, |address| {
            said = writeln!(out, "listening on http://{address}{token}").and_then(|()| out.flush());
        })?;
        Ok(said?)
    }

    fn config(&self) -> anyhow::Result<Config> {
        let data = match &self.data {
            Some(data) => data.clone(),
            None => usual_folder().ok_or_else(|| BadArgument::new("--data", "the user has no folder: name one"))?,
        };
        let usual = Limits::default();
        let limits = Limits {
            thinkers: self.thinkers.map_or(usual.thinkers, usize::from),
            thinking: Duration::from_secs(self.thinking),
            connections: self.connections as usize,
            ..usual
        };
        let mut config =
            Config { host: self.host, port: self.port, names: self.name.clone(), limits, ..Config::local(data) };
        config.engines = self.engines(&config.data)?;
        config.token = std::env::var("TABULA_TOKEN").ok().filter(|token| !token.is_empty());
        if !config.is_local() && config.token.is_none() {
            config.token = Some(moment::word(TOKEN));
        }
        Ok(config)
    }

    fn engines(&self, data: &Path) -> anyhow::Result<Vec<EngineConfig>> {
        let file = match &self.engines {
            Some(file) => file.clone(),
            None => data.join("engines.toml"),
        };
        if self.engines.is_none() && !file.is_file() {
            return Ok(Vec::new());
        }
        let place = file.display();
        let size = std::fs::metadata(&file).with_context(|| format!("cannot read {place}"))?.len();
        if size > MOST_ENGINES {
            return Err(BadArgument::new("--engines", format!("{place} is too long")).into());
        }
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {place}"))?;
        Ok(config::engines(&text).map_err(|faults| BadArgument::new("--engines", format!("{place}: {faults}")))?)
    }
}

/// Where programs keep the user's data.
fn usual_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    folder("XDG_DATA_HOME")
        .or_else(|| folder("APPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local/share")))
        .map(|folder| folder.join("tabula"))
}
