//! The table of any game: a [`Line`] with its texts.
//!
//! It judges legality and nothing else: clocks, resignations and agreements belong to whoever sits at it.

use crate::{GameCard, Played, Record, Setup, Table};
use std::sync::Arc;
use tabula_core::{BoardView, Claims, Deed, Fault, Faults, Game, Line, Mover, Notation, Outcome, Show, Side, Square};

/// A game of `G` in progress.
pub(crate) struct Desk<G: Game> {
    game: Arc<G>,
    card: Arc<GameCard>,
    line: Line<G>,
    played: Vec<Played>,
}

impl<G: Notation + Show> Desk<G> {
    /// A table with a position on it; `None` is the game's own start.
    pub(crate) fn open(game: Arc<G>, card: Arc<GameCard>, start: Option<&str>) -> Result<Self, Faults> {
        let line = match start {
            Some(text) => Line::from(&*game, game.read_position(text)?),
            None => Line::new(&*game),
        };
        Ok(Self { game, card, line, played: Vec::new() })
    }

    fn find(&self, text: &str) -> Result<(G::Move, Played), Fault> {
        let at = self.line.now();
        let m = read_move(&*self.game, at, text)?;
        Ok((m, self.written(at, m)))
    }

    fn written(&self, at: &G::Position, m: G::Move) -> Played {
        let by = match self.game.mover(at) {
            Mover::Player(side) => Some(side),
            Mover::Chance => None,
        };
        Played { code: self.game.write_move(at, m), text: self.game.write_move_for_people(at, m), by }
    }
}

/// Reads a move of a player or an outcome of the die, whoever's turn it is.
pub(crate) fn read_move<G: Notation>(game: &G, at: &G::Position, text: &str) -> Result<G::Move, Fault> {
    let text = text.trim();
    if let Mover::Chance = game.mover(at) {
        let mut chances = Vec::new();
        game.chances(at, &mut chances);
        let known: Vec<_> = chances.into_iter().map(|(m, _)| (game.write_move(at, m), m)).collect();
        return known.iter().find(|(code, _)| code == text).map(|&(_, m)| m).ok_or_else(|| {
            let codes: Vec<_> = known.iter().map(|(code, _)| code.as_str()).collect();
            Fault::new(format!("expected an outcome of the die ({}), found '{text}'", codes.join(", ")))
        });
    }
    if text.is_empty() {
        return Err(Fault::new("expected a move, found nothing"));
    }
    if game.count(at) == 0 {
        return Err(Fault::new(format!("the game is over: '{text}' cannot be played")));
    }
    game.read_move(at, text)
}

/// A line of moves as programs exchange them.
pub(crate) fn write_line<G: Notation>(game: &G, from: &G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut at = from.clone();
    moves
        .iter()
        .map(|&m| {
            let text = game.write_move(&at, m);
            game.play(&mut at, m, &mut ());
            text
        })
        .collect()
}

/// A line of moves as people read them.
pub(crate) fn write_for_people<G: Notation>(game: &G, from: &G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut at = from.clone();
    moves
        .iter()
        .map(|&m| {
            let text = game.write_move_for_people(&at, m);
            game.play(&mut at, m, &mut ());
            text
        })
        .collect()
}

impl<G: Notation + Show> Table for Desk<G> {
    fn card(&self) -> &GameCard {
        &self.card
    }

    fn start(&self) -> String {
        self.game.write_position(self.line.start())
    }

    fn position(&self) -> String {
        self.game.write_position(self.line.now())
    }

    fn mover(&self) -> Mover {
        self.game.mover(self.line.now())
    }

    fn legal(&self) -> Vec<String> {
        let at = self.line.now();
        self.line.legal(&self.game).into_iter().map(|m| self.game.write_move(at, m)).collect()
    }

    fn deeds(&self) -> Vec<(Played, Deed)> {
        let at = self.line.now();
        let mut moves = self.line.legal(&self.game);
        if self.game.mover(at) == Mover::Chance {
            let mut chances = Vec::new();
            self.game.chances(at, &mut chances);
            moves = chances.into_iter().map(|(m, _)| m).collect();
        }
        moves.into_iter().map(|m| (self.written(at, m), self.game.deed(at, m))).collect()
    }

    fn done(&self, ply: usize) -> Option<Deed> {
        Some(self.game.deed(self.line.positions().get(ply)?, *self.line.moves().get(ply)?))
    }

    fn chances(&self) -> Vec<(String, u32)> {
        let at = self.line.now();
        if self.game.mover(at) != Mover::Chance {
            return Vec::new();
        }
        let mut chances = Vec::new();
        self.game.chances(at, &mut chances);
        chances.into_iter().map(|(m, weight)| (self.game.write_move(at, m), weight)).collect()
    }

    fn read(&self, text: &str) -> Result<Played, Fault> {
        self.find(text).map(|(_, played)| played)
    }

    fn play(&mut self, text: &str) -> Result<Played, Fault> {
        let (m, played) = self.find(text)?;
        self.line.play(&self.game, m);
        self.played.push(played.clone());
        Ok(played)
    }

