//! Time, in the orders that XBoard has for it.

use std::time::Duration;
use tabula_core::Fault;
use tabula_engine::{Clock, Left};

/// Told to engines whose time does not matter: ten hours.
const ENDLESS: Duration = Duration::from_secs(36_000);

/// The orders that hold for a whole game. The fault says which limit the protocol does not know.
pub(super) fn control(clock: &Clock) -> Result<String, Fault> {
    if clock.limits.nodes.is_some() {
        return Err(Fault::new("XBoard's protocol has no limit of nodes"));
    }
    let mut text = match (&clock.left, clock.move_time) {
        (Some(left), _) => level(left.moves.unwrap_or(0), left.time, left.increment),
        (None, Some(time)) if is_whole(time) => format!("st {}", time.as_secs()),
        // The protocol has whole seconds for a move. A control for one move is as good, since clocks have hundredths.
        (None, Some(time)) => level(1, time, Duration::ZERO),
        (None, None) => level(0, ENDLESS, Duration::ZERO),
    };
    if let Some(depth) = clock.limits.depth {
        text += &format!("\nsd {depth}");
    }
    Ok(text)
}

/// The orders before each move: what both clocks show, in hundredths of a second.
pub(super) fn clocks(clock: &Clock, rival: Option<Left>) -> Option<String> {
    let own = match (&clock.left, clock.move_time) {
        (Some(left), _) => left.time,
        (None, Some(time)) if is_whole(time) => return None,
        (None, Some(time)) => time,
        (None, None) => ENDLESS,
    };
    // Where the opponent's time is not known, it is as good as ours.
    let other = rival.map_or(own, |left| left.time);
    // An engine that is told of no time at all may do anything.
    let centis = |time: Duration| (time.as_millis() / 10).max(1);
    Some(format!("time {}\notim {}", centis(own), centis(other)))
}

const fn is_whole(time: Duration) -> bool {
    time.subsec_nanos() == 0 && time.as_secs() > 0
}

/// Engines read the time for a control in whole seconds; that there is less, clocks tell.
fn level(moves: u32, time: Duration, increment: Duration) -> String {
    let seconds = time.as_secs_f64().ceil().max(1.0) as u64;
    format!("level {moves} {}:{:02} {}", seconds / 60, seconds % 60, increment.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Limits;

    fn left(millis: u64, increment: u64, moves: Option<u32>) -> Clock {
        let time = Duration::from_millis(millis);
        Clock { left: Some(Left { time, increment: Duration::from_millis(increment), moves }), ..Clock::default() }
    }

    #[test]
    fn every_limit_has_its_order() {
        let say = |clock: &Clock| (control(clock).unwrap(), clocks(clock, None).unwrap_or_default());
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        assert_eq!(say(&left(60_000, 0, Some(40))), pair("level 40 1:00 0", "time 6000\notim 6000"));
        assert_eq!(say(&left(2_500, 30, None)), pair("level 0 0:03 0.03", "time 250\notim 250"));
        assert_eq!(say(&left(0, 0, None)), pair("level 0 0:01 0", "time 1\notim 1"));
        assert_eq!(say(&Clock::move_time(Duration::from_secs(2))), pair("st 2", ""));
        assert_eq!(say(&Clock::move_time(Duration::from_millis(100))), pair("level 1 0:01 0", "time 10\notim 10"));
        assert_eq!(say(&Clock::depth(6)), pair("level 0 600:00 0\nsd 6", "time 3600000\notim 3600000"));
        let nodes = Clock { limits: Limits { nodes: Some(9), depth: None }, ..Clock::default() };
        assert_eq!(control(&nodes).unwrap_err().to_string(), "XBoard's protocol has no limit of nodes");
    }

    #[test]
    fn the_opponent_has_a_clock_too() {
        let rival = Left { time: Duration::from_secs(7), ..Left::default() };
        assert_eq!(clocks(&left(1000, 0, None), Some(rival)).as_deref(), Some("time 100\notim 700"));
    }
}
