//! Values that stay packed, in a file that is mapped as a rule: a block is unpacked when one of its values is asked for.
//!
//! A few blocks of each table are kept unpacked. Each has its own lock, so that threads wait for each other only where they ask for the
//! same block, or for one that takes its place.

use crate::format::Rest;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use std::sync::{Mutex, PoisonError};
use tabula_core::Fault;
use tabula_core::checksum::crc32;

/// The bytes of a table, wherever they are.
pub type Bytes = Box<dyn AsRef<[u8]> + Send + Sync>;

/// Values of a block. A larger one packs better and takes longer to unpack: this one some ten microseconds.
pub(crate) const BLOCK: usize = 4096;
/// Blocks that are kept unpacked, per table: half a mebibyte.
const SLOTS: usize = 128;
/// How hard to pack: the most that is usual.
const LEVEL: u8 = 9;

/// The blocks of a table, packed.
pub(crate) struct Packed {
    bytes: Bytes,
    /// Where the list of offsets begins.
    offsets: usize,
    /// Bytes of a value.
    width: usize,
    span: usize,
    slots: Box<[Mutex<Slot>]>,
}

/// A block that is kept, if any.
#[derive(Default)]
struct Slot {
    number: Option<usize>,
    values: Vec<u8>,
}

/// How many blocks so many values take.
pub(crate) const fn blocks(span: usize) -> usize {
    span.div_ceil(BLOCK)
}

/// A block as it is stored: packed, with its checksum.
pub(crate) fn pack(values: &[u8]) -> Vec<u8> {
    let mut packed = miniz_oxide::deflate::compress_to_vec(values, LEVEL);
    packed.extend(crc32(&packed).to_le_bytes());
    packed
}

impl Packed {
    /// The bytes of a whole table whose offsets begin at a place; their checksum has been looked at. The fault says what is wrong
    /// with them, blocks excepted.
    pub(crate) fn new(bytes: Bytes, offsets: usize, wide: bool, span: usize) -> Result<Self, Fault> {
        let count = blocks(span);
        let slots = (0..count.min(SLOTS)).map(|_| Mutex::default()).collect();
        let packed = Self { bytes, offsets, width: if wide { 2 } else { 1 }, span, slots };
        let length = (*packed.bytes).as_ref().len();
        let first = offsets + 8 * (count + 1) + 4;
        let mut before = first;
        for number in 0..=count {
            let offset = packed.offset(number)?;
            if offset < before || (number == 0 && offset != first) {
                return Err(Fault::new("its blocks are out of order"));
            }
            before = offset;
        }
        match before.cmp(&length) {
            std::cmp::Ordering::Less => Err(Fault::new("something follows its end")),
            std::cmp::Ordering::Equal => Ok(packed),
            std::cmp::Ordering::Greater => Err(Fault::new("it ends too early")),
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.span
    }

    pub(crate) const fn is_wide(&self) -> bool {
        self.width == 2
    }

    fn offset(&self, number: usize) -> Result<usize, Fault> {
        let bytes = (*self.bytes).as_ref();
        let mut rest = Rest(bytes.get(self.offsets + 8 * number..).unwrap_or_default());
        let offset = u64::from_le_bytes(rest.array()?);
        usize::try_from(offset).map_err(|_| Fault::new("it is larger than memory"))
    }

    /// Unpacks a block.
    pub(crate) fn block(&self, number: usize, values: &mut Vec<u8>) -> Result<(), Fault> {
        let bytes = (*self.bytes).as_ref();
        let stored = bytes.get(self.offset(number)?..self.offset(number + 1)?).unwrap_or_default();
        let (packed, sum) = stored.split_last_chunk().ok_or_else(|| Fault::new("it ends too early"))?;
        if u32::from_le_bytes(*sum) != crc32(packed) {
            return Err(Fault::new("its checksum is wrong"));
        }
        values.clear();
        values.resize(self.width * (self.span - number * BLOCK).min(BLOCK), 0);
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, _, written) = decompress(&mut DecompressorOxide::default(), packed, values, 0, flags);
        if status == TINFLStatus::Done && written == values.len() {
            Ok(())
        } else {
            Err(Fault::new(format!("its block {number} cannot be unpacked")))
        }
    }

    /// The code of a number; `None` where there is none, or where its block is broken.
    pub(crate) fn code(&self, index: usize) -> Option<u16> {
        if index >= self.span {
            return None;
        }
        let number = index / BLOCK;
        let mut slot = self.slots[number % self.slots.len()].lock().unwrap_or_else(PoisonError::into_inner);
        if slot.number != Some(number) {
            slot.number = None;
            self.block(number, &mut slot.values).ok()?;
            slot.number = Some(number);
        }
        let at = self.width * (index % BLOCK);
        match *slot.values.get(at..at + self.width)? {
            [narrow] => Some(narrow.into()),
            [low, high] => Some(u16::from_le_bytes([low, high])),
            _ => None,
        }
    }
}
