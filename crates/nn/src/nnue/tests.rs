use super::kernel::{squares, squares_plainly};
use super::net::{Span, Sparse};
use super::{Samples, Teacher, Whole, chance};
use crate::file::Origin;
use crate::random::Random;
use proptest::prelude::*;

const SPAN: Span = Span { inputs: 24, width: 32, buckets: 2 };

fn origin() -> Origin {
    Origin { game: "chess".into(), run: "a test".into(), planes: String::new() }
}

/// Samples of a rule that can be learnt: who has more of the inputs below 12 on wins.
fn samples(count: usize, seed: u64) -> Samples {
    let mut random = Random::new(seed);
    let mut samples = Samples::default();
    for _ in 0..count {
        let side = |random: &mut Random| (0..6).map(|_| random.below(24) as u16).collect::<Vec<_>>();
        let (own, foe) = (side(&mut random), side(&mut random));
        let low = |on: &[u16]| on.iter().filter(|&&input| input < 12).count() as f32;
        let bucket = random.below(2) as u8;
        samples.push(&own, &foe, bucket, chance(low(&own) - low(&foe)));
    }
    samples
}

#[test]
fn gradients_are_those_of_finite_differences() {
    let samples = samples(6, 3);
    let named = [0, 1, 2, 3, 4, 5];
    let net = Sparse::new(SPAN, 5).unwrap();
    // A step of AdamW hides gradients, so they are read off a twin of the loss.
    let loss = |net: &Sparse| {
        let one = |at| {
            let sample = samples.get(at);
            (chance(net.value(sample.own, sample.foe, sample.bucket)) - sample.target).powi(2)
        };
        (0..6).map(one).sum::<f32>() / 6.0
    };
    let slopes = Teacher::new(net.clone(), 0.0, 1).slopes(&samples, &named);
    let mut checked = 0;
    for at in (0..net.weights.len()).step_by(7) {
        let mut moved = net.clone();
        let step = 2e-2;
        moved.weights[at] += step;
        let above = loss(&moved);
        moved.weights[at] -= 2.0 * step;
        let difference = (above - loss(&moved)) / (2.0 * step);
        assert!((difference - slopes[at]).abs() < 2e-3, "weight {at}: {difference} and {}", slopes[at]);
        checked += usize::from(slopes[at].abs() > 1e-4);
    }
    assert!(checked > 20, "{checked} gradients are there to be checked");
}

#[test]
fn a_rule_is_learnt_and_the_same_on_any_number_of_threads() {
    let (learnt, held) = (samples(4000, 1), samples(500, 2));
    let named: Vec<u32> = (0..4000).collect();
    let run = |threads| {
        let mut teacher = Teacher::new(Sparse::new(SPAN, 9).unwrap(), 0.01, threads);
        let before = teacher.judge(&held);
        for epoch in 0..30 {
            for named in named.chunks(200) {
                teacher.learn(&learnt, named, if epoch < 20 { 0.01 } else { 0.001 });
            }
        }
        (before, teacher.judge(&held), teacher.net().clone())
    };
    let (before, after, net) = run(1);
    assert!(after < before / 20.0, "{before} and then {after}");
    assert_eq!(run(2).2, net);
}

#[test]
fn an_optimiser_that_was_saved_goes_on_as_if_nothing_had_happened() {
    let samples = samples(400, 1);
    let named: Vec<u32> = (0..400).collect();
    let step = |teacher: &mut Teacher| teacher.learn(&samples, &named, 0.01);
    let mut whole = Teacher::new(Sparse::new(SPAN, 4).unwrap(), 0.01, 1);
    step(&mut whole);
    let file = whole.net().save(400, &origin()).unwrap();
    let mut other = Teacher::new(Sparse::load(&file).unwrap().0, 0.01, 1);
    other.resume(&whole.memory()).unwrap();
    step(&mut whole);
    step(&mut other);
    assert_eq!(other.net(), whole.net());
}

