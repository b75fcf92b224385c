//! Time as the protocol tells it.

use super::{Refusal, syntax};
use crate::gtp::read_colour;
use std::time::Duration;
use tabula_core::{BySide, Side};
use tabula_engine::{Clock, Left};

/// No time is longer.
const LONGEST: f64 = 1e7;

/// What follows the main time.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Overtime {
    /// Nothing.
    None,
    /// So long for so many stones.
    Canadian(Duration, u32),
    /// So long for each stone.
    Japanese(Duration),
}

/// The time control, and what each player has left of it.
#[derive(Clone, Debug)]
pub(super) struct Times {
    /// For a move, where there is no limit.
    usual: Duration,
    /// The main time and what follows; `None` without a limit.
    control: Option<(Duration, Overtime)>,
    /// Time and, in overtime, stones.
    left: BySide<(Duration, u32)>,
}

impl Times {
    pub(super) fn new(usual: Duration) -> Self {
        let nothing = (Duration::ZERO, 0);
        Self { usual, control: None, left: BySide::new(nothing, nothing) }
    }

    /// A new game: all clocks are full.
    pub(super) fn begin(&mut self) {
        let main = self.control.map_or(Duration::ZERO, |(main, _)| main);
        self.left = BySide::new((main, 0), (main, 0));
    }

    fn control(&mut self, main: Duration, overtime: Overtime) -> Result<String, Refusal> {
        self.control = Some((main, overtime));
        self.begin();
        Ok(String::new())
    }

    /// `time_settings MAIN BYOYOMI STONES`.
    pub(super) fn settings(&mut self, args: &[String]) -> Result<String, Refusal> {
        let [main, overtime, stones] = args else { return Err(syntax()) };
        let (main, overtime, stones) = (seconds(main)?, seconds(overtime)?, stones.parse().map_err(|_| syntax())?);
        match (overtime.is_zero(), stones) {
            (true, _) => self.control(main, Overtime::None),
            // By the standard this means that there is no limit.
            (false, 0) => {
                self.control = None;
                Ok(String::new())
            }
            (false, stones) => self.control(main, Overtime::Canadian(overtime, stones)),
        }
    }

    /// `kgs-time_settings none | absolute MAIN | canadian MAIN TIME STONES | byoyomi MAIN TIME PERIODS`.
    pub(super) fn kgs_settings(&mut self, args: &[String]) -> Result<String, Refusal> {
        match args {
            [kind] if kind == "none" => {
                self.control = None;
                Ok(String::new())
            }
            [kind, main] if kind == "absolute" => self.control(seconds(main)?, Overtime::None),
            [kind, rest @ ..] if kind == "canadian" => self.settings(rest),
            [kind, main, time, periods] if kind == "byoyomi" => {
                periods.parse::<u32>().map_err(|_| syntax())?;
                self.control(seconds(main)?, Overtime::Japanese(seconds(time)?))
            }
            _ => Err(syntax()),
        }
    }

    /// `time_left COLOUR TIME STONES`.
    pub(super) fn left(&mut self, args: &[String]) -> Result<String, Refusal> {
        let [colour, time, stones] = args else { return Err(syntax()) };
        let side = read_colour(colour).ok_or_else(syntax)?;
        self.left[side] = (seconds(time)?, stones.parse().map_err(|_| syntax())?);
        // Somebody keeps a clock, whether or not they said of which kind.
        self.control.get_or_insert((self.left[side].0, Overtime::None));
        Ok(String::new())
    }

    /// What a player may take for its next move.
    pub(super) fn clock(&self, side: Side) -> Clock {
        let Some((_, overtime)) = self.control else { return Clock::move_time(self.usual) };
        let (time, stones) = self.left[side];
        let bank = |time, increment, moves| Clock { left: Some(Left { time, increment, moves }), ..Clock::default() };
        match overtime {
            Overtime::None => bank(time, Duration::ZERO, (stones > 0).then_some(stones)),
            _ if stones == 0 && !time.is_zero() => bank(time, Duration::ZERO, None),
            Overtime::Canadian(period, most) if stones == 0 => bank(period, Duration::ZERO, Some(most)),
            Overtime::Canadian(..) => bank(time, Duration::ZERO, Some(stones)),
            // Where periods are counted instead of stones, each move has one.
            Overtime::Japanese(period) => bank(period, Duration::ZERO, Some(1)),
        }
    }

    /// A player has thought so long; whoever keeps the clock may tell otherwise before the next move.
    pub(super) fn spend(&mut self, side: Side, spent: Duration) {
        let Some((_, overtime)) = self.control else { return };
        let (time, stones) = &mut self.left[side];
        match overtime {
            Overtime::Canadian(period, most) if time.is_zero() || *stones > 0 => {
                if *stones == 0 {
                    (*time, *stones) = (period, most);
                }
                *time = time.saturating_sub(spent);
                *stones -= 1;
                if *stones == 0 {
                    (*time, *stones) = (period, most);
                }
            }
            _ => *time = time.saturating_sub(spent),
        }
    }
}

fn seconds(text: &str) -> Result<Duration, Refusal> {
    match text.parse::<f64>() {
        Ok(time) if (0.0..=LONGEST).contains(&time) => Ok(Duration::from_secs_f64(time)),
        _ => Err(syntax()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_string).collect()
    }

    fn left(times: &Times) -> (u64, Option<u32>) {
        let left = times.clock(Side::First).left.expect("there is a limit");
        (left.time.as_secs(), left.moves)
    }

    #[test]
    fn every_kind_of_time_becomes_a_clock() {
        let mut times = Times::new(Duration::from_secs(1));
        assert_eq!(times.clock(Side::First), Clock::move_time(Duration::from_secs(1)));
        times.settings(&args("100 0 0")).unwrap();
        assert_eq!(left(&times), (100, None));
        times.left(&args("b 50 0")).unwrap();
        assert_eq!(left(&times), (50, None));
        times.spend(Side::First, Duration::from_secs(20));
        assert_eq!(left(&times), (30, None));
        times.settings(&args("10 30 5")).unwrap();
        times.spend(Side::First, Duration::from_secs(10));
        assert_eq!(left(&times), (30, Some(5)));
        times.spend(Side::First, Duration::from_secs(10));
        assert_eq!(left(&times), (20, Some(4)));
        times.kgs_settings(&args("byoyomi 0 30 3")).unwrap();
        assert_eq!(left(&times), (30, Some(1)));
        times.settings(&args("0 30 0")).unwrap();
        assert_eq!(times.clock(Side::First).left, None);
        times.left(&args("black 7 0")).unwrap();
        assert_eq!(left(&times), (7, None));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        let mut times = Times::new(Duration::ZERO);
        for text in ["", "1 2", "a 0 0", "1 0 x", "-1 0 0", "nan 0 0", "1e99 0 0"] {
            assert_eq!(times.settings(&args(text)), Err("syntax error".into()), "{text}");
        }
        for text in ["", "absolute", "canadian 1", "byoyomi 1 2 x", "soon 1"] {
            assert!(times.kgs_settings(&args(text)).is_err(), "{text}");
        }
        for text in ["", "b 1", "x 1 0", "b x 0"] {
            assert!(times.left(&args(text)).is_err(), "{text}");
        }
    }
}
