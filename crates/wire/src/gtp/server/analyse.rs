//! Thoughts on the way: `lz-analyze`, `kata-analyze`, and the same with a move at the end.

use super::commands::Form;
use super::{Played, Refusal, Server, syntax, telling};
use crate::gtp::read_colour;
use crate::worker::wait_for;
use std::time::{Duration, Instant};
use tabula_core::{Mover, Side, Stop};
use tabula_engine::{Clock, Info, Question};

/// How often thoughts are told, if nobody says.
const USUAL: Duration = Duration::from_millis(500);
/// How many moves are told, if nobody says.
const MOVES: usize = 10;
/// No board has more points.
const MOST: usize = 25 * 25;
/// The setting for how many moves are told.
const LINES: &str = "lines";

/// What is wanted.
#[derive(Clone, PartialEq, Debug)]
struct Wish {
    side: Option<Side>,
    interval: Duration,
    moves: usize,
    owners: bool,
    /// Only these moves.
    allowed: Vec<String>,
    /// Not these moves.
    avoided: Vec<String>,
}

impl Wish {
    /// Reads `[COLOUR] [CENTISECONDS] {KEY VALUE}`; what is not known is passed over.
    fn read(args: &[String]) -> Result<Self, Refusal> {
        let (moves, allowed, avoided) = (MOVES, Vec::new(), Vec::new());
        let mut wish = Self { side: None, interval: USUAL, moves, owners: false, allowed, avoided };
        let mut words = args.iter().map(String::as_str);
        let centiseconds = |word: &str| -> Result<Duration, Refusal> {
            word.parse::<u32>().map(|number| Duration::from_millis(u64::from(number) * 10)).map_err(|_| syntax())
        };
        while let Some(word) = words.next() {
            if let Some(side) = read_colour(word) {
                wish.side = Some(side);
            } else if word.starts_with(|c: char| c.is_ascii_digit()) {
                wish.interval = centiseconds(word)?;
            } else {
                let value = words.next().ok_or_else(syntax)?;
                match word {
                    "interval" => wish.interval = centiseconds(value)?,
                    "maxmoves" => wish.moves = value.parse().map_err(|_| syntax())?,
                    "minmoves" => wish.moves = wish.moves.max(value.parse().map_err(|_| syntax())?),
                    "ownership" => wish.owners = value == "true",
                    // COLOUR POINTS UNTIL: for how many moves it holds makes no difference at the first one.
                    "allow" | "avoid" => {
                        let points = words.next().ok_or_else(syntax)?.split(',').map(str::to_string);
                        words.next().ok_or_else(syntax)?;
                        if word == "allow" { wish.allowed.extend(points) } else { wish.avoided.extend(points) }
                    }
                    _ => {}
                }
            }
        }
        wish.moves = wish.moves.clamp(1, MOST);
        Ok(wish)
    }
}

/// Moves as they are told, and when they were told last.
struct Teller {
    form: Form,
    wish: Wish,
    size: usize,
    side: Side,
    /// The round at hand, by rank.
    infos: Vec<Info>,
    /// The last round that was complete.
    last: Vec<Info>,
    told: Option<Instant>,
}

impl Teller {
    /// Takes in a thought; gives a line if it is time for one and a round is complete.
    fn hear(&mut self, info: &Info) -> Option<String> {
        let due = self.told.is_none_or(|told| told.elapsed() >= self.wish.interval);
        let line = (info.rank <= 1 && due).then(|| self.line()).flatten();
        if line.is_some() {
            self.told = Some(Instant::now());
        }
        if info.rank <= 1 {
            self.last = std::mem::take(&mut self.infos);
        }
        self.infos.push(info.clone());
        line
    }

    /// Everything that is known, in one line; `None` if nothing is.
    fn line(&self) -> Option<String> {
        let mut infos = self.infos.clone();
        // A thought may end in the middle of a round, with the best move alone.
        for info in &self.last {
            let known = infos.iter().any(|other| other.line.first() == info.line.first());
            if infos.len() < self.last.len() && !known {
                infos.push(info.clone());
            }
        }
        let insight = self.infos.iter().chain(&self.last).find_map(|info| info.insight.as_ref());
        let text = telling::line(self.form, &infos, insight, self.side);
        let owners = insight.filter(|_| self.wish.owners);
        let owners = owners.map_or(String::new(), |known| telling::owners(known, self.size, self.side));
        (!text.is_empty()).then(|| text + &owners)
    }
}

