//! A table as bytes. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `TABULA-E` |
//! | 2 | version of the format: 2 |
//! | 8 | the fingerprint of the rules |
//! | 1 + n | the material as text: its length, then UTF-8 |
//! | 1 | bytes of a value: 1 or 2 |
//! | 8 | how many values there are |
//! | 8 (k + 1) | where each of the k blocks begins, from the beginning of the file, and where the last one ends, which is the end |
//! | 4 | CRC-32 (as in zip) of everything before |
//! | ... | the blocks |
//!
//! A block holds 4096 values, the last one what is left, in the order of their numbers: 0 no position, 1 draw, 2 + 2n loss in n plies,
//! 3 + 2n win in n plies. It is packed by Deflate (RFC 1951), and the CRC-32 of the packed bytes follows it.
//!
//! Which position has which number is for the game to say; the version is raised if a game changes its mind.

use crate::Table;
use crate::packed::{Bytes, Packed, blocks, pack};
use crate::table::Values;
use tabula_core::checksum::crc32;
use tabula_core::{Endings, Fault};

const MAGIC: &[u8; 8] = b"TABULA-E";
/// The version that is written, and the only one that is read.
const VERSION: u16 = 2;
/// No header is longer.
pub const LONGEST_HEADER: usize = 8 + 2 + 8 + 1 + 255 + 1 + 8;

/// What stands before the values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The rules by which it was made.
    pub fingerprint: u64,
    /// The men, as text.
    pub material: String,
    wide: bool,
    span: u64,
}

impl Header {
    /// Reads the beginning of a table; the rest need not be there. The fault says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let mut rest = Rest(bytes);
        if rest.take(8)? != MAGIC {
            return Err(Fault::new("it does not begin as a table does"));
        }
        let version = u16::from_le_bytes(rest.array()?);
        if version != VERSION {
            return Err(Fault::new(format!("its format has version {version}, expected {VERSION}")));
        }
        let fingerprint = u64::from_le_bytes(rest.array()?);
        let [length] = rest.array()?;
        let material = String::from_utf8_lossy(rest.take(length.into())?).into_owned();
        let wide = match rest.array()? {
            [1] => false,
            [2] => true,
            [other] => return Err(Fault::new(format!("its values have {other} bytes, expected 1 or 2"))),
        };
        Ok(Self { fingerprint, material, wide, span: u64::from_le_bytes(rest.array()?) })
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.push(self.material.len() as u8);
        bytes.extend(self.material.as_bytes());
        bytes.push(if self.wide { 2 } else { 1 });
        bytes.extend(self.span.to_le_bytes());
        bytes
    }
}

/// What is left to read.
pub(crate) struct Rest<'a>(pub(crate) &'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(|| Fault::new("it ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        Ok(self.take(N)?.try_into().expect("as many bytes were taken"))
    }
}

/// Writes a table.
pub fn write<G: Endings>(game: &G, table: &Table<G>) -> Vec<u8> {
    let header = Header {
        fingerprint: game.fingerprint(),
        material: game.write_material(&table.material),
        wide: table.values.is_wide(),
        span: table.span() as u64,
    };
    let packed: Vec<_> = table.values.blocks().map(|block| pack(&block)).collect();
    let mut bytes = header.bytes();
    let mut offset = bytes.len() + 8 * (packed.len() + 1) + 4;
    bytes.extend((offset as u64).to_le_bytes());
    for block in &packed {
        offset += block.len();
        bytes.extend((offset as u64).to_le_bytes());
    }
    bytes.extend(crc32(&bytes).to_le_bytes());
    bytes.extend(packed.iter().flatten());
    bytes
}

/// Opens a table without unpacking it: blocks are unpacked when they are asked for, and found broken only then. The fault says that
/// it belongs to other rules, or what is broken.
pub fn open<G: Endings>(game: &G, bytes: Bytes) -> Result<Table<G>, Fault> {
    let all = (*bytes).as_ref();
    let header = Header::read(all)?;
    if header.fingerprint != game.fingerprint() {
        return Err(Fault::new("it was made by other rules than those of this game"));
    }
    let offsets = header.bytes().len();
    let too_large = || Fault::new("it is larger than memory");
    let span = usize::try_from(header.span).map_err(|_| too_large())?;
    let end = blocks(span).checked_add(1).and_then(|count| count.checked_mul(8)?.checked_add(offsets));
    let mut rest = Rest(all);
    let before = rest.take(end.ok_or_else(too_large)?)?;
    if u32::from_le_bytes(rest.array()?) != crc32(before) {
        return Err(Fault::new("its checksum is wrong"));
    }
    let material = game.read_material(&header.material)?;
    Table::new(game, material, Values::Packed(Packed::new(bytes, offsets, header.wide, span)?))
}

/// Reads a table whole and unpacks it: for whoever asks for values far apart again and again. The fault is as for [`open`], and
/// names broken blocks too.
pub fn read<G: Endings>(game: &G, bytes: Bytes) -> Result<Table<G>, Fault> {
    let Table { material, layout, values } = open(game, bytes)?;
    Ok(Table { material, layout, values: values.unpacked()? })
}
