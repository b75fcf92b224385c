//! What `match` and `sprt` have in common: who plays, under which conditions, and how an event is run and kept.

use crate::failure::BadArgument;
use crate::kept;
use crate::progress::Live;
use anyhow::Context;
use clap::{Args, ValueEnum};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tabula_arena::standings::{self, Standings};
use tabula_arena::{
    Adjudication, Conditions, DrawRule, Entrant, Event, Openings, Patience, TimeControl, WinRule, ledger,
};
use tabula_core::{Side, Stop};
use tabula_engine::{Shelf, Spec, catalogue};

/// The open file for games, and its name.
type Ledger = (File, PathBuf);

/// Arguments of every event.
#[derive(Args)]
pub(crate) struct Contest {
    /// The game: its id, or the path of a definition [default: chess]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// How long each may think: 60+0.6, 40/300, movetime=100ms, nodes=10000, depth=6
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,
    /// The same for the first player alone
    #[arg(long, value_name = "TC")]
    tc1: Option<TimeControl>,
    /// The same for the second player alone
    #[arg(long, value_name = "TC")]
    tc2: Option<TimeControl>,
    /// Openings, each played twice with colours swapped: EPD or FEN lines, or games (.pgn)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Without --openings: random moves before the players think [default: 0 where the start is drawn by lot, else by the size of the board]
    #[arg(long, value_name = "N", conflicts_with = "openings", value_parser = clap::value_parser!(u16).range(0..=100))]
    random_plies: Option<u16>,
    /// In which order the openings are taken
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = Order::Sequential)]
    order: Order,
    /// Which random order, and which lots of the die
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
    /// Milliseconds by which a move may overstep its time
    #[arg(long, value_name = "MS", default_value_t = 10)]
    margin: u64,
    /// Ends a game won when both players say so: by CP hundredths of a pawn, for MOVES moves of each
    #[arg(long, value_name = "CP,MOVES")]
    resign: Option<Numbers<2>>,
    /// Ends a game drawn when, from move FROM on, all scores of PLIES plies are within CP
    #[arg(long, value_name = "FROM,CP,PLIES")]
    draw: Option<Numbers<3>>,
    /// Ends a game drawn after so many moves of each player
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,
    /// Keeps the games in this file, each as soon as it is over
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Goes on with the event whose games are in the file of --pgn
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// For machines
    #[arg(long)]
    pub(crate) json: bool,
}

/// The order of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Order {
    /// As in the file
    Sequential,
    /// Shuffled by the seed
    Random,
}

/// Whole numbers separated by commas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers<const N: usize>([u32; N]);

impl<const N: usize> FromStr for Numbers<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<u32>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
        numbers
            .and_then(|numbers| numbers.try_into().ok())
            .map(Self)
            .ok_or_else(|| format!("expected {N} whole numbers separated by commas, found '{text}'"))
    }
}

impl Contest {
    /// The event that the arguments describe, with `games` games of each two players.
    pub(crate) fn event(&self, players: &[String], games: usize) -> anyhow::Result<Event> {
        let (game, players) = self.game(players)?;
        let shelf = super::game(game)?;
        let openings = self.openings(&shelf)?;
        let entrants = self.entrants(players, &shelf)?;
        let names: Vec<_> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        let title = format!("Tabula: {}", if names.len() == 2 { names.join(" - ") } else { "round robin".into() });
        let score = |cp: u32| i32::try_from(cp).unwrap_or(i32::MAX);
        let adjudication = Adjudication {
            win: self.resign.map(|Numbers([cp, moves])| WinRule { score: score(cp), moves: moves.max(1) }),
            draw: self.draw.map(|Numbers([from, cp, plies])| DrawRule { from, score: score(cp), plies: plies.max(1) }),
            length: self.max_moves,
        };
        Ok(Event {
            shelf,
            entrants,
            openings,
            games,
            concurrency: usize::from(self.concurrency),
            conditions: Conditions {
                margin: Duration::from_millis(self.margin),
                patience: Patience::default(),
                adjudication,
            },
            seed: self.seed,
            title,
            date: kept::today(),
        })
    }