#[test]
fn whole_numbers_say_nearly_the_same() {
    let net = Sparse::new(SPAN, 11).unwrap();
    let whole = Whole::round(&net, 400);
    let samples = samples(200, 8);
    for at in 0..200 {
        let sample = samples.get(at);
        let half = |on: &[u16]| {
            let mut half = vec![0; SPAN.width];
            whole.begin(&mut half);
            on.iter().for_each(|&input| whole.switch_on(&mut half, input));
            half
        };
        let rounded = whole.value(&half(sample.own), &half(sample.foe), sample.bucket);
        let exact = 400.0 * net.value(sample.own, sample.foe, sample.bucket);
        assert!((rounded as f32 - exact).abs() < 6.0, "{rounded} and {exact}");
    }
}

#[test]
fn a_change_is_what_a_new_look_sees() {
    let whole = Whole::round(&Sparse::new(SPAN, 11).unwrap(), 400);
    let look = |on: &[u16]| {
        let mut half = vec![0; SPAN.width];
        whole.begin(&mut half);
        on.iter().for_each(|&input| whole.switch_on(&mut half, input));
        half
    };
    let before = look(&[1, 2, 3, 4]);
    for (on, off, then) in [
        (&[9][..], &[2][..], &[1, 3, 4, 9][..]),
        (&[9], &[2, 3], &[1, 4, 9]),
        (&[9, 10], &[2, 3], &[1, 4, 9, 10]),
        (&[], &[4], &[1, 2, 3]),
    ] {
        let mut half = vec![0; SPAN.width];
        whole.change(&mut half, &before, on, off);
        assert_eq!(half, look(then), "{on:?} on, {off:?} off");
    }
}

#[test]
fn files_come_back_and_broken_ones_are_refused_with_a_sentence() {
    let net = Sparse::new(SPAN, 11).unwrap();
    let whole = Whole::round(&net, 400);
    let bytes = whole.save(&origin()).unwrap();
    assert_eq!(Whole::load(&bytes).unwrap(), (whole.clone(), origin()));
    assert_eq!(Sparse::load(&net.save(400, &origin()).unwrap()).unwrap(), (net.clone(), 400, origin()));
    for length in 0..bytes.len() {
        assert!(Whole::load(&bytes[..length]).is_err(), "{length} bytes");
    }
    let refused = |bytes: &[u8], why: &str| {
        let said = Whole::load(bytes).unwrap_err().to_string();
        assert!(said.contains(why) && !said.contains('\n'), "{said}");
    };
    refused(&net.save(400, &origin()).unwrap(), "is F32, not I16");
    let other = crate::Net::new("2: dense 1".parse().unwrap(), 1).unwrap();
    refused(&crate::save(&other, &origin()).unwrap(), "its layers are `2: dense 1`, not `nnue");
    let large = Whole { last: vec![128; whole.last.len()], ..whole.clone() };
    refused(&large.save(&origin()).unwrap(), "weights of the output larger than play can hold");
    let short = Whole { span: Span { width: 64, ..SPAN }, ..whole };
    assert!(std::panic::catch_unwind(|| short.save(&origin())).is_err(), "such a file cannot even be made");
}

#[test]
fn spans_that_cannot_be_are_refused() {
    for span in [
        Span { inputs: 0, ..SPAN },
        Span { inputs: 70_000, ..SPAN },
        Span { width: 20, ..SPAN },
        Span { width: 288, ..SPAN },
        Span { buckets: 0, ..SPAN },
    ] {
        assert!(Sparse::new(span, 1).is_err(), "{span:?}");
    }
}

proptest! {
    #[test]
    fn the_machines_squares_are_the_plain_ones(
        half in proptest::collection::vec(any::<i16>(), 256),
        row in proptest::collection::vec(-127i16..=127, 256),
    ) {
        for width in [32, 128, 256] {
            prop_assert_eq!(squares(&half[..width], &row[..width]), squares_plainly(&half[..width], &row[..width]));
        }
    }
}
