//! Setting options: what is the player's goes to its thread, what is the protocol's is kept here.

use super::options::{self, DEFAULT, NETWORKS, Named, Own};
use super::{FAMILY, Server, open, quoted};
use crate::identity::house;
use crate::knobs::{CLASSES, ELO, NETWORK, RANDOM, Row, SKILL, switch};
use crate::xboard::names;
use std::sync::Arc;
use tabula_core::{Fault, Faults};
use tabula_engine::near::unknown;
use tabula_engine::{OptionCard, OptionKind, Shelf, catalogue};

/// The setting of a player that names the file of a net.
const NET: &str = "net";

impl Server<'_, '_> {
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Faults> {
        match options::find(name, &self.card)? {
            Named::Own(own) => self.set_own(own, name, value),
            Named::Knob(row, card) => Ok(self.set_knob(row, &card, value)?),
        }
    }

    fn set_own(&mut self, own: Own, name: &str, value: &str) -> Result<(), Faults> {
        match own {
            Own::ClearHash => self.forget(),
            // Whether it is wanted is told by `go ponder`.
            Own::Ponder => {
                switch(name, value)?;
            }
            Own::Variant => {
                let value = names::id(value);
                self.find_variant(value)?;
                self.wishes.variant = value.to_string();
                self.change_game()?;
                self.tell_variant();
            }
            Own::Chess960 => {
                self.wishes.chess960 = switch(name, value)?;
                self.change_game()?;
            }
            Own::VariantPath => self.load(value)?,
            Own::LimitStrength => {
                self.wishes.limit_strength = switch(name, value)?;
                self.set_strength();
            }
            Own::ShowWdl => self.wishes.show_wdl = switch(name, value)?,
            Own::AnalyseMode => {
                self.wishes.analyse = switch(name, value)?;
                self.set_strength();
            }
            Own::Network => {
                let named = NETWORKS.iter().position(|known| known.eq_ignore_ascii_case(value));
                self.wishes.classes = named.ok_or_else(|| Fault::new(unknown(name, value, &NETWORKS)))? == 1;
                self.set_network();
            }
            Own::ModelFile => {
                let usual = value.is_empty() || value == DEFAULT || value == "<empty>";
                self.wishes.model = (!usual).then(|| value.to_string());
                self.set_network();
            }
        }
        Ok(())
    }

    /// The net of the file, if a net is wanted and a file was named; otherwise whatever the heuristic is, with the net of the
    /// house that `Network` means.
    fn set_network(&mut self) {
        let wanted = self.wishes.heuristic.as_deref() == Some(NETWORK);
        match self.wishes.model.clone().filter(|_| wanted) {
            Some(file) => self.change(NET, file),
            None if self.knobs.iter().any(|(knob, _)| *knob == NET) => self.change(NET, "<empty>".into()),
            None => {}
        }
        if wanted {
            self.change("eval", if self.wishes.classes { CLASSES } else { NETWORK }.into());
        }
    }

    fn set_knob(&mut self, row: &'static Row, card: &OptionCard, value: &str) -> Result<(), Fault> {
        let (value, remark) = row.read(card, value)?;
        if let Some(remark) = remark {
            self.remark(&remark);
        }
        match row.knob {
            ELO => {
                self.wishes.elo = Some(value);
                self.set_strength();
            }
            SKILL => {
                self.wishes.skill = Some(value);
                self.set_strength();
            }
            // A heuristic that is no evaluator: lots instead of a search.
            "eval" if value == RANDOM && !self.has_judge(&value) => self.change("search", value),
            "eval" => {
                let algorithm = self.wishes.algorithm.clone().unwrap_or_else(|| self.usual("search"));
                self.change("search", algorithm);
                self.wishes.heuristic = Some(value.clone());
                self.change(row.knob, value);
                self.set_network();
            }
            _ => {
                if row.knob == "search" {
                    self.wishes.algorithm = Some(value.clone());
                }
                self.change(row.knob, value);
            }
        }
        Ok(())
    }

    fn has_judge(&self, name: &str) -> bool {
        self.shelf.evaluators().iter().any(|card| card.name == name)
    }

