//! A game in progress.

use crate::{GameCard, Played, Record};
use tabula_core::{BoardView, Deed, Dice, Fault, Mover, Outcome, Side, Square};

/// A game in progress, whatever the game: what a console, a protocol, a referee or a page holds.
///
/// Every change goes through [`play`](Table::play) and [`back`](Table::back); both leave the table as it was if they fail.
pub trait Table: Send {
    /// Which game this is.
    fn card(&self) -> &GameCard;

    /// The position from which it began, as text.
    fn start(&self) -> String;

    /// The position that stands, as text.
    fn position(&self) -> String;

    /// Who moves next.
    fn mover(&self) -> Mover;

    /// The legal moves, as programs exchange them.
    fn legal(&self) -> Vec<String>;

    /// The legal moves, or the outcomes of the die, with how each is made by hand, for whoever plays by pointing.
    fn deeds(&self) -> Vec<(Played, Deed)>;

    /// How the move of this ply was made, from 0.
    fn done(&self, ply: usize) -> Option<Deed>;

    /// The outcomes of the die with their weights, where chance moves.
    fn chances(&self) -> Vec<(String, u32)>;

    /// Where chance moves, draws an outcome by its weight and plays it; `None` where a player moves.
    fn roll(&mut self, dice: &mut Dice) -> Option<Played> {
        let chances = self.chances();
        let lots: Vec<_> = chances.iter().map(|(code, weight)| (code.as_str(), *weight)).collect();
        let drawn = dice.pick_weighted(&lots)?;
        self.play(drawn).ok()
    }

    /// What `text` would play, in any notation the game knows, without playing it.
    fn read(&self, text: &str) -> Result<Played, Fault>;

    /// Plays a move, given in any notation the game knows.
    fn play(&mut self, text: &str) -> Result<Played, Fault>;

    /// Takes the last move back; `false` at the start.
    fn back(&mut self) -> bool;

    /// What was played so far.
    fn played(&self) -> &[Played];

    /// The board, to be drawn.
    fn view(&self) -> BoardView;

    /// The squares that the last move went from and to.
    fn trail(&self) -> (Option<Square>, Option<Square>);

    /// The result, if the game is over by the rules; draws that may be claimed count as claimed.
    fn outcome(&self) -> Option<Outcome>;

    /// Men that stand on the board and yet are lost, as the game proposes it; see [`counted`](Table::counted).
    fn lost(&self) -> Vec<Square>;

    /// The result if the players stopped now and agreed that these men are lost; `None` where games do not end so.
    fn counted(&self, lost: &[Square]) -> Option<Outcome>;

    /// The men that are lost or saved together with the one on a square.
    fn together(&self, on: Square) -> Vec<Square>;

    /// To whom each square belongs if these men are lost; empty where games do not end so.
    fn holders(&self, lost: &[Square]) -> Vec<Option<Side>>;

    /// The game so far as text: what a [`Player`](crate::Player) is asked about.
    fn record(&self) -> Record;

    /// Another table with the same game on it.
    fn copy(&self) -> Box<dyn Table>;
}
