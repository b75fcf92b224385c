//! One game at a time from a stream. Syntax only: what a property means is not asked here.
//!
//! Whatever is sound in a broken file is kept:
//!
//! - What stands before, between and behind games is passed over.
//! - A `]` that is missing behind a point ends the value where the next node or property begins; one that is missing
//!   behind a text is noticed if the next move was swallowed.
//! - A `)` that is missing is noticed at the end of the file, or where a variation begins like a new game.
//! - Lower-case letters of names count for nothing (`Black`, `AddBlack` and `SiZe` are `B`, `AB` and `SZ`).

use super::builder::Builder;
use super::source::{Source, blank};
use super::{NodeId, Tree};
use crate::pgn::Bounds;
use crate::{ImportFault, Kind, Place};
use std::io::{self, BufRead};

/// Longer names are cut: no property has one.
const LONGEST_NAME: usize = 64;
/// How many blanks may stand where a few bytes are looked ahead.
const FEW: usize = 64;

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

#[cfg(test)]
mod tests;
