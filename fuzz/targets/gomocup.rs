//! Any line is an order of the Gomocup protocol, and points have the names of our boards and back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabula_wire::gomocup::Point;
use tabula_wire::gomocup::order::{Order, read, read_stone};

fuzz_target!(|text: &str| {
    for line in text.lines() {
        let point = match read(line) {
            Order::Turn(point) | Order::Play(point) | Order::TakeBack(point) => Some(point),
            Order::Bad(what) => {
                assert!(!what.is_empty(), "refused without a word: {line:?}");
                None
            }
            _ => read_stone(line).map(|(point, _)| point),
        };
        for size in [15, 19] {
            if let Some(name) = point.and_then(|point| point.name(size)) {
                assert_eq!(Point::named(&name, size), point, "{name}");
            }
        }
        let _ = Point::named(line, 15);
    }
});
