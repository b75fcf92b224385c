//! Facts about a game, as data.

/// What menus, help texts and file headers say about a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameCard {
    /// The id used on the command line: `chess`, `tictactoe`.
    pub id: String,
    /// The name people use.
    pub name: String,
    /// The family it belongs to: `chess`, `rows`.
    pub family: String,
    /// Columns and rows.
    pub size: (u8, u8),
    /// One sentence on how it is played.
    pub about: String,
    /// What the players are called, the first one first: `White`, `Black`.
    pub sides: [String; 2],
    /// The value of the PGN tag `Variant`, where the game needs one.
    pub variant_tag: Option<String>,
}

impl GameCard {
    /// Whether a word means this game: its id or the tag by which files know it, in whatever way that is spelt.
    pub fn is_called(&self, name: &str) -> bool {
        let plain = |text: &str| -> String { text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect() };
        let wanted = plain(name);
        plain(&self.id) == wanted || self.variant_tag.as_deref().is_some_and(|tag| plain(tag) == wanted)
    }
}
