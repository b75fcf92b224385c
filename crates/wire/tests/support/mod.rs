//! A table for tests: any game of the ground floor, without the catalogue.

use std::sync::Arc;
use tabula_core::{BoardView, Claims, Fault, Faults, Game, Line, Mover, Notation, Outcome, Show, Square};
use tabula_engine::{GameCard, Played, Record, Setup, Table};

struct Bench<G: Game> {
    game: Arc<G>,
    card: GameCard,
    line: Line<G>,
    played: Vec<Played>,
}

/// Opens a table of `game` on the position of `setup`.
pub(crate) fn bench<G: Notation + Show>(game: G, setup: &Setup) -> Result<Box<dyn Table>, Faults> {
    let line = match &setup.start {
        Some(start) => Line::from(&game, game.read_position(start)?),
        None => Line::new(&game),
    };
    let card = GameCard {
        id: setup.game.clone(),
        name: setup.game.clone(),
        family: String::new(),
        size: (8, 8),
        about: String::new(),
        sides: ["White".into(), "Black".into()],
        variant_tag: (setup.game != "chess").then(|| setup.game.clone()),
    };
    Ok(Box::new(Bench { game: Arc::new(game), card, line, played: Vec::new() }))
}

impl<G: Notation + Show> Table for Bench<G> {
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
    fn chances(&self) -> Vec<(String, u32)> {
        Vec::new()
    }
    fn read(&self, text: &str) -> Result<Played, Fault> {
        let at = self.line.now();
        let m = self.game.read_move(at, text)?;
        let by = match self.mover() {
            Mover::Player(side) => Some(side),
            Mover::Chance => None,
        };
        Ok(Played { code: self.game.write_move(at, m), text: self.game.write_move_for_people(at, m), by })
    }
    fn play(&mut self, text: &str) -> Result<Played, Fault> {
        let played = self.read(text)?;
        let m = self.game.read_move(self.line.now(), text)?;
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
        (None, None)
    }
    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome(&self.game, Claims::Taken)
    }
    fn record(&self) -> Record {
        let usual = *self.line.start() == self.game.start();
        let start = (!usual).then(|| self.start());
        let moves = self.played.iter().map(|played| played.code.clone()).collect();
        Record { setup: Setup { game: self.card.id.clone(), start }, moves }
    }
    fn copy(&self) -> Box<dyn Table> {
        let (game, card) = (Arc::clone(&self.game), self.card.clone());
        Box::new(Self { game, card, line: self.line.clone(), played: self.played.clone() })
    }
}
