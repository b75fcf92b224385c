//! One game at a time from a stream. Syntax only: what a property means is not asked here.
//!
//! Whatever is sound in a broken file is kept:
//!
//! - What stands before, between and behind games is passed over.
//! - A `]` that is missing behind a point ends the value where the next node or property begins; one that is missing
//!   behind a text is noticed if the next move was swallowed.
//! - A `)` that is missing is noticed at the end of the file, or where a variation begins like a new game.
//! - Lower-case letters of names count for nothing (`Black`, `AddBlack` and `SiZe` are `B`, `AB` and `SZ`).

use super::charset::{Charset, WRITTEN};
use super::source::{Source, blank};
use super::{NodeId, Property, Tree, Value};
use crate::pgn::Bounds;
use crate::{ImportFault, Kind, Place};
use std::io::{self, BufRead};

/// Longer names are cut: no property has one.
const LONGEST_NAME: usize = 64;
/// How many blanks may stand where a few bytes are looked ahead.
const FEW: usize = 64;
/// How many variations that are not closed are told one by one.
const TOLD: usize = 3;

/// A game as read, with where its parts stood and what is wrong with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The game.
    pub tree: Tree,
    /// Which game of the file, counted from 1.
    pub number: usize,
    /// Where it begins.
    pub place: Place,
    /// Where each node began, by [`NodeId::index`].
    pub node_places: Vec<Place>,
    /// Where each property stood, by [`NodeId::index`] and in the order of the properties.
    pub property_places: Vec<Vec<Place>>,
    /// What is wrong with the text.
    pub faults: Vec<ImportFault>,
}

impl Reading {
    /// Where the first property with this name stands in a node; where the node begins if there is none.
    pub fn place_of(&self, id: NodeId, name: &str) -> Place {
        let index = self.tree.node(id).properties.iter().position(|property| property.name() == name);
        index.map_or(self.node_places[id.index()], |index| self.property_places[id.index()][index])
    }
}

/// How a game begins.
enum Start {
    /// `(;`
    Proper,
    /// `(GM[1]`
    NoNode,
    /// `;GM[1]`
    NoTree,
    /// Inside of the game before, whose parenthesis is missing: this property was read already.
    Inside(String, Place),
}

/// Text that belongs to no game.
type Stray = Option<(Place, usize)>;

/// Reads games from a stream; only one of them is in memory at a time.
///
/// ```
/// use tabula_wire::sgf::Reader;
/// let file = "From a letter:\n(;SZ[9];B[ee](;W[cc])(;W[gg]))\n(;GM[1])";
/// assert_eq!(Reader::new(file.as_bytes()).count(), 2);
/// ```
pub struct Reader<R> {
    source: Source<R>,
    bounds: Bounds,
    count: usize,
    /// How the next game begins, and what stood before it.
    next: Option<(Option<Start>, Stray)>,
}

impl<R: BufRead> Reader<R> {
    /// Reads with the usual bounds.
    pub fn new(from: R) -> Self {
        Self::with_bounds(from, Bounds::default())
    }

    /// Reads with other bounds.
    pub fn with_bounds(from: R, bounds: Bounds) -> Self {
        Self { source: Source::new(from), bounds, count: 0, next: None }
    }

    fn read_game(&mut self) -> io::Result<Option<Reading>> {
        let (start, stray) = match self.next.take() {
            Some(next) => next,
            None => self.seek()?,
        };
        if start.is_none() && stray.is_none() {
            return Ok(None);
        }
        self.count += 1;
        let mut builder = Builder::new(self.count, self.source.place(), self.source.taken());
        if let Some((place, length)) = stray {
            builder.reading.place = place;
            let what = match start {
                Some(_) => format!("text before the game is passed over ({length} bytes)"),
                None => format!("there is no game in it, only text ({length} bytes)"),
            };
            builder.fault(place, Kind::Text, what);
        }
        let Some(start) = start else { return Ok(Some(builder.finish())) };
        self.begin(start, &mut builder)?;
        while !builder.over {
            self.step(&mut builder)?;
        }
        if self.next.is_none() {
            let (start, stray) = self.seek()?;
            if let Some((place, length)) = stray {
                builder.fault(place, Kind::Text, format!("text behind the game is passed over ({length} bytes)"));
            }
            self.next = Some((start, None));
        }
        Ok(Some(builder.finish()))
    }

