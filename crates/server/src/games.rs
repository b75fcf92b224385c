//! The catalogue as pages see it.

use crate::api::board::{Board, LookAsk, kind};
use crate::api::games::{GameCard, Kind, Level, LineFault, Method, VariantAnswer};
use crate::config::Limits;
use crate::problem::Problem;
use std::sync::{Arc, LazyLock};
use tabula_core::Mover;
use tabula_engine::{MethodCard, OptionKind, Setup, Shelf, Table, catalogue, level};
use tabula_wire::games;
use tabula_wire::pgn::Dialect;

/// The game of a word; no file is opened for it.
pub(crate) fn find(name: &str) -> Result<Arc<dyn Shelf>, Problem> {
    catalogue::named(name).map_err(|faults| Problem::missing(faults.to_string()).at("game"))
}

/// A game, and a table with it.
type Opened = (Arc<dyn Shelf>, Box<dyn Table>);

/// A table with what was asked for on it.
pub(crate) fn table(limits: &Limits, ask: &LookAsk) -> Result<Opened, Problem> {
    let shelf = find(&ask.game)?;
    let table = set_up(limits, &*shelf, ask.start.clone(), &ask.moves)?;
    Ok((shelf, table))
}

/// A table with moves played on it.
pub(crate) fn set_up(
    limits: &Limits,
    shelf: &dyn Shelf,
    start: Option<String>,
    moves: &[String],
) -> Result<Box<dyn Table>, Problem> {
    if moves.len() > limits.moves {
        let what = format!("expected at most {} moves, found {}", limits.moves, moves.len());
        return Err(Problem::bad(what).at("moves"));
    }
    let setup = Setup { game: shelf.card().id.clone(), start };
    let mut table = shelf.table(&setup).map_err(|faults| Problem::bad(faults.to_string()).at("start"))?;
    for (number, code) in (1..).zip(moves) {
        if let Some(outcome) = table.outcome() {
            let what = format!("move {number}, '{code}', comes after the end of the game ({})", outcome.cause);
            return Err(Problem::bad(what).at("moves"));
        }
        table
            .play(code)
            .map_err(|fault| Problem::bad(format!("move {number}, '{code}', cannot be played: {fault}")).at("moves"))?;
    }
    Ok(table)
}

/// Every game, as menus show it.
pub(crate) fn all() -> &'static [GameCard] {
    static ALL: LazyLock<Vec<GameCard>> =
        LazyLock::new(|| catalogue::shelves().iter().filter_map(|shelf| card(&**shelf)).collect());
    &ALL
}

/// A game as menus show it; `None` if it cannot be set up.
pub(crate) fn card(shelf: &dyn Shelf) -> Option<GameCard> {
    let card = shelf.card();
    let table = shelf.table(&Setup { game: card.id.clone(), start: shelf.deal(1) }).ok()?;
    let usual = shelf.player(&"tabula".parse().ok()?).ok()?;
    let usual = usual.card().options.iter().find_map(|option| match &option.kind {
        OptionKind::Choice { default, .. } if option.name == "search" => Some(default.clone()),
        _ => None,
    });
    let mut searches = shelf.searches();
    searches.sort_by_key(|method| Some(method.name) != usual.as_deref());
    Some(GameCard {
        id: card.id.clone(),
        name: card.name.clone(),
        family: card.family.clone(),
        files: card.size.0,
        ranks: card.size.1,
        about: card.about.clone(),
        sides: card.sides.clone(),
        dealt: shelf.deal(1).is_some(),
        chance: rolls(&*table),
        start: Board::of(&*table),
        levels: level::ladder().map(|(level, rating)| Level { level, rating, error: None }).collect(),
        searches: searches.iter().map(method).collect(),
        evaluators: shelf.evaluators().iter().map(method).collect(),
        kinds: shelf
            .kinds()
            .into_iter()
            .map(|view| Kind { letter: view.letter.to_string(), name: kind(&view.name), moves: view.moves })
            .collect(),
        formats: formats(shelf),
    })
}

fn method(card: &MethodCard) -> Method {
    Method { id: card.name.into(), about: card.about.into() }
}

/// As what games of this kind can be written.
fn formats(shelf: &dyn Shelf) -> Vec<&'static str> {
    match games::dialect(shelf.card()) {
        Dialect::Pgn => vec!["pgn", "fen"],
        Dialect::Pdn => vec!["pdn", "fen"],
        Dialect::Sgf => vec!["sgf", "fen"],
    }
}

/// Whether a die follows a move.
fn rolls(table: &dyn Table) -> bool {
    let mut table = table.copy();
    let first = table.legal().into_iter().next();
    first.is_some_and(|code| table.play(&code).is_ok()) && table.outcome().is_none() && table.mover() == Mover::Chance
}

/// Reads a definition.
pub(crate) fn variant(text: &str) -> VariantAnswer {
    match catalogue::defined(text, "variant") {
        Ok(shelf) => VariantAnswer { faults: Vec::new(), card: card(&*shelf) },
        Err(faults) => VariantAnswer {
            faults: faults.0.into_iter().map(|fault| LineFault { line: fault.line, what: fault.what }).collect(),
            card: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_card_with_a_board_and_a_default_search() {
        assert_eq!(all().len(), catalogue::shelves().len());
        for card in all() {
            assert!(card.start.files >= 3 && !card.searches.is_empty() && card.levels.len() == 10, "{}", card.id);
        }
        let chances: Vec<_> = all().iter().filter(|card| card.chance).map(|card| card.id.as_str()).collect();
        assert_eq!(chances, ["behemoth"]);
        let dealt: Vec<_> = all().iter().filter(|card| card.dealt).map(|card| card.id.as_str()).collect();
        assert_eq!(dealt, ["chess960", "caparandom"]);
    }

    #[test]
    fn the_path_of_a_file_names_no_game() {
        for name in ["./definitions/janus.toml", "/etc/passwd", "..\\x.toml", "janus.toml"] {
            assert_eq!(find(name).map(|_| ()).unwrap_err().status, 404, "{name}");
        }
    }

    #[test]
    fn a_wrong_move_is_told_with_its_number() {
        let ask = LookAsk { game: "chess".into(), start: None, moves: vec!["e2e4".into(), "e2e4".into()] };
        let problem = table(&Limits::default(), &ask).map(|_| ()).unwrap_err();
        assert!(problem.error.starts_with("move 2, 'e2e4', cannot be played"), "{}", problem.error);
        assert_eq!(problem.place.as_deref(), Some("moves"));
    }

    #[test]
    fn a_definition_is_read_or_its_faults_are_told() {
        assert!(variant("from = \"chess\"\n").card.is_some());
        let answer = variant("from = \"chess\"\nboard = \"40x8\"\n");
        assert!(answer.card.is_none() && answer.faults[0].line == Some(2), "{answer:?}");
    }
}
