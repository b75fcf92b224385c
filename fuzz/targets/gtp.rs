//! Any text is an order that reads the same when it is written, and any lines are answers that do. What is read as an analysis is one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabula_core::Side;
use tabula_wire::gtp::analysis::{self, Way};
use tabula_wire::gtp::text::{Hearing, Order};

fuzz_target!(|text: &str| {
    let mut hearing = Hearing::default();
    for line in text.lines() {
        if let Some(order) = Order::read(line) {
            let written = order.to_string();
            assert_eq!(Order::read(&written), Some(order), "another order comes back from {written:?}");
        }
        if let Some(answer) = hearing.hear(line) {
            let mut again = Hearing::default();
            let written = format!("{answer}\n\n");
            let heard = written.lines().find_map(|line| again.hear(line));
            assert_eq!(heard.map(|heard| heard.to_string()), Some(answer.to_string()), "{written:?}");
        }
    }
    let read = [
        analysis::raw_net(text, 2, Side::First),
        analysis::line(Way::Kata, text, 2),
        analysis::line(Way::Leela, text, 2),
    ];
    for told in read.into_iter().flatten() {
        let whole: f64 = told.moves.iter().map(|(_, share)| share).sum();
        assert!((0.0..=1.0).contains(&told.chance) && (whole - 1.0).abs() < 1e-6, "{told:?}");
    }
});
