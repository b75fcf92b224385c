//! The games that can be learnt, by their ids in the catalogue.

use super::config::Config;
use super::news::{News, Summary, Wish};
use super::run::{Run, planes};
use super::teacher::Teacher;
use tabula_core::{Encode, Fault, Notation, Tactics};
use tabula_draughts::Draughts;
use tabula_draughts::code::CODES;
use tabula_go::{Go, Rules};
use tabula_rows::gomoku::Law;
use tabula_rows::{Gomoku, TicTacToe};

/// Does what a configuration, given with its text, and a wish say.
///
/// # Errors
/// If they do not fit together, or a file cannot be read or written.
pub fn learn(config: &Config, text: &str, wish: &Wish<'_>, tell: &mut dyn FnMut(&News)) -> Result<Summary, Fault> {
    let id = config.game.as_str();
    if let Some(game) = id.strip_prefix("go").and_then(|size| Go::new(size.parse().ok()?, Rules::CHINESE)) {
        return learn_go(&game, config, text, wish, tell);
    }
    if wish.teacher.is_some() {
        return Err(Fault::new(format!("there is no teacher's file for {id}, only for go9")));
    }
    if id == "tictactoe" {
        return plain(&TicTacToe, config, text, wish, tell);
    }
    if let Some(game) = gomoku(id) {
        return plain(&game, config, text, wish, tell);
    }
    match CODES.into_iter().find(|code| code.id == id) {
        Some(code) => plain(&Draughts::new(code), config, text, wish, tell),
        None => Err(Fault::new(format!("'{id}' is no game that can be learnt by self-play"))),
    }
}

fn plain<G: Encode + Tactics + Notation>(
    game: &G,
    config: &Config,
    text: &str,
    wish: &Wish<'_>,
    tell: &mut dyn FnMut(&News),
) -> Result<Summary, Fault> {
    Run::open(game, config, text, wish)?.go(None, tell)
}

fn learn_go(
    game: &Go,
    config: &Config,
    text: &str,
    wish: &Wish<'_>,
    tell: &mut dyn FnMut(&News),
) -> Result<Summary, Fault> {
    let Some(bytes) = wish.teacher else { return plain(game, config, text, wish, tell) };
    let (lessons, held) = Teacher::open(game, planes(game, config)?, bytes)?;
    Run::open(game, config, text, wish)?.go(Some((&lessons, &held)), tell)
}

fn gomoku(id: &str) -> Option<Gomoku> {
    let (law, size) = match id {
        "gomoku9" => (Law::Freestyle, 9),
        "gomoku" => (Law::Freestyle, 15),
        "gomoku-standard" => (Law::Standard, 15),
        "renju" => (Law::Renju, 15),
        _ => return None,
    };
    Some(Gomoku::new(law, size))
}
