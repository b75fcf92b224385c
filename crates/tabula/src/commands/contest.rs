//! What `match`, `gauntlet` and `sprt` have in common: who plays, under which conditions, from where.

use super::keeping::Keeping;
use crate::failure::BadArgument;
use crate::kept;
use anyhow::Context;
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tabula_arena::schedule::Schedule;
use tabula_arena::{
    Adjudication, Conditions, DrawRule, Entrant, Event, Format, Openings, Patience, TimeControl, WinRule,
};
use tabula_engine::book::Book;
use tabula_engine::endings::Endgames;
use tabula_engine::{Shelf, Spec, catalogue};

/// Arguments of every event.
#[derive(Args)]
pub(crate) struct Contest {
    /// The game: its id, or the path of a definition [default: chess]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// How long each may think: 60+0.6, 40/300, 10m+5x30s, movetime=100ms, nodes=10000, depth=6
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,
    /// The same for the first player alone
    #[arg(long, value_name = "TC")]
    tc1: Option<TimeControl>,
    /// The same for the second player alone
    #[arg(long, value_name = "TC")]
    tc2: Option<TimeControl>,
    /// Openings, each played twice with colours swapped: EPD or FEN lines, games (.pgn, .pdn, .sgf), or a book (.bin)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random moves before the players think, or moves of the book [default: 0 where the start is drawn by lot, else by the size of the board; 8 of a book]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=100))]
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
    /// Ends a game as soon as the endgame tables of this folder know how it ends
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// The title of the event
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    #[command(flatten)]
    pub(crate) keeping: Keeping,
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
    pub(crate) fn event(&self, players: &[String], format: Format, games: usize) -> anyhow::Result<Event> {
        let (game, players) = self.game(players)?;
        let shelf = super::game(game)?;
        let openings = self.openings(&shelf)?;
        let entrants = self.keeping.logged(&self.entrants(players, &shelf)?)?;
        let names: Vec<_> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        let usual = format!("Tabula: {}", if names.len() == 2 { names.join(" - ") } else { format.word().into() });
        let schedule = Schedule { format, entrants: names.len(), games };
        if let Some(what) = schedule.fault() {
            return Err(BadArgument::new("PLAYER", what).into());
        }
        let title = self.title.clone().unwrap_or(usual);
        let endgames = self.tables.as_deref().map(|folder| endgames("--tables", &shelf, folder)).transpose()?;
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
            format,
            games,
            concurrency: usize::from(self.concurrency),
            conditions: Conditions {
                margin: Duration::from_millis(self.margin),
                patience: Patience::default(),
                adjudication,
            },
            endgames,
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
        let plies = self.random_plies.map_or(BOOK_PLIES, usize::from);
        let shuffled = self.order == Order::Random;
        openings_of(&format!("--openings {}", file.display()), shelf, file, self.seed, shuffled, plies)
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
}

/// Plies of a book, unless said otherwise.
const BOOK_PLIES: usize = 8;

/// The openings of a file, in whatever form it has them; `argument` is how the reader named it.
pub(crate) fn openings_of(
    argument: &str,
    shelf: &Arc<dyn Shelf>,
    file: &Path,
    seed: u64,
    shuffled: bool,
    plies: usize,
) -> anyhow::Result<Openings> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let bad = |fault: String| BadArgument::new(argument, fault);
    if ending == "bin" {
        let book = Book::open(file).map_err(|fault| bad(fault.to_string()))?;
        return Ok(Openings::from_book(Arc::clone(shelf), seed, book, plies));
    }
    let stream = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    let (stream, shelf) = (BufReader::new(stream), Arc::clone(shelf));
    let read = if ["pgn", "pdn", "sgf"].contains(&ending.as_str()) {
        Openings::from_pgn(shelf, seed, stream)
    } else {
        Openings::from_epd(shelf, seed, stream)
    };
    let openings = read.map_err(bad)?;
    Ok(if shuffled { openings.shuffled() } else { openings })
}

/// The endgame tables of a folder.
pub(crate) fn endgames(
    argument: &str,
    shelf: &Arc<dyn Shelf>,
    folder: &Path,
) -> Result<Arc<dyn Endgames>, BadArgument> {
    match shelf.endgames(folder) {
        Some(Ok(endgames)) => Ok(Arc::from(endgames)),
        Some(Err(fault)) => Err(BadArgument::new(argument, fault)),
        None => Err(BadArgument::new(argument, format!("{} has no endgame tables", shelf.card().name))),
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
