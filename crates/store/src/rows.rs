//! What is kept, as plain data.

/// An event that begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewEvent {
    /// Its title.
    pub title: String,
    /// The id of the game.
    pub game: String,
    /// Everything that decides how it goes, as text: two events with the same description have the same games.
    pub description: String,
    /// The day and time, as text.
    pub begun: String,
    /// Who takes part, in their order.
    pub entrants: Vec<EntrantRow>,
}

/// Who takes part in an event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EntrantRow {
    /// The name in tables.
    pub name: String,
    /// The spec of the player.
    pub spec: String,
    /// Its time control.
    pub control: String,
}

/// An event that is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventRow {
    /// By which number it is asked for.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// The id of the game.
    pub game: String,
    /// When it began.
    pub begun: String,
    /// When it ended; `None` while it may go on.
    pub ended: Option<String>,
    /// How many of its games are kept.
    pub games: u64,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRow {
    /// Its number in the event, from 0.
    pub number: usize,
    /// The number of the round, from 0.
    pub round: usize,
    /// The number of the pair of games with one opening and swapped colours.
    pub pair: usize,
    /// The number of the opening.
    pub opening: usize,
    /// Who moved first, by place among the entrants.
    pub first: usize,
    /// Who moved second.
    pub second: usize,
    /// The half-points of the first.
    pub half_points: usize,
    /// How it ended, in the word that is counted.
    pub ending: String,
    /// Whether the loser lost by a fault that is not of the game.
    pub fault: bool,
    /// How many plies it had.
    pub plies: usize,
    /// The game itself, in the notation of its family.
    pub text: String,
}

/// A rating of an entrant at the end of an event.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRow {
    /// The entrant, by place.
    pub place: usize,
    /// Which rating: `elo`, `bayeselo`, `glicko` ...
    pub scale: String,
    /// Its value; infinite ones are kept as they are.
    pub value: f64,
    /// The half-width of its 95 % interval.
    pub error: f64,
}

/// A game of people on the page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayRow {
    /// By which word it is asked for.
    pub id: String,
    /// Who knows this may play.
    pub key: String,
    /// The id of the game.
    pub game: String,
    /// The players' names, the first one first.
    pub players: [String; 2],
    /// The result as records write it; `*` while it goes on.
    pub result: String,
    /// How many plies it has.
    pub plies: usize,
    /// When it began.
    pub begun: String,
    /// Everything else, as whoever writes understands it.
    pub state: String,
}

/// What was asked for when an event was begun on the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WishRow {
    /// The event.
    pub event: i64,
    /// The wish, as whoever writes understands it.
    pub ask: String,
    /// How many games it is to have.
    pub total: usize,
    /// Somebody stopped it: it does not go on by itself.
    pub stopped: bool,
}
