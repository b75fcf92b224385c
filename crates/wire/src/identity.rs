//! Who sits at our end of a protocol.

use tabula_engine::PlayerSpec;
use tabula_engine::spec::{Kind, Setting};

/// How our engine introduces itself, and which lots it draws.
#[derive(Clone, Copy, Debug)]
pub struct Identity<'a> {
    /// Name and version.
    pub name: &'a str,
    /// Who wrote it.
    pub author: &'a str,
    /// Which lots weak levels, the book and the random player draw. Another seed each time keeps a person from meeting
    /// the same game again.
    pub seed: u64,
}

/// The player of the house, as good as it is.
pub(crate) fn house(seed: u64) -> PlayerSpec {
    let seed = Setting { name: "seed".into(), value: seed.to_string(), column: 1 };
    PlayerSpec { kind: Kind::Tabula, settings: vec![seed] }
}
