//! A table: a value for every number of a layout.

use crate::packed::{BLOCK, Packed, blocks};
use tabula_core::{Endings, Fate, Fault};

/// The fates of all positions of a material.
pub struct Table<G: Endings> {
    pub(crate) material: G::Material,
    pub(crate) layout: G::Layout,
    pub(crate) values: Values,
}

/// Fates as codes of one byte each, or of two where some are far away.
///
/// | code | meaning |
/// |---|---|
/// | 0 | no position has this number |
/// | 1 | draw |
/// | 2 + 2n | loss in n plies |
/// | 3 + 2n | win in n plies |
pub(crate) enum Values {
    Narrow(Box<[u8]>),
    Wide(Box<[u16]>),
    /// In blocks that are unpacked when they are asked for.
    Packed(Packed),
}

const NOWHERE: u16 = 0;
const DRAW: u16 = 1;

/// No end may be farther away than this many plies.
pub(crate) const FARTHEST: u32 = (u16::MAX as u32 - 3) / 2;

/// The code of a fate; `None` for a number that no position has.
pub(crate) const fn code(fate: Option<Fate>) -> u16 {
    match fate {
        None => NOWHERE,
        Some(Fate::Draw) => DRAW,
        Some(Fate::Loss(plies)) => 2 + 2 * plies as u16,
        Some(Fate::Win(plies)) => 3 + 2 * plies as u16,
    }
}

pub(crate) const fn decode(code: u16) -> Option<Fate> {
    match code {
        NOWHERE => None,
        DRAW => Some(Fate::Draw),
        _ if code.is_multiple_of(2) => Some(Fate::Loss((code as u32 - 2) / 2)),
        _ => Some(Fate::Win((code as u32 - 3) / 2)),
    }
}

impl Values {
    /// As narrow as the codes allow.
    pub(crate) fn new(codes: &[u16]) -> Self {
        if codes.iter().all(|&code| code <= u8::MAX.into()) {
            Self::Narrow(codes.iter().map(|&code| code as u8).collect())
        } else {
            Self::Wide(codes.into())
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Narrow(codes) => codes.len(),
            Self::Wide(codes) => codes.len(),
            Self::Packed(packed) => packed.len(),
        }
    }

    pub(crate) const fn is_wide(&self) -> bool {
        match self {
            Self::Narrow(_) => false,
            Self::Wide(_) => true,
            Self::Packed(packed) => packed.is_wide(),
        }
    }

    /// The codes as bytes, block by block.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = Vec<u8>> {
        (0..blocks(self.len())).map(|number| {
            let range = number * BLOCK..self.len().min((number + 1) * BLOCK);
            match self {
                Self::Narrow(codes) => codes[range].to_vec(),
                Self::Wide(codes) => codes[range].iter().flat_map(|code| code.to_le_bytes()).collect(),
                Self::Packed(_) => {
                    let codes = range.map(|index| code(self.get(index)).to_le_bytes());
                    codes.flat_map(|bytes| if self.is_wide() { bytes.to_vec() } else { vec![bytes[0]] }).collect()
                }
            }
        })
    }

    /// The same, with nothing packed any more.
    pub(crate) fn unpacked(self) -> Result<Self, Fault> {
        let Self::Packed(packed) = self else { return Ok(self) };
        let (mut all, mut block) = (Vec::new(), Vec::new());
        for number in 0..blocks(packed.len()) {
            packed.block(number, &mut block)?;
            all.extend_from_slice(&block);
        }
        if packed.is_wide() {
            Ok(Self::Wide(all.chunks_exact(2).map(|code| u16::from_le_bytes([code[0], code[1]])).collect()))
        } else {
            Ok(Self::Narrow(all.into()))
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<Fate> {
        let code = match self {
            Self::Narrow(codes) => codes.get(index).copied().map(u16::from),
            Self::Wide(codes) => codes.get(index).copied(),
            Self::Packed(packed) => packed.code(index),
        };
        decode(code.unwrap_or(NOWHERE))
    }
}

impl<G: Endings> Table<G> {
    /// Whose table it is, made ready for asking. The fault says that there are not as many values as positions.
    pub(crate) fn new(game: &G, material: G::Material, values: Values) -> Result<Self, Fault> {
        let layout = game.layout(&material);
        if values.len() == game.span(&layout) {
            Ok(Self { material, layout, values })
        } else {
            let name = game.write_material(&material);
            let (found, span) = (values.len(), game.span(&layout));
            Err(Fault::new(format!("a table of {name} has {span} values, found {found}")))
        }
    }

    /// The men of its positions.
    pub fn material(&self) -> &G::Material {
        &self.material
    }

    /// How many numbers there are, not all of which are positions.
    pub fn span(&self) -> usize {
        self.values.len()
    }

    /// The fate of a position, which must be of this material; `None` where the table has no such position.
    #[inline]
    pub fn fate(&self, game: &G, at: &G::Position) -> Option<Fate> {
        self.values.get(game.index(&self.layout, at))
    }

    /// The fate of a number; `None` where no position has it.
    pub fn fate_of(&self, index: usize) -> Option<Fate> {
        self.values.get(index)
    }

    /// The position with a number.
    pub fn position(&self, game: &G, index: usize) -> Option<G::Position> {
        game.place(&self.layout, index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_fates_belong_together() {
        for value in 0..=u16::MAX {
            assert_eq!(code(decode(value)), value);
        }
        assert_eq!(decode(code(Some(Fate::Win(FARTHEST)))), Some(Fate::Win(FARTHEST)));
    }

    #[test]
    fn values_are_as_narrow_as_they_can_be() {
        assert!(matches!(Values::new(&[1, 255]), Values::Narrow(_)));
        let wide = Values::new(&[1, 256]);
        assert!(matches!(wide, Values::Wide(_)));
        assert_eq!(wide.get(1), Some(Fate::Loss(127)));
        assert_eq!(wide.get(2), None);
    }
}
