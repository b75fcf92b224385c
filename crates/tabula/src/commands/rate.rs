//! `tabula rate`: ratings from files of games.

use crate::columns::{Align, table};
use crate::failure::BadArgument;
use crate::files;
use crate::report::{Page, number, percent, table_html};
use crate::style::Style;
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tabula_arena::standings::half_points;
use tabula_arena::stats::bayeselo::{self, BayesElo};
use tabula_arena::stats::glicko::Glicko;
use tabula_arena::stats::glicko2::{Glicko2, TAU};
use tabula_arena::stats::{Estimate, Games, Meeting, Pool};
use tabula_engine::near::unknown;
use tabula_wire::pgn::{Dialect, Game};
use tabula_wire::{games, pdn};

/// Rates the players of games in files: Elo, Bayesian Elo, Glicko-1 and Glicko-2, with bounds
///
/// Moves are not looked at: who played, who won and when are enough. For Glicko each day is a period.
#[derive(Args)]
#[command(after_help = "Examples:
  tabula rate games.pgn
  tabula rate season-*.pgn --anchor 'GNU Chess 6=2000' --advantage
  tabula rate czech.pdn --json")]
pub(crate) struct Rate {
    /// Files of games: PGN, PDN, SGF
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// A player whose rating is known; may be said several times
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Vec<Anchor>,
    /// The mean of all ratings, where nobody is anchored
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    mean: f64,
    /// How far ratings are held together, as a standard deviation in Elo; 0: not at all
    #[arg(long, value_name = "ELO", default_value_t = 1000.0)]
    prior: f64,
    /// Finds out what the first move is worth (and, for Bayesian Elo, how likely draws are)
    #[arg(long)]
    advantage: bool,
    /// Only players with so many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,
    /// Writes the table as a page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// For machines
    #[arg(long)]
    json: bool,
}

/// A player whose rating is known.
#[derive(Clone, Debug, PartialEq)]
struct Anchor(String, f64);

impl FromStr for Anchor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = text.rsplit_once('=').and_then(|(name, rating)| {
            let rating = rating.trim().parse::<f64>().ok().filter(|rating| rating.is_finite())?;
            Some(Self(name.trim().to_string(), rating))
        });
        read.ok_or_else(|| format!("expected NAME=ELO (as in GNU Chess=2000), found '{text}'"))
    }
}

/// What the files hold.
#[derive(Default)]
struct Field {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    games: Vec<bayeselo::Game>,
    /// The games of each day, by number.
    days: BTreeMap<String, Vec<usize>>,
    /// Games without a result or without names.
    skipped: usize,
}

impl Field {
    fn player(&mut self, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        self.names.push(name.to_string());
        self.numbers.insert(name.to_string(), self.names.len() - 1);
        self.names.len() - 1
    }

    fn add(&mut self, game: &Game, dialect: Dialect) {
        let black_begins = match dialect {
            Dialect::Pgn => false,
            Dialect::Pdn => pdn::Kind::of_game(game).is_some_and(|kind| kind.black_begins()),
            Dialect::Sgf => true,
        };
        let seats = if black_begins { ["Black", "White"] } else { ["White", "Black"] };
        let named = |seat: &str| game.tag(seat).map(str::trim).filter(|name| !["", "?"].contains(name));
        let (Some(first), Some(second), Some(points)) = (named(seats[0]), named(seats[1]), half_points(game.result))
        else {
            self.skipped += 1;
            return;
        };
        let (first, second) = (first.to_string(), second.to_string());
        if first == second {
            self.skipped += 1;
            return;
        }
        let (first, second) = (self.player(&first), self.player(&second));
        let day = game.tag("Date").unwrap_or_default().to_string();
        self.days.entry(day).or_default().push(self.games.len());
        self.games.push(bayeselo::Game { first, second, half_points: points });
    }

    fn totals(&self) -> Vec<Games> {
        let mut totals = vec![Games::default(); self.names.len()];
        for game in &self.games {
            totals[game.first].add(game.half_points);
            totals[game.second].add(2 - game.half_points);
        }
        totals
    }

    fn meetings(&self) -> Vec<Meeting> {
        let meeting = |game: &bayeselo::Game| Meeting {
            one: game.first,
            other: game.second,
            games: 1.0,
            points: game.half_points as f64 / 2.0,
            lead: 1.0,
        };
        self.games.iter().map(meeting).collect()
    }

