//! `tabula tournament`: events as a file describes them.

use super::contest::{endgames, openings_of};
use super::keeping::Keeping;
use super::running::Job;
use crate::failure::BadArgument;
use crate::{interrupt, kept};
use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tabula_arena::plan::Source;
use tabula_arena::{Conditions, Event, Openings, Patience, Plan};
use tabula_engine::Spec;

/// Plays the events of a file: round robin, gauntlet, knockout, Swiss, sequential test
#[derive(Args)]
#[command(after_help = "Examples:
  tabula tournament events/beast-tour.toml
  tabula tournament events/beast-tour.toml --resume --html tour.html
  tabula tournament events/grand-tour.toml --check

A file holds one event or several:
  [[event]]
  title = \"Cup\"
  game = \"chess\"                 # or any other, or the path of a definition
  format = \"swiss\"               # round-robin, gauntlet (challengers = 1), knockout, swiss (rounds = 5)
  games = 2                      # of each two who meet, two by two from one opening with colours swapped
  tc = \"10+0.1\"
  players = [\"tabula:level=3\", { spec = \"uci:gnuchess --uci\", name = \"GNU Chess\", tc = \"20+0.2\" }]
and may say: openings = \"FILE\", order = \"random\", plies = 6, seed = 1, concurrency = 2, margin = 10, resign = [600, 4],
draw = [40, 10, 8], max-moves = 200, tables = \"DIR\", anchors = { \"random\" = 0 }, sprt = { elo0 = 0, elo1 = 5 }")]
pub(crate) struct Tournament {
    /// The file
    file: PathBuf,
    /// Reads the file and tries the players, and plays nothing
    #[arg(long)]
    check: bool,
    /// Leaves out players that cannot be started, and says so
    #[arg(long)]
    skip_missing: bool,
    /// Games played at a time, whatever the file says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: Option<u16>,
    #[command(flatten)]
    keeping: Keeping,
}

/// Where events are kept, unless said otherwise.
const DATA: &str = "tabula-data";

impl Tournament {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        // Before any thread is started.
        let halt = interrupt::halt_on_signals();
        let name = self.file.display();
        let text = std::fs::read_to_string(&self.file).with_context(|| format!("cannot read {name}"))?;
        let plans = Plan::read(&text).map_err(|faults| {
            let lines: Vec<_> = faults.0.iter().map(|fault| format!("\n  {fault}")).collect();
            BadArgument::new(&name.to_string(), format!("{} faults{}", lines.len(), lines.concat()))
        })?;
        let mut events = Vec::new();
        for plan in plans {
            events.push(self.event(plan)?);
        }
        if self.check {
            for (event, ..) in &events {
                let (players, games) = (event.entrants.len(), event.schedule().len());
                writeln!(out, "{}: {players} players, {games} games, no fault", event.title)?;
            }
            return Ok(());
        }
        let keeping = self.keeping.or_in(DATA);
        for (n, (event, plan)) in events.iter().enumerate() {
            if n > 0 && !keeping.json {
                writeln!(out)?;
            }
            if !keeping.json {
                writeln!(out, "{}", event.title)?;
            }
            let keeping = keeping.nth(n);
            let job = Job { event, test: plan.test.as_ref(), anchors: &plan.anchors, keeping: &keeping };
            if job.run(&halt, out)? {
                break;
            }
        }
        Ok(())
    }

    /// The event of a plan, with every file opened and every player tried.
    fn event(&self, mut plan: Plan) -> anyhow::Result<(Event, Plan)> {
        self.find_nets(&mut plan);
        self.try_out(&mut plan)?;
        let beside = |path: &Path| self.beside(path);
        let openings = match &plan.openings {
            Source::File { path, shuffled, plies } => {
                let place = beside(path);
                openings_of(
                    &format!("openings {}", place.display()),
                    &plan.shelf,
                    &place,
                    plan.seed,
                    *shuffled,
                    *plies,
                )?
            }
            Source::Random(plies) => {
                let plies = plies.unwrap_or_else(|| Openings::usual_plies(&*plan.shelf));
                Openings::random(Arc::clone(&plan.shelf), plan.seed, plies)
            }
        };
        let tables =
            plan.tables.as_deref().map(|folder| endgames("tables", &plan.shelf, &beside(folder))).transpose()?;
        let event = Event {
            shelf: Arc::clone(&plan.shelf),
            entrants: self.keeping.logged(&plan.entrants)?,
            openings,
            format: plan.format,
            games: plan.games,
            concurrency: self.concurrency.map_or(plan.concurrency, usize::from),
            conditions: Conditions {
                margin: plan.margin,
                patience: Patience::default(),
                adjudication: plan.adjudication,
            },
            endgames: tables,
            seed: plan.seed,
            title: plan.title.clone(),
            date: kept::today(),
        };
        match event.schedule().fault() {
            Some(what) => Err(BadArgument::new(&plan.title, what).into()),
            None => Ok((event, plan)),
        }
    }

    /// What a file names stands beside it, unless it stands where the program was started.
    fn beside(&self, path: &Path) -> PathBuf {
        match self.file.parent() {
            Some(folder) if !path.exists() => folder.join(path),
            _ => path.to_path_buf(),
        }
    }

    /// Nets that stand beside the file get their whole path.
    fn find_nets(&self, plan: &mut Plan) {
        let specs = plan.entrants.iter_mut().filter_map(|entrant| match &mut entrant.spec {
            Spec::House(spec) => Some(spec),
            Spec::Foreign(_) => None,
        });
        for setting in specs.flat_map(|spec| &mut spec.settings).filter(|setting| setting.name == "net") {
            let place = self.beside(Path::new(&setting.value));
            if place.exists() {
                setting.value = place.display().to_string();
            }
        }
    }

    /// Tries every player; those that cannot be seated are all named, or left out.
    fn try_out(&self, plan: &mut Plan) -> anyhow::Result<()> {
        let faults: Vec<_> = plan
            .entrants
            .iter()
            .enumerate()
            .filter_map(|(i, entrant)| Some((i, entrant.try_out(&plan.shelf, Patience::default()).err()?)))
            .collect();
        if faults.is_empty() {
            return Ok(());
        }
        let said: Vec<_> = faults.iter().map(|(i, fault)| format!("\n  {}: {fault}", plan.entrants[*i].name)).collect();
        if !self.skip_missing {
            let what = format!("{} players cannot be seated{}", faults.len(), said.concat());
            return Err(BadArgument::new(&plan.title, what).into());
        }
        crate::progress::note(&format!("{}: left out:{}", plan.title, said.concat()));
        let gone = |place: usize| faults.iter().any(|&(i, _)| i == place);
        let place = |old: usize| old - faults.iter().filter(|&&(i, _)| i < old).count();
        plan.anchors = plan.anchors.iter().filter(|a| !gone(a.0)).map(|&(i, rating)| (place(i), rating)).collect();
        let mut at = 0..;
        plan.entrants.retain(|_| !at.next().is_some_and(gone));
        Ok(())
    }
}