    /// The value that a setting has unless it is set.
    fn usual(&self, knob: &str) -> String {
        use OptionKind::{Choice, Number, Switch, Text};
        match self.card.options.iter().find(|option| option.name == knob).map(|option| &option.kind) {
            Some(Choice { default, .. } | Text { default }) => default.clone(),
            Some(Number { default, .. }) => default.to_string(),
            Some(Switch { default }) => default.to_string(),
            None => String::new(),
        }
    }

    /// Sets something about the player, after all that was ordered before.
    fn change(&mut self, knob: &'static str, value: String) {
        self.knobs.retain(|(other, _)| *other != knob);
        self.knobs.push((knob, value.clone()));
        let mouth = self.mouth;
        self.worker.give(move |player| {
            if let Err(fault) = player.set(knob, &value) {
                mouth.say(&format!("info string {fault}"));
            }
        });
    }

    /// One strength out of three options. Whoever analyses wants the best moves.
    fn set_strength(&mut self) {
        let full = self.usual(SKILL);
        if full.is_empty() {
            return;
        }
        match (&self.wishes.elo, &self.wishes.skill) {
            _ if self.wishes.analyse => self.change(SKILL, full),
            (Some(elo), _) if self.wishes.limit_strength => self.change(ELO, elo.clone()),
            (_, Some(skill)) => self.change(SKILL, skill.clone()),
            _ => self.change(SKILL, full),
        }
    }

    /// The ids of all variants.
    pub(super) fn variants(&self) -> Vec<String> {
        let own = catalogue::shelves().iter().filter(|shelf| shelf.card().family == FAMILY);
        let mut ids: Vec<_> = own.chain(&self.loaded).map(|shelf| shelf.card().id.clone()).collect();
        ids.dedup();
        ids
    }

    /// What a GUI needs to know of a game that it may not know.
    fn tell_variant(&self) {
        let card = self.shelf.card();
        let ((files, ranks), start) = (card.size, self.table.start());
        self.remark(&format!(
            "variant {} files {files} ranks {ranks} pocket 0 template fairy startpos {start}",
            card.id
        ));
    }

    fn find_variant(&self, id: &str) -> Result<Arc<dyn Shelf>, Faults> {
        let variants = self.variants();
        if !variants.iter().any(|known| known.eq_ignore_ascii_case(id)) {
            let known: Vec<_> = variants.iter().map(String::as_str).collect();
            return Err(Fault::new(unknown("variant", id, &known)).into());
        }
        match self.loaded.iter().rev().find(|shelf| shelf.card().id.eq_ignore_ascii_case(id)) {
            Some(shelf) => Ok(Arc::clone(shelf)),
            None => catalogue::find(id),
        }
    }

    /// Makes the game of a definition file a variant.
    fn load(&mut self, path: &str) -> Result<(), Faults> {
        if path.is_empty() || path == "<empty>" {
            return Ok(());
        }
        if !path.contains(['/', '\\']) && !path.ends_with(".toml") {
            return Err(
                Fault::new(format!("expected the path of a definition (.toml), found '{}'", quoted(path))).into()
            );
        }
        let shelf = catalogue::find(path)?;
        self.remark(&format!("variant {} is there", shelf.card().id));
        self.loaded.push(shelf);
        self.mouth.say(&options::announce_variants(&self.variants()));
        Ok(())
    }

    /// Seats a player of the game that is wanted now, at its start position.
    fn change_game(&mut self) -> Result<(), Faults> {
        let shuffled = self.wishes.chess960 && self.wishes.variant.eq_ignore_ascii_case(FAMILY);
        let shelf = self.find_variant(if shuffled { "chess960" } else { &self.wishes.variant })?;
        if Arc::ptr_eq(&shelf, &self.shelf) {
            return Ok(());
        }
        let mut next = shelf.player(&house(self.identity.seed))?;
        for (knob, value) in &self.knobs {
            if let Err(fault) = next.set(knob, value) {
                self.remark(&fault.to_string());
            }
        }
        (self.table, self.start) = (open(&*shelf, None)?, None);
        self.card = next.card().clone();
        self.shelf = shelf;
        self.worker.give(move |player| *player = next);
        Ok(())
    }
}