    /// Passes over whatever begins no game.
    fn seek(&mut self) -> io::Result<(Option<Start>, Stray)> {
        if self.source.taken() == 0 {
            let mark = [self.source.look(0)?, self.source.look(1)?, self.source.look(2)?];
            if mark == [Some(0xef), Some(0xbb), Some(0xbf)] {
                for _ in mark {
                    self.source.take()?;
                }
            }
        }
        let mut stray: Stray = None;
        while let Some(byte) = self.source.skip_blanks()? {
            let behind = self.behind_blanks(1)?;
            let start = match (byte, self.source.look(behind)?) {
                (b'(', Some(b';')) => Some(Start::Proper),
                (b'(', _) if self.is_property(behind)? => Some(Start::NoNode),
                (b';', _) if self.is_property(behind)? => Some(Start::NoTree),
                _ => None,
            };
            if start.is_some() {
                return Ok((start, stray));
            }
            stray.get_or_insert((self.source.place(), 0)).1 += 1;
            self.source.take()?;
        }
        Ok((None, stray))
    }

    /// How many bytes ahead the next one is that is no blank.
    fn behind_blanks(&mut self, mut ahead: usize) -> io::Result<usize> {
        let most = ahead + FEW;
        while ahead < most && self.source.look(ahead)?.is_some_and(blank) {
            ahead += 1;
        }
        Ok(ahead)
    }

    /// Whether a name with a bracket stands so many bytes ahead.
    fn is_property(&mut self, ahead: usize) -> io::Result<bool> {
        let (mut end, mut capital) = (ahead, false);
        while let Some(letter) = self.source.look(end)?.filter(u8::is_ascii_alphabetic) {
            capital |= letter.is_ascii_uppercase();
            end += 1;
            if end > ahead + LONGEST_NAME {
                return Ok(false);
            }
        }
        let end = self.behind_blanks(end)?;
        Ok(capital && self.source.look(end)? == Some(b'['))
    }

    fn begin(&mut self, start: Start, builder: &mut Builder) -> io::Result<()> {
        let place = self.source.place();
        if !matches!(start, Start::Inside(..)) && builder.reading.faults.is_empty() {
            builder.reading.place = place;
        }
        builder.open.push((None, place));
        match start {
            Start::Proper => {
                self.source.take()?;
            }
            Start::NoNode => {
                self.source.take()?;
                builder.fault(place, Kind::Text, "';' is missing behind '('");
                builder.node(place);
            }
            Start::NoTree => builder.fault(place, Kind::Text, "'(' is missing before ';'"),
            Start::Inside(name, place) => {
                builder.reading.place = place;
                builder.node(place);
                self.values(name, place, builder)?;
            }
        }
        Ok(())
    }

    /// Reads the next part of a game.
    fn step(&mut self, builder: &mut Builder) -> io::Result<()> {
        let byte = self.source.skip_blanks()?;
        let place = self.source.place();
        builder.check(&self.bounds, self.source.taken(), place);
        let Some(byte) = byte else {
            builder.end_of_file();
            return Ok(());
        };
        match byte {
            b';' => {
                self.source.take()?;
                builder.node(place);
            }
            b'(' => {
                self.source.take()?;
                builder.open(place);
            }
            b')' => {
                self.source.take()?;
                builder.close();
            }
            b'[' => {
                self.value(builder, false)?;
                builder.fault(place, Kind::Text, "a value without the name of a property is passed over");
            }
            byte if byte.is_ascii_alphabetic() => self.property(builder)?,
            _ => {
                let mut text = Vec::new();
                while let Some(byte) = self.source.look(0)? {
                    if blank(byte) || byte.is_ascii_alphabetic() || b";()[".contains(&byte) {
                        break;
                    }
                    text.push(byte);
                    self.source.take()?;
                    if text.len() > LONGEST_NAME {
                        break;
                    }
                }
                let what = format!("'{}' means nothing here and is passed over", crate::lines::decode(&text));
                builder.fault(place, Kind::Text, what);
            }
        }
        Ok(())
    }