    /// Both kinds of Glicko, day by day.
    fn glicko(&self) -> (Vec<Glicko>, Vec<Glicko2>) {
        let mut one = vec![Glicko::default(); self.names.len()];
        let mut two = vec![Glicko2::default(); self.names.len()];
        for day in self.days.values() {
            let mut played: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.names.len()];
            for game in day.iter().map(|&number| self.games[number]) {
                let points = game.half_points as f64 / 2.0;
                played[game.first].push((game.second, points));
                played[game.second].push((game.first, 1.0 - points));
            }
            let (before, before2) = (one.clone(), two.clone());
            for (player, games) in played.iter().enumerate().filter(|(_, games)| !games.is_empty()) {
                let opponents: Vec<_> = games.iter().map(|&(other, points)| (before[other], points)).collect();
                one[player] = before[player].played(&opponents);
                let opponents: Vec<_> = games.iter().map(|&(other, points)| (before2[other], points)).collect();
                two[player] = before2[player].played(&opponents, TAU);
            }
        }
        (one, two)
    }
}

/// All ratings of a field.
struct Rated {
    totals: Vec<Games>,
    elo: Vec<Estimate>,
    advantage: Option<f64>,
    bayes: bayeselo::Posterior,
    glicko: Vec<Glicko>,
    glicko2: Vec<Glicko2>,
}

impl Rate {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut field = Field::default();
        for file in &self.files {
            read(file, &mut field)?;
        }
        anyhow::ensure!(!field.games.is_empty(), "there is no game with two names and a result in the files");
        let rated = self.rate(&field)?;
        let mut order: Vec<_> = (0..field.names.len()).filter(|&i| rated.totals[i].count() >= self.min_games).collect();
        order.sort_by(|&a, &b| rated.elo[b].value.total_cmp(&rated.elo[a].value));
        if let Some(place) = &self.html {
            let (header, rows) = cells(&field, &rated, &order);
            let mut page = Page::new("Ratings", &summary(&field, &rated));
            page.section("Ratings", &table_html(&header, &rows, &["player"]));
            files::save(place, &page.finish())?;
        }
        if self.json {
            return Ok(writeln!(out, "{:#}", told(&field, &rated, &order))?);
        }
        let (header, rows) = cells(&field, &rated, &order);
        let align = |title: &str| if title == "player" { Align::Left } else { Align::Right };
        let header: Vec<_> = header.iter().map(|title| (title.as_str(), align(title))).collect();
        write!(out, "{}", table(&header, &rows, Style::of_stdout(false)))?;
        writeln!(out, "\n{}", summary(&field, &rated))?;
        Ok(())
    }

    fn rate(&self, field: &Field) -> Result<Rated, BadArgument> {
        let names: Vec<_> = field.names.iter().map(String::as_str).collect();
        let mut anchors = Vec::new();
        for Anchor(name, rating) in &self.anchor {
            match field.numbers.get(name) {
                Some(&number) => anchors.push((number, *rating)),
                None => return Err(BadArgument::new("--anchor", unknown("player", name, &names))),
            }
        }
        let pool = Pool {
            prior: (self.prior > 0.0).then_some(self.prior),
            anchors: anchors.clone(),
            mean: self.mean,
            advantage: self.advantage,
        };
        let found = pool.fit(names.len(), &field.meetings());
        let model = if self.advantage {
            BayesElo { advantage: None, draw: None, ..BayesElo::default() }
        } else {
            BayesElo::default()
        };
        let mut bayes = model.rate(names.len(), &field.games);
        let off: Vec<_> = anchors.iter().map(|&(i, rating)| rating - bayes.players[i].value).collect();
        let shift = if off.is_empty() { self.mean } else { off.iter().sum::<f64>() / off.len() as f64 };
        bayes.players.iter_mut().for_each(|player| player.value += shift);
        let (glicko, glicko2) = field.glicko();
        Ok(Rated { totals: field.totals(), elo: found.players, advantage: found.advantage, bayes, glicko, glicko2 })
    }
}

/// Reads the games of a file.
fn read(file: &Path, field: &mut Field) -> anyhow::Result<()> {
    let cannot = || format!("cannot read {}", file.display());
    let stream = File::open(file).with_context(cannot)?;
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let dialect = match ending.as_str() {
        "pdn" => Dialect::Pdn,
        "sgf" => Dialect::Sgf,
        _ => Dialect::Pgn,
    };
    for reading in games::reader(BufReader::new(stream), dialect) {
        field.add(&reading.with_context(cannot)?.game, dialect);
    }
    Ok(())
}