impl Server<'_, '_> {
    /// Tells thoughts until the next line comes, or until a move is found. Whatever is refused is so before anything is told.
    pub(super) fn analyse(
        &mut self,
        id: Option<u32>,
        args: &[String],
        form: Form,
        moves: Played,
    ) -> Result<(), Refusal> {
        let wish = Wish::read(args)?;
        let side = match (wish.side, self.game.table().mover()) {
            (Some(side), _) | (None, Mover::Player(side)) => side,
            (None, Mover::Chance) => return Err("nobody is to move".to_string()),
        };
        let before = self.lines();
        // A player that tells of one move only is not the worse for it.
        let _ = self.player.set(LINES, &wish.moves.to_string());
        let mut teller =
            Teller { form, size: self.game.size(), side, infos: Vec::new(), last: Vec::new(), told: None, wish };
        let done = match moves {
            Played::Yes => self.move_aloud(id, side, &mut teller),
            Played::No => self.ponder_aloud(id, side, &mut teller),
        };
        let _ = self.player.set(LINES, &before);
        done
    }

    /// The usual number of lines.
    fn lines(&self) -> String {
        let set = self.house.spec.settings.iter().find(|setting| setting.name == LINES);
        set.map_or_else(|| "1".to_string(), |setting| setting.value.clone())
    }

    fn move_aloud(&mut self, id: Option<u32>, side: Side, teller: &mut Teller) -> Result<(), Refusal> {
        let mouth = self.mouth;
        self.say_thoughts(id);
        let choice = self.think(side, &mut |info| {
            if let Some(line) = teller.hear(info) {
                mouth.say(&line);
            }
        });
        if let Some(line) = teller.line() {
            mouth.say(&line);
        }
        // The answer has begun, so what goes wrong can only be told as no move.
        let said = choice.and_then(|choice| self.settle(side, choice, Played::Yes));
        self.say_end(&said.map_or_else(|_| "play pass".to_string(), |text| format!("play {text}")));
        Ok(())
    }

    fn ponder_aloud(&mut self, id: Option<u32>, side: Side, teller: &mut Teller) -> Result<(), Refusal> {
        let table = self.game.seen_by(side)?;
        let legal = table.legal();
        let mut only: Vec<String> = Vec::new();
        if !teller.wish.allowed.is_empty() || !teller.wish.avoided.is_empty() {
            let named = |list: &[String], code: &String| list.iter().any(|word| word.eq_ignore_ascii_case(code));
            let allowed = |code: &String| teller.wish.allowed.is_empty() || named(&teller.wish.allowed, code);
            only = legal.into_iter().filter(|code| allowed(code) && !named(&teller.wish.avoided, code)).collect();
            if only.is_empty() {
                return Err("no move is left".to_string());
            }
        }
        let (mouth, record, clock) = (self.mouth, table.record(), Clock::default());
        let stop: Stop = self.gate.until_line_after(self.line);
        self.say_thoughts(id);
        let question = Question { only: &only, ..Question::new(&record, &clock) };
        let choice = self.player.choose(&question, &stop, &mut |info| {
            if let Some(line) = teller.hear(info) {
                mouth.say(&line);
            }
        });
        if let (Ok(_), Some(line)) = (&choice, teller.line()) {
            mouth.say(&line);
        }
        // Everything may be known before anybody asks for something else.
        wait_for(&[&stop]);
        self.say_end("");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Wish, Refusal> {
        let args: Vec<_> = text.split_whitespace().map(str::to_string).collect();
        Wish::read(&args)
    }

    #[test]
    fn wishes_are_read_in_any_order() {
        let wish = read("B 50").unwrap();
        assert_eq!((wish.side, wish.interval.as_millis()), (Some(Side::First), 500));
        let wish = read("interval 20 maxmoves 3 ownership true avoid w q16,d4 1 rootInfo true").unwrap();
        assert_eq!((wish.side, wish.interval.as_millis(), wish.moves, wish.owners), (None, 200, 3, true));
        assert_eq!(wish.avoided, ["q16", "d4"]);
        for bad in ["5x", "maxmoves", "maxmoves x", "interval", "avoid b d4", "black white b 1e3"] {
            assert_eq!(read(bad), Err("syntax error".into()), "{bad}");
        }
    }
}
