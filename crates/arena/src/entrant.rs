//! Who takes part in an event: a spec, a name for tables, a time control.
//!
//! Two settings of a spec are the arena's own and never reach the player: `name` and `tc`, as in
//! `tabula:level=3,name=beginner` or `uci:toga2?OwnBook=false&tc=60+0.6`.

use crate::control::TimeControl;
use std::path::PathBuf;
use std::sync::Arc;
use tabula_core::Fault;
use tabula_engine::spec::Kind;
use tabula_engine::{ForeignSpec, Player, Shelf, Spec};
use tabula_wire::foreign::{self, Patience};

/// Someone who takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The name in tables and records; different for each entrant of an event.
    pub name: String,
    /// Whom to seat.
    pub spec: Spec,
    /// How long it may think; the event's own time control, if it has none of its own.
    pub control: TimeControl,
    /// Where everything goes that is said between it and us; players of this house say nothing.
    pub log: Option<PathBuf>,
}

impl Entrant {
    /// Reads a spec with the arena's own settings; `usual` is the time control of those who bring none.
    pub fn read(text: &str, usual: Option<TimeControl>) -> Result<Self, Fault> {
        let mut spec: Spec = text.parse()?;
        let name = spec.take("name").map(|setting| setting.value);
        let own = spec.take("tc");
        let own = own.map(|setting| setting.value.parse().map_err(|what: String| Fault::at(setting.column, what)));
        let limited = matches!(&spec, Spec::House(house) if house.is_limited() || house.kind == Kind::Random);
        let control = match own.transpose()?.or(usual) {
            Some(control) => control,
            None if limited => TimeControl::Own,
            None => return Err(Fault::new(format!("nothing limits how long '{text}' may think"))),
        };
        Ok(Self { name: name.unwrap_or_else(|| spec.to_string()), spec, control, log: None })
    }

    /// Seats it: a search of this house, or a program that is started.
    pub fn seat(&self, shelf: &Arc<dyn Shelf>, patience: Patience) -> Result<Box<dyn Player>, Fault> {
        match &self.spec {
            Spec::House(spec) => shelf.player(spec),
            Spec::Foreign(spec) => foreign::seat(&self.logged(spec), shelf, patience),
        }
    }

    /// A program with the word before it that says where to log.
    fn logged(&self, spec: &ForeignSpec) -> ForeignSpec {
        let mut spec = spec.clone();
        if let Some(place) = &self.log {
            spec.command.insert(0, format!("log={}", place.display()));
        }
        spec
    }

    /// As [`seat`](Self::seat), and tells the name that the player gives itself.
    pub fn try_out(&self, shelf: &Arc<dyn Shelf>, patience: Patience) -> Result<String, Fault> {
        self.seat(shelf, patience).map(|player| player.card().name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_time_controls_stay_in_the_arena() {
        let entrant = Entrant::read("tabula:depth=2,name=quick,tc=nodes=100", None).unwrap();
        assert_eq!((entrant.name.as_str(), entrant.spec.to_string().as_str()), ("quick", "tabula:depth=2"));
        assert_eq!(entrant.control, TimeControl::Nodes(100));
        let usual = Some(TimeControl::Depth(3));
        let entrant = Entrant::read("uci:x?a=1", usual).unwrap();
        assert_eq!((entrant.name.as_str(), entrant.control), ("uci:x?a=1", TimeControl::Depth(3)));
        assert_eq!(Entrant::read("random:seed=1,tc=depth=1", usual).unwrap().control, TimeControl::Depth(1));
    }

    #[test]
    fn whoever_has_no_limit_at_all_is_refused() {
        assert_eq!(Entrant::read("tabula:depth=2", None).unwrap().control, TimeControl::Own);
        assert_eq!(Entrant::read("random", None).unwrap().control, TimeControl::Own);
        let said = Entrant::read("tabula", None).unwrap_err().to_string();
        assert_eq!(said, "nothing limits how long 'tabula' may think");
        assert!(
            Entrant::read("uci:x?tc=nonsense", None).unwrap_err().to_string().starts_with("column 7: expected a time")
        );
    }
}