    /// Reads a name and its values.
    fn property(&mut self, builder: &mut Builder) -> io::Result<()> {
        let place = self.source.place();
        let mut written = String::new();
        while let Some(byte) = self.source.look(0)?.filter(u8::is_ascii_alphanumeric) {
            self.source.take()?;
            if written.len() < LONGEST_NAME {
                written.push(char::from(byte));
            }
        }
        if self.source.skip_blanks()? != Some(b'[') {
            builder.fault(place, Kind::Tag, format!("property {written} has no value and is passed over"));
            return Ok(());
        }
        let mut name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        if name.is_empty() {
            name = written.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_uppercase();
            builder.fault(place, Kind::Tag, format!("property {written} has no capital letter: read as {name}"));
        }
        if ["FF", "GM"].contains(&name.as_str()) && builder.is_fresh_variation() {
            builder.fault(place, Kind::Text, "another game begins here: ')' is missing before it");
            builder.end_before_this();
            self.next = Some((Some(Start::Inside(name, place)), None));
            return Ok(());
        }
        self.values(name, place, builder)
    }

    fn values(&mut self, name: String, place: Place, builder: &mut Builder) -> io::Result<()> {
        let points = builder.has_stones() && POINTS.contains(&name.as_str());
        let mut values = Vec::new();
        let mut swallowed = None;
        while self.source.skip_blanks()? == Some(b'[') {
            let opened = self.source.place();
            let (mut bytes, closed) = self.value(builder, points)?;
            if !closed {
                builder.fault(opened, Kind::Text, format!("']' is missing behind this value of {name}"));
            } else if !points
                && let Some((kept, colour, point)) = split_move(&bytes)
                && self.source.skip_blanks()? != Some(b']')
            {
                builder.fault(opened, Kind::Text, format!("']' is missing behind this value of {name}"));
                let kept = kept.len();
                swallowed = Some((colour, point.to_vec()));
                bytes.truncate(kept);
            }
            builder.parts += 1;
            builder.check(&self.bounds, self.source.taken(), opened);
            values.push(bytes);
            if swallowed.is_some() {
                break;
            }
        }
        builder.property(name, values, place);
        if let Some((colour, point)) = swallowed {
            let place = self.source.place();
            builder.node(place);
            builder.property(char::from(colour).to_string(), vec![point], place);
        }
        Ok(())
    }

    /// Reads a value from its bracket on; answers with whether it was closed.
    fn value(&mut self, builder: &mut Builder, points: bool) -> io::Result<(Vec<u8>, bool)> {
        let mut bytes = Vec::new();
        self.source.take()?;
        while let Some(byte) = self.source.look(0)? {
            if points && b";()[".contains(&byte) {
                let end = bytes.iter().position(|&byte| blank(byte)).unwrap_or(bytes.len());
                bytes.truncate(end);
                return Ok((bytes, false));
            }
            self.source.take()?;
            if byte == b']' {
                return Ok((bytes, true));
            }
            let room = builder.has_room(&self.bounds, self.source.taken());
            if room {
                bytes.push(byte);
            }
            if byte == b'\\'
                && let Some(escaped) = self.source.take()?
                && room
            {
                bytes.push(escaped);
            }
        }
        Ok((bytes, false))
    }
}

