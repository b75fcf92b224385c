//! The endgame tables of a game, under its own type.

use super::folder::{self, ENDING, Reading};
use super::{Crew, Endgames, Longest, MoveFate, Probed, Surveyed};
use crate::GameCard;
use crate::desk::write_for_people;
use std::path::Path;
use std::sync::Arc;
use tabula_core::{Dice, Endings, Fate, Fault, Faults, Mover, Notation, Side};
use tabula_tables::survey::Count;
use tabula_tables::{Table, Tables, Workshop};

/// What is known of the endings of a game.
pub(crate) struct Known<G: Endings> {
    game: Arc<G>,
    card: Arc<GameCard>,
    tables: Tables<G>,
    workshop: Workshop<G>,
}

impl<G: Endings + Notation> Known<G> {
    /// The tables of a folder that belong to the game; none if there is no folder, or no table in it.
    pub(crate) fn open(game: Arc<G>, card: Arc<GameCard>, workshop: Workshop<G>, folder: &Path) -> Result<Self, Fault> {
        let mut tables = Tables::default();
        if folder.exists() {
            folder::add(&*game, &mut tables, folder, Reading::Whole)?;
        }
        Ok(Self { game, card, tables, workshop })
    }

    fn table(&self, material: &str) -> Result<&Arc<Table<G>>, Fault> {
        let material = self.game.read_material(material)?;
        let name = self.game.write_material(&material);
        self.tables.get(&*self.game, &material).ok_or_else(|| {
            Fault::new(if self.tables.has(&material) {
                format!("the table of {name} is broken: verify its file to see why")
            } else {
                format!("there is no table of {name}: build it first")
            })
        })
    }

    fn longest(&self, table: &Table<G>, found: Option<(u32, usize)>) -> Option<Longest> {
        let (plies, index) = found?;
        let at = table.position(&*self.game, index)?;
        let line = write_for_people(&*self.game, &at, &self.tables.line(&*self.game, &at));
        Some(Longest { plies, position: self.game.write_position(&at), line })
    }
}

impl<G: Endings + Notation> Endgames for Known<G> {
    fn order(&self, wanted: &[String]) -> Result<Vec<String>, Fault> {
        let wanted: Result<Vec<_>, _> = wanted.iter().map(|text| self.game.read_material(text)).collect();
        let order = tabula_tables::order(&*self.game, &wanted?);
        Ok(order.iter().map(|material| self.game.write_material(material)).collect())
    }

    fn with_men(&self, men: u32) -> Vec<String> {
        self.game.materials(men).iter().map(|material| self.game.write_material(material)).collect()
    }

    fn has(&self, material: &str) -> bool {
        self.game.read_material(material).is_ok_and(|material| self.tables.has(&material))
    }

    fn at_hand(&self) -> Vec<String> {
        let mut all: Vec<_> = self.tables.materials().collect();
        all.sort_by_key(|&material| (self.game.men_of(material), material));
        all.into_iter().map(|material| self.game.write_material(material)).collect()
    }

    fn file_name(&self, material: &str) -> String {
        format!("{}.{material}.{ENDING}", self.card.id)
    }

    fn build(&mut self, material: &str, crew: &Crew<'_>) -> Result<Vec<u8>, Fault> {
        let material = self.game.read_material(material)?;
        let table = (self.workshop.build)(&self.game, &material, &self.tables, crew)?;
        let bytes = tabula_tables::format::write(&*self.game, &table);
        self.tables.add(&*self.game, Arc::new(table));
        Ok(bytes)
    }

    fn read(&mut self, file: &Path) -> Result<String, Fault> {
        let table = folder::read(&*self.game, file, Reading::Whole)?;
        let name = self.game.write_material(table.material());
        self.tables.add(&*self.game, Arc::new(table));
        Ok(name)
    }

    fn verify(&self, material: &str, crew: &Crew<'_>) -> Result<usize, Fault> {
        (self.workshop.verify)(&self.game, self.table(material)?, &self.tables, crew)
    }

    fn survey(&self, material: &str, crew: &Crew<'_>) -> Result<Vec<Surveyed>, Fault> {
        let table = self.table(material)?;
        let survey = (self.workshop.survey)(&self.game, table, crew)?;
        let some = Side::BOTH.into_iter().filter(|&side| survey[side] != Count::default());
        Ok(some
            .map(|side| {
                let Count { wins, draws, losses, longest_win, longest_loss } = survey[side];
                let longest = |found| self.longest(table, found);
                let (longest_win, longest_loss) = (longest(longest_win), longest(longest_loss));
                Surveyed { side, wins, draws, losses, longest_win, longest_loss }
            })
            .collect())
    }

    fn probe(&self, position: &str) -> Result<Probed, Faults> {
        let game = &*self.game;
        let at = game.read_position(position)?;
        let mut moves = self.tables.moves(game, &at);
        moves.sort_by_key(|&(_, fate)| std::cmp::Reverse(fate));
        let told =
            |(m, fate)| MoveFate { code: game.write_move(&at, m), text: game.write_move_for_people(&at, m), fate };
        Ok(Probed {
            material: game.material(&at).map(|material| game.write_material(&material)),
            fate: self.tables.fate(game, &at),
            moves: moves.into_iter().map(told).collect(),
            line: write_for_people(game, &at, &self.tables.line(game, &at)),
        })
    }

    fn won(&self, material: &str, count: usize, seed: u64) -> Result<Vec<String>, Fault> {
        /// Tables with fewer won positions than one in so many are not worth a longer search.
        const TRIES: usize = 10_000;
        let table = self.table(material)?;
        let mut dice = Dice::new(seed);
        let mut won = Vec::new();
        for _ in 0..count.saturating_mul(TRIES) {
            let index = dice.below(table.span());
            if won.len() < count
                && let Some(Fate::Win(_)) = table.fate_of(index)
                && let Some(at) = table.position(&*self.game, index)
                && self.game.mover(&at) != Mover::Chance
            {
                won.push(self.game.write_position(&at));
            }
        }
        Ok(won)
    }
}
