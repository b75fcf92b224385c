//! A game in the making: nodes and properties as they come, bytes before their letters are known.

use super::charset::{Charset, WRITTEN};
use super::reader::Reading;
use super::{NodeId, Property, Tree, Value};
use crate::pgn::Bounds;
use crate::{ImportFault, Kind, Place};

/// Further faults of one game are not told.
const MOST_FAULTS: usize = 1_000;
/// How many variations that are not closed are told one by one.
const TOLD: usize = 3;

/// A property whose letters are not known yet.
struct Raw {
    name: String,
    values: Vec<Vec<u8>>,
}

/// A game in the making.
pub(super) struct Builder {
    pub(super) reading: Reading,
    /// By [`NodeId::index`].
    raw: Vec<Vec<Raw>>,
    /// Behind which node each open variation began (`None`: the game itself), and where.
    pub(super) open: Vec<(Option<NodeId>, Place)>,
    /// Variations that were opened when there was no room any more.
    unread: usize,
    /// The node that was read last.
    now: Option<NodeId>,
    /// Whether nothing was read since a variation was opened.
    opened: bool,
    /// Behind which node the one at hand stands, if it begins a variation and has no property yet.
    fresh: Option<NodeId>,
    begun: usize,
    pub(super) parts: usize,
    full: bool,
    pub(super) over: bool,
}

impl Builder {
    pub(super) fn new(number: usize, place: Place, begun: usize) -> Self {
        let (node_places, property_places, faults) = Default::default();
        let reading = Reading { tree: Tree::default(), number, place, node_places, property_places, faults };
        let (raw, open) = Default::default();
        Self {
            reading,
            raw,
            open,
            unread: 0,
            now: None,
            opened: false,
            fresh: None,
            begun,
            parts: 0,
            full: false,
            over: false,
        }
    }

    pub(super) fn fault(&mut self, place: Place, kind: Kind, what: impl Into<String>) {
        // A hostile file must not fill the memory with complaints either.
        if self.reading.faults.len() < MOST_FAULTS {
            let game = Some(self.reading.number);
            self.reading.faults.push(ImportFault { game, place, kind, what: what.into() });
        }
    }

    pub(super) fn has_room(&self, bounds: &Bounds, taken: usize) -> bool {
        !self.full && self.parts <= bounds.parts && taken - self.begun <= bounds.bytes
    }

    /// Notes when a game has more than it may; what follows is passed over.
    pub(super) fn check(&mut self, bounds: &Bounds, taken: usize, place: Place) {
        if !self.full && !self.has_room(bounds, taken) {
            let Bounds { bytes, parts } = bounds;
            let what = format!("a game of more than {bytes} bytes or {parts} nodes and values; its rest is not read");
            self.fault(place, Kind::Bound, what);
            self.full = true;
        }
    }

    pub(super) fn node(&mut self, place: Place) {
        self.parts += 1;
        if self.full {
            return;
        }
        let opened = std::mem::take(&mut self.opened);
        let id = match self.now {
            None => Tree::ROOT,
            Some(behind) => {
                let branches = opened || !self.reading.tree.node(behind).children().is_empty();
                self.fresh = branches.then_some(behind);
                self.reading.tree.add(behind)
            }
        };
        self.reading.node_places.push(place);
        self.reading.property_places.push(Vec::new());
        self.raw.push(Vec::new());
        self.now = Some(id);
    }

    pub(super) fn open(&mut self, place: Place) {
        self.parts += 1;
        if self.full {
            self.unread += 1;
            return;
        }
        if self.now.is_none() {
            self.fault(place, Kind::Text, "a variation begins before the first node");
        }
        self.open.push((self.now, place));
        self.opened = true;
    }

    pub(super) fn close(&mut self) {
        (self.opened, self.fresh) = (false, None);
        if self.unread > 0 {
            self.unread -= 1;
            return;
        }
        if let Some((behind, _)) = self.open.pop() {
            self.now = behind.or(self.now);
        }
        self.over = self.open.is_empty();
    }

    /// Whether a variation begins here: its node has no property yet, or is missing.
    pub(super) const fn is_fresh_variation(&self) -> bool {
        self.fresh.is_some() || self.opened && self.now.is_some()
    }

    /// Ends the game before the node at hand, which begins a variation.
    pub(super) fn end_before_this(&mut self) {
        if let Some(behind) = self.fresh.take() {
            self.reading.tree.drop_last(behind);
            self.reading.node_places.pop();
            self.reading.property_places.pop();
            self.raw.pop();
        }
        self.over = true;
    }

    pub(super) fn property(&mut self, name: String, values: Vec<Vec<u8>>, place: Place) {
        if self.full || values.is_empty() {
            return;
        }
        if self.now.is_none() || self.opened {
            self.fault(place, Kind::Text, format!("';' is missing before {name}"));
            self.node(place);
        }
        self.fresh = None;
        let Some(now) = self.now else { return };
        let there = &mut self.raw[now.index()];
        match there.iter_mut().find(|raw| raw.name == name) {
            // One property in two pieces is an old habit; its values are those of both.
            Some(raw) => {
                raw.values.extend(values);
                self.fault(place, Kind::Tag, format!("property {name} stands twice in a node; its values are joined"));
            }
            None => {
                there.push(Raw { name, values });
                self.reading.property_places[now.index()].push(place);
            }
        }
    }

    /// Whether this is a game of stones on points, as far as is known.
    pub(super) fn has_stones(&self) -> bool {
        let game = self.raw.first().and_then(|root| root.iter().find(|raw| raw.name == "GM"));
        game.is_none_or(|raw| [&b"1"[..], b"4"].contains(&raw.values[0].trim_ascii()))
    }

    pub(super) fn end_of_file(&mut self) {
        self.over = true;
        for (i, (_, place)) in std::mem::take(&mut self.open).into_iter().enumerate().take(TOLD) {
            let what = if i == 0 { "the game" } else { "the variation" };
            self.fault(place, Kind::Text, format!("{what} that begins here is not closed"));
        }
    }

    /// Turns bytes into letters.
    pub(super) fn finish(mut self) -> Reading {
        if self.now.is_none() {
            self.reading.node_places.push(self.reading.place);
            self.reading.property_places.push(Vec::new());
            self.raw.push(Vec::new());
        }
        let told = self.raw[0].iter().position(|raw| raw.name == "CA");
        let mut charset = Charset::Either;
        if let Some(index) = told {
            let name = crate::lines::decode(&self.raw[0][index].values[0]);
            charset = Charset::named(&name).unwrap_or_else(|| {
                let place = self.reading.property_places[0][index];
                let what = format!("the letters of charset '{}' are not known; they are read as Latin-1", name.trim());
                self.fault(place, Kind::Tag, what);
                Charset::Either
            });
        }
        for (id, properties) in self.reading.tree.ids().zip(std::mem::take(&mut self.raw)) {
            let node = self.reading.tree.node_mut(id);
            for Raw { name, values } in properties {
                let mut values = values.into_iter().map(|bytes| Value::read(charset.decode(&bytes)));
                let Some(first) = values.next() else { continue };
                let mut property = Property::new(&name, first);
                values.for_each(|value| property.add(value));
                if name == "CA" {
                    // From here on the letters are those of a string.
                    property.replace(Value::text(WRITTEN));
                }
                node.properties.push(property);
            }
        }
        self.reading.faults.sort_by_key(|fault| fault.place);
        self.reading
    }
}