/// Properties of games with stones whose values are points and nothing else.
pub(super) const POINTS: [&str; 14] =
    ["B", "W", "AB", "AW", "AE", "CR", "DD", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"];

/// A text that ends with a move which it has swallowed: what stands before, the colour and the point.
pub(super) fn split_move(bytes: &[u8]) -> Option<(&[u8], u8, &[u8])> {
    let bracket = bytes.iter().rposition(|&byte| byte == b'[')?;
    let point = &bytes[bracket + 1..];
    let before = bytes[..bracket].trim_ascii_end();
    let (&colour, before) = before.split_last()?;
    let kept = before.trim_ascii_end().strip_suffix(b";")?;
    let sound = b"BW".contains(&colour) && point.len() <= 2 && point.iter().all(u8::is_ascii_alphabetic);
    (sound && kept.last() != Some(&b'\\')).then_some((kept, colour, point))
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Reading>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read_game().transpose()
    }
}

/// A property whose letters are not known yet.
struct Raw {
    name: String,
    values: Vec<Vec<u8>>,
}

/// A game in the making.
struct Builder {
    reading: Reading,
    /// By [`NodeId::index`].
    raw: Vec<Vec<Raw>>,
    /// Behind which node each open variation began (`None`: the game itself), and where.
    open: Vec<(Option<NodeId>, Place)>,
    /// Variations that were opened when there was no room any more.
    unread: usize,
    /// The node that was read last.
    now: Option<NodeId>,
    /// Whether nothing was read since a variation was opened.
    opened: bool,
    /// Behind which node the one at hand stands, if it begins a variation and has no property yet.
    fresh: Option<NodeId>,
    begun: usize,
    parts: usize,
    full: bool,
    over: bool,
}

impl Builder {
    fn new(number: usize, place: Place, begun: usize) -> Self {
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

    fn fault(&mut self, place: Place, kind: Kind, what: impl Into<String>) {
        // A hostile file must not fill the memory with complaints either.
        if self.reading.faults.len() < MOST_FAULTS {
            let game = Some(self.reading.number);
            self.reading.faults.push(ImportFault { game, place, kind, what: what.into() });
        }
    }

    fn has_room(&self, bounds: &Bounds, taken: usize) -> bool {
        !self.full && self.parts <= bounds.parts && taken - self.begun <= bounds.bytes
    }

    /// Notes when a game has more than it may; what follows is passed over.
    fn check(&mut self, bounds: &Bounds, taken: usize, place: Place) {
        if !self.full && !self.has_room(bounds, taken) {
            let Bounds { bytes, parts } = bounds;
            let what = format!("a game of more than {bytes} bytes or {parts} nodes and values; its rest is not read");
            self.fault(place, Kind::Bound, what);
            self.full = true;
        }
    }

    fn node(&mut self, place: Place) {
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

    fn open(&mut self, place: Place) {
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

    fn close(&mut self) {
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
    const fn is_fresh_variation(&self) -> bool {
        self.fresh.is_some() || self.opened && self.now.is_some()
    }

    /// Ends the game before the node at hand, which begins a variation.
    fn end_before_this(&mut self) {
        if let Some(behind) = self.fresh.take() {
            self.reading.tree.drop_last(behind);
            self.reading.node_places.pop();
            self.reading.property_places.pop();
            self.raw.pop();
        }
        self.over = true;
    }

    fn property(&mut self, name: String, values: Vec<Vec<u8>>, place: Place) {
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
    fn has_stones(&self) -> bool {
        let game = self.raw.first().and_then(|root| root.iter().find(|raw| raw.name == "GM"));
        game.is_none_or(|raw| [&b"1"[..], b"4"].contains(&raw.values[0].trim_ascii()))
    }

    fn end_of_file(&mut self) {
        self.over = true;
        for (i, (_, place)) in std::mem::take(&mut self.open).into_iter().enumerate().take(TOLD) {
            let what = if i == 0 { "the game" } else { "the variation" };
            self.fault(place, Kind::Text, format!("{what} that begins here is not closed"));
        }
    }

    /// Turns bytes into letters.
    fn finish(mut self) -> Reading {
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

/// Further faults of one game are not told.
const MOST_FAULTS: usize = 1_000;

#[cfg(test)]
mod tests;