    /// Which game is played, and by whom: the game may stand before the players.
    fn game<'a>(&'a self, players: &'a [String]) -> Result<(&'a str, &'a [String]), BadArgument> {
        let (game, players) = match (&self.game, players) {
            (Some(game), players) => (game.as_str(), players),
            (None, [first, rest @ ..]) if first.parse::<Spec>().is_err() && catalogue::find(first).is_ok() => {
                (first.as_str(), rest)
            }
            (None, players) => ("chess", players),
        };
        if players.len() < 2 {
            return Err(BadArgument::new("PLAYER", format!("expected two players or more, found {}", players.len())));
        }
        Ok((game, players))
    }

    fn openings(&self, shelf: &Arc<dyn Shelf>) -> anyhow::Result<Openings> {
        let Some(file) = &self.openings else {
            let plies = self.random_plies.map_or_else(|| Openings::usual_plies(&**shelf), usize::from);
            return Ok(Openings::random(Arc::clone(shelf), self.seed, plies));
        };
        let stream = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
        let (stream, shelf) = (BufReader::new(stream), Arc::clone(shelf));
        let games = file
            .extension()
            .is_some_and(|ending| ["pgn", "pdn", "sgf"].iter().any(|known| ending.eq_ignore_ascii_case(known)));
        let read = if games {
            Openings::from_pgn(shelf, self.seed, stream)
        } else {
            Openings::from_epd(shelf, self.seed, stream)
        };
        let openings = read.map_err(|fault| BadArgument::new(&format!("--openings {}", file.display()), fault))?;
        Ok(if self.order == Order::Random { openings.shuffled() } else { openings })
    }

    /// The players, each tried once, with names that differ.
    fn entrants(&self, players: &[String], shelf: &Arc<dyn Shelf>) -> Result<Vec<Entrant>, BadArgument> {
        let mut entrants = Vec::new();
        for (i, text) in players.iter().enumerate() {
            let usual = [self.tc1, self.tc2].get(i).copied().flatten().or(self.tc);
            let bad = |fault| BadArgument::new(&format!("player '{text}'"), fault);
            let mut entrant = Entrant::read(text, usual).map_err(bad)?;
            let own_name = entrant.try_out(shelf, Patience::default()).map_err(bad)?;
            // The path of a program says less than the name it gives itself.
            if matches!(entrant.spec, Spec::Foreign(_)) && entrant.name == entrant.spec.to_string() {
                let alone = |name: &str| players.iter().filter(|other| other.starts_with(name)).count() == 1;
                let command = text.split('?').next().unwrap_or(text);
                entrant.name = if alone(command) { own_name } else { entrant.name };
            }
            while entrants.iter().any(|other: &Entrant| other.name == entrant.name) {
                entrant.name = format!("{} ({})", entrant.name, i + 1);
            }
            entrants.push(entrant);
        }
        Ok(entrants)
    }

    /// Runs the event until it is over, `enough` says so, or Ctrl-C; answers the standings and whether it was
    /// interrupted.
    pub(crate) fn run(
        &self,
        event: &Event,
        halt: &Stop,
        status: &dyn Fn(&Standings) -> String,
        enough: &dyn Fn(&Standings) -> bool,
    ) -> anyhow::Result<(Standings, bool)> {
        let mut standings = Standings::new(event.entrants.len());
        let (mut file, done) = self.record(event, &mut standings)?;
        let mut failed = None;
        let mut live = Live::new(event.schedule().len());
        live.tell(standings.played(), || status(&standings));
        let mut broken_off = enough(&standings);
        if !broken_off {
            event.run(&done, halt, &mut |fixture, finished| {
                if finished.ending.is_fault() {
                    let loser = if finished.winner == Some(Side::First) { fixture.second } else { fixture.first };
                    live.say(&format!(
                        "game {}: {} lost by {}",
                        fixture.number + 1,
                        event.entrants[loser].name,
                        finished.ending
                    ));
                }
                standings.add(&standings::Result {
                    fixture: *fixture,
                    verdict: finished.verdict(),
                    ending: finished.ending.word().to_string(),
                    fault: finished.ending.is_fault(),
                });
                if let Some((file, place)) = &mut file {
                    let text = ledger::write(event, fixture.number, &finished);
                    let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
                    failed = written.with_context(|| format!("cannot write {}", place.display())).err();
                }
                live.tell(standings.played(), || status(&standings));
                broken_off = enough(&standings);
                if broken_off || failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        live.end();
        match failed {
            Some(error) => Err(error),
            None => Ok((standings, halt.is_raised() && !broken_off)),
        }
    }

    /// The file for the games, and which of them it has already.
    fn record(&self, event: &Event, standings: &mut Standings) -> anyhow::Result<(Option<Ledger>, HashSet<usize>)> {
        let Some(place) = &self.pgn else { return Ok((None, HashSet::new())) };
        let there = std::fs::metadata(place).is_ok_and(|file| file.is_file() && file.len() > 0);
        let mut done = HashSet::new();
        if there && !self.resume {
            let what = format!("{} has games already; --resume goes on with them", place.display());
            return Err(BadArgument::new("--pgn", what).into());
        }
        if there {
            let kept = self.kept_games(event, place)?;
            for result in &kept.results {
                standings.add(result);
                done.insert(result.fixture.number);
            }
            // Drops what was half-written when the event ended.
            crate::files::save(place, &kept.text)?;
        }
        let file = File::options().create(true).append(true).open(place);
        let file = file.with_context(|| format!("cannot write {}", place.display()))?;
        Ok((Some((file, place.clone())), done))
    }

    fn kept_games(&self, event: &Event, place: &Path) -> anyhow::Result<ledger::Kept> {
        let stream = File::open(place).with_context(|| format!("cannot read {}", place.display()))?;
        let read = ledger::read(event, BufReader::new(stream));
        Ok(read.map_err(|fault| BadArgument::new(&format!("--pgn {}", place.display()), fault))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_many_as_wanted() {
        assert_eq!("600,4".parse(), Ok(Numbers([600, 4])));
        let said = "expected 2 whole numbers separated by commas, found '600'".to_string();
        assert_eq!("600".parse::<Numbers<2>>(), Err(said));
        assert!("1,2,x".parse::<Numbers<3>>().is_err());
    }
}