fn summary(field: &Field, rated: &Rated) -> String {
    let mut text = format!("{} players, {} games", field.names.len(), field.games.len());
    if field.skipped > 0 {
        text += &format!(", {} without a result or names left out", field.skipped);
    }
    if let Some(advantage) = rated.advantage {
        text += &format!("; the first move is worth {} Elo", number(advantage, 1));
    }
    text + "; bounds hold 95 %."
}

/// A row per player; Glicko's bounds are two deviations, as Glickman has them.
fn cells(field: &Field, rated: &Rated, order: &[usize]) -> (Vec<String>, Vec<Vec<String>>) {
    let header =
        ["", "player", "Elo", "+-", "BayesElo", "+-", "Glicko", "+-", "Glicko-2", "+-", "games", "%", "draws %"];
    let row = |(place, &i): (usize, &usize)| {
        let (total, bayes) = (rated.totals[i], rated.bayes.players[i]);
        let whole = |value: f64| number(value, 0);
        vec![
            (place + 1).to_string(),
            field.names[i].clone(),
            number(rated.elo[i].value, 1),
            number(rated.elo[i].error, 1),
            number(bayes.value, 1),
            number(bayes.error, 1),
            whole(rated.glicko[i].rating),
            whole(2.0 * rated.glicko[i].deviation),
            whole(rated.glicko2[i].rating),
            whole(2.0 * rated.glicko2[i].deviation),
            total.count().to_string(),
            percent(total.points(), total.count()),
            percent(total.draws as f64, total.count()),
        ]
    };
    (header.map(String::from).to_vec(), order.iter().enumerate().map(row).collect())
}

fn told(field: &Field, rated: &Rated, order: &[usize]) -> serde_json::Value {
    let player = |&i: &usize| {
        let (total, glicko, second) = (rated.totals[i], rated.glicko[i], rated.glicko2[i]);
        json!({
            "name": field.names[i], "wins": total.wins, "draws": total.draws, "losses": total.losses,
            "elo": rated.elo[i].value, "error": rated.elo[i].error,
            "bayeselo": rated.bayes.players[i].value, "bayeselo_error": rated.bayes.players[i].error,
            "glicko": glicko.rating, "glicko_deviation": glicko.deviation,
            "glicko2": second.rating, "glicko2_deviation": second.deviation, "glicko2_volatility": second.volatility,
        })
    };
    json!({
        "games": field.games.len(), "skipped": field.skipped, "advantage": rated.advantage,
        "bayeselo_advantage": rated.bayes.advantage, "bayeselo_draw": rated.bayes.draw,
        "players": order.iter().map(player).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_a_name_and_a_rating() {
        assert_eq!("GNU Chess = 2000".parse(), Ok(Anchor("GNU Chess".into(), 2000.0)));
        assert_eq!("a=b=-3.5".parse(), Ok(Anchor("a=b".into(), -3.5)));
        assert!("2000".parse::<Anchor>().is_err() && "x=inf".parse::<Anchor>().is_err());
    }

    #[test]
    fn games_are_counted_for_whoever_played_them_day_by_day() {
        let mut field = Field::default();
        let text = "[White \"a\"]\n[Black \"b\"]\n[Date \"2026.01.02\"]\n\n1-0\n\n\
                    [White \"b\"]\n[Black \"a\"]\n[Date \"2026.01.01\"]\n\n1/2-1/2\n\n\
                    [White \"b\"]\n[Black \"c\"]\n\n*\n\n[White \"a\"]\n[Black \"a\"]\n\n1-0\n";
        for reading in tabula_wire::pgn::read_all(text.as_bytes()) {
            field.add(&reading.game, Dialect::Pgn);
        }
        assert_eq!((field.names.len(), field.games.len(), field.skipped, field.days.len()), (2, 2, 2, 2));
        assert_eq!(field.totals()[0], Games { wins: 1, draws: 1, losses: 0 });
        let (one, two) = field.glicko();
        assert!(one[0].rating > 1500.0 && two[0].rating > 1500.0 && one[1].rating < 1500.0);
    }

    #[test]
    fn in_draughts_where_black_begins_the_first_points_are_blacks() {
        let mut field = Field::default();
        let text = b"[White \"w\"]\n[Black \"b\"]\n[GameType \"21\"]\n[Result \"1-0\"]\n\n1. 11-15 1-0\n";
        for reading in pdn::read_all(text) {
            field.add(&reading.game, Dialect::Pdn);
        }
        assert_eq!(field.names[field.games[0].first], "b");
    }
}
