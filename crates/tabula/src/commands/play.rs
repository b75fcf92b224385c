//! `tabula play`: a game in the terminal.

use crate::console::{Console, Seat, Terminal};
use crate::failure::BadArgument;
use crate::interrupt::LastWords;
use crate::kept;
use crate::style::Style;
use clap::{Args, ValueEnum};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
use tabula_core::{BySide, Dice, Limits};
use tabula_engine::spec::{Kind, Setting};
use tabula_engine::{Clock, Player, PlayerSpec, Shelf, level};

/// Plays a game in the terminal
#[derive(Args)]
#[command(after_help = "Examples:
  tabula play chess
  tabula play chess --level 3
  tabula play chess --as black --opponent random
  tabula play chess --opponent tabula:search=mtdf,eval=material,depth=4
  tabula play tictactoe --as none --depth 9

Players: tabula, random, human; settings follow a colon, as in tabula:search=pvs,depth=4.
Settings of tabula: search, eval, depth, nodes, movetime, level, hash, threads, horizon, order,
memory, iterate, width, seed and more;
'tabula compare --help' says what the searches are.")]
pub(crate) struct Play {
    /// The game: its id, or the path of a definition
    game: String,
    /// Who sits on the other side
    #[arg(long, value_name = "PLAYER", default_value = "tabula")]
    opponent: String,
    /// How well tabula plays, instead of as well as it can
    #[arg(long, value_name = "1..10", value_parser = clap::value_parser!(u32).range(1..=i64::from(level::MOST_LEVEL)))]
    level: Option<u32>,
    /// Which side you play
    #[arg(long = "as", value_enum, value_name = "SIDE", default_value_t = As::White)]
    side: As,
    /// The position to begin from, instead of the start
    #[arg(long, value_name = "F", conflicts_with = "load")]
    fen: Option<String>,
    /// Goes on with a game from a file
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Plies the machine looks ahead
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Milliseconds the machine takes for a move [default: 1000, if nothing else limits it]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Without characters beyond ASCII
    #[arg(long)]
    ascii: bool,
}

/// The sides a person can take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum As {
    /// The player who begins
    #[value(alias = "first")]
    White,
    /// The other one
    #[value(alias = "second")]
    Black,
    /// Two people at one board
    Both,
    /// The machine plays itself
    None,
}

impl Play {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::game(&self.game)?;
        let opponent: PlayerSpec = self.opponent.parse().map_err(|fault| BadArgument::new("--opponent", fault))?;
        let opponent = self.at_level(opponent)?;
        if self.side == As::None && opponent.kind == Kind::Human {
            return Err(BadArgument::new("--opponent", "a human cannot play where nobody does ('--as none')").into());
        }
        let (people_first, people_second) = match self.side {
            As::White => (true, false),
            As::Black => (false, true),
            As::Both => (true, true),
            As::None => (false, false),
        };
        let seat = |person: bool| self.seat(&*shelf, &opponent, person);
        let seats = BySide::new(seat(people_first)?, seat(people_second)?);
        let adviser: PlayerSpec = "tabula".parse()?;
        let adviser_clock = self.clock(&adviser);
        let adviser = (shelf.player(&adviser)?, adviser_clock);
        let (table, agreed) = match &self.load {
            Some(file) => kept::load(file, &*shelf)?,
            None => {
                let dealt = || shelf.deal(Dice::new(now()).next_u64());
                (super::table(&*shelf, self.fen.clone().or_else(dealt).as_deref())?, None)
            }
        };
        let stdin = std::io::stdin();
        let prompts = stdin.is_terminal();
        let style = Style::of_stdout(self.ascii);
        let terminal = Terminal { input: &mut stdin.lock(), out, prompts, style };
        let console = Console::new(terminal, shelf, table, seats, adviser, now()).agreed(agreed);
        console.called(&self.game).last_words(LastWords::watch()).run()
    }

    /// The opponent with the level that is wanted.
    fn at_level(&self, mut opponent: PlayerSpec) -> Result<PlayerSpec, BadArgument> {
        if let Some(level) = self.level {
            if opponent.kind != Kind::Tabula || opponent.settings.iter().any(|setting| setting.name == "level") {
                return Err(BadArgument::new("--level", "it is for an opponent 'tabula' that has no level of its own"));
            }
            opponent.settings.push(Setting { name: "level".into(), value: level.to_string(), column: 1 });
        }
        Ok(opponent)
    }

    fn seat(&self, shelf: &dyn Shelf, opponent: &PlayerSpec, person: bool) -> Result<Seat, BadArgument> {
        if person || opponent.kind == Kind::Human {
            return Ok(Seat::Person);
        }
        let mut spec = opponent.clone();
        // Without a seed of its own a game is not the same one every day.
        if !spec.settings.iter().any(|setting| setting.name == "seed") {
            spec.settings.push(Setting { name: "seed".into(), value: (now() >> 1).to_string(), column: 1 });
        }
        let player: Box<dyn Player> = shelf.player(&spec).map_err(|fault| BadArgument::new("--opponent", fault))?;
        Ok(Seat::Machine(player, self.clock(opponent)))
    }

    /// What the arguments allow; a second, if neither they nor the spec say anything.
    fn clock(&self, spec: &PlayerSpec) -> Clock {
        let clock = Clock {
            limits: Limits { depth: self.depth, nodes: None },
            move_time: self.movetime.map(Duration::from_millis),
            ..Clock::default()
        };
        if clock.is_endless() && !spec.is_limited() { Clock::move_time(Duration::from_secs(1)) } else { clock }
    }
}

/// A seed that differs from run to run.
fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}