    fn back(&mut self) -> bool {
        self.played.pop();
        self.line.back().is_some()
    }

    fn played(&self) -> &[Played] {
        &self.played
    }

    fn view(&self) -> BoardView {
        self.game.view(self.line.now())
    }

    fn trail(&self) -> (Option<Square>, Option<Square>) {
        match (self.line.positions(), self.line.moves()) {
            ([.., before, _], [.., last]) => self.game.trail(before, *last),
            _ => (None, None),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome(&self.game, Claims::Taken)
    }

    fn lost(&self) -> Vec<Square> {
        self.game.lost(self.line.now())
    }

    fn counted(&self, lost: &[Square]) -> Option<Outcome> {
        self.game.counted(self.line.now(), lost)
    }

    fn together(&self, on: Square) -> Vec<Square> {
        self.game.together(self.line.now(), on)
    }

    fn holders(&self, lost: &[Square]) -> Vec<Option<Side>> {
        self.game.holders(self.line.now(), lost)
    }

    fn record(&self) -> Record {
        let usual = *self.line.start() == self.game.start();
        Record {
            setup: Setup { game: self.card.id.clone(), start: (!usual).then(|| self.start()) },
            moves: self.played.iter().map(|played| played.code.clone()).collect(),
        }
    }

    fn copy(&self) -> Box<dyn Table> {
        Box::new(Self {
            game: Arc::clone(&self.game),
            card: Arc::clone(&self.card),
            line: self.line.clone(),
            played: self.played.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::{Cause, Dice, testkit::Tree};

    fn desk(tree: &str, start: Option<&str>) -> Desk<Tree> {
        let card = GameCard { id: "tree".into(), ..GameCard::default() };
        Desk::open(Arc::new(Tree::parse(tree).unwrap()), Arc::new(card), start).unwrap()
    }

    #[test]
    fn moves_are_played_taken_back_and_recorded() {
        let mut desk = desk("((1 2) (3 W))", None);
        assert_eq!(desk.legal(), ["0", "1"]);
        assert_eq!(desk.play(" 1 ").unwrap(), Played { code: "1".into(), text: "1".into(), by: Some(Side::First) });
        assert_eq!(desk.mover(), Side::Second.into());
        desk.play("1").unwrap();
        assert_eq!(desk.outcome(), Some(Outcome::win(Side::First, Cause::Leaf)));
        assert_eq!(desk.record().moves, ["1", "1"]);
        assert!(desk.back() && desk.back() && !desk.back());
        assert_eq!(desk.record(), Record { setup: Setup { game: "tree".into(), start: None }, moves: vec![] });
    }

    #[test]
    fn a_wrong_move_leaves_the_table_as_it_was() {
        let mut desk = desk("((1 2) W)", None);
        let before = desk.position();
        assert_eq!(desk.play("7").unwrap_err().to_string(), "column 1: no branch '7' here");
        assert_eq!((desk.position(), desk.played().len()), (before, 0));
        desk.play("1").unwrap();
        assert_eq!(desk.play("0").unwrap_err().to_string(), "the game is over: '0' cannot be played");
    }

    #[test]
    fn the_die_is_played_by_its_outcomes_and_belongs_to_nobody() {
        let mut desk = desk("(?(3:10 1:-6) 2)", None);
        assert!(desk.chances().is_empty());
        desk.play("0").unwrap();
        assert_eq!(desk.chances(), [("0".to_string(), 3), ("1".to_string(), 1)]);
        assert_eq!(desk.deeds().iter().map(|(played, _)| played.code.as_str()).collect::<Vec<_>>(), ["0", "1"]);
        assert_eq!(desk.play("2").unwrap_err().to_string(), "expected an outcome of the die (0, 1), found '2'");
        assert_eq!(desk.play("1").unwrap().by, None);
    }

    #[test]
    fn the_die_is_rolled_by_weight_and_only_where_chance_moves() {
        let (mut dice, mut drawn) = (Dice::new(5), [0; 2]);
        for _ in 0..400 {
            let mut desk = desk("(?(3:10 1:-6) 2)", None);
            assert_eq!(desk.roll(&mut dice), None);
            desk.play("0").unwrap();
            let played = desk.roll(&mut dice).unwrap();
            drawn[played.code.parse::<usize>().unwrap()] += 1;
            assert_eq!((desk.record().moves, played.by), (vec!["0".to_string(), played.code], None));
        }
        assert!((260..340).contains(&drawn[0]), "{drawn:?}");
    }

    #[test]
    fn a_copy_goes_its_own_way() {
        let mut desk = desk("((1 2) (3 4))", None);
        let mut copy = desk.copy();
        copy.play("0").unwrap();
        assert_eq!((desk.played().len(), copy.played().len()), (0, 1));
        desk.play("1").unwrap();
        assert_ne!(desk.position(), copy.position());
    }

    #[test]
    fn an_unusual_start_is_part_of_the_record() {
        assert_eq!(desk("((1 2) 3)", Some("1")).record().setup.start.as_deref(), Some("1"));
        assert_eq!(desk("((1 2) 3)", Some("0")).record().setup.start, None);
    }
}
