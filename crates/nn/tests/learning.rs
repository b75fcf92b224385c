//! Nets learn: the smallest tasks that need a hidden layer, and a convolution.

use tabula_nn::{Desk, Loss, Method, Model, Net, Optimiser, Random, Schedule, Tape};

#[test]
fn xor_is_learnt_by_every_method() {
    let inputs = [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0];
    let methods = [
        (Method::ADAM, 0.05),
        (Method::AdamW { betas: (0.9, 0.999), decay: 1e-4 }, 0.05),
        (Method::NESTEROV, 0.1),
        (Method::Sgd { momentum: 0.9, nesterov: false, decay: 0.0 }, 0.1),
    ];
    for (method, rate) in methods {
        let mut net = Net::new("2: dense 8, tanh, dense 1".parse().unwrap(), 2).unwrap();
        let mut tape = Tape::new(&net, 1);
        let mut optimiser = Optimiser::new(method, &net);
        let mut slopes = vec![0.0; net.weights().len()];
        let schedule = Schedule::Cosine { steps: 600, floor: 0.1 };
        for step in 0..600 {
            tape.forward(&mut net, &inputs, step);
            Loss::Squared.judge(tape.judge(&net, 0), &[0.0, 1.0, 1.0, 0.0], None, 1, 1.0);
            tape.backward(&net, &mut slopes);
            optimiser.step(&mut net, &mut slopes, schedule.rate(rate, step));
        }
        let (model, mut desk) = (Model::new(&net), Desk::new(1));
        model.run(&mut desk, &inputs);
        for (sample, wanted) in [0.0, 1.0, 1.0, 0.0].into_iter().enumerate() {
            let found = model.result(&desk, sample, 0)[0];
            assert!((found - wanted).abs() < 0.1, "{method:?}: {found} instead of {wanted}");
        }
    }
}

/// A cross or a square somewhere on a noisy board: which, and where?
fn board(random: &mut Random) -> (Vec<f32>, usize, usize) {
    let (kind, y, x) = (random.below(2), random.below(4), random.below(4));
    let mut board: Vec<f32> = (0..36).map(|_| 0.3 * random.normal()).collect();
    for (dy, row) in [[b".#.", b"###"], [b"###", b"#.#"], [b".#.", b"###"]].iter().enumerate() {
        for (dx, sign) in row[kind].iter().enumerate() {
            board[(y + dy) * 6 + x + dx] += if *sign == b'#' { 1.0 } else { 0.0 };
        }
    }
    (board, kind, y * 4 + x)
}

struct Batch {
    inputs: Vec<f32>,
    places: Vec<f32>,
    kinds: Vec<f32>,
    truth: Vec<(usize, usize)>,
}

fn batch(random: &mut Random, size: usize) -> Batch {
    let (mut inputs, mut places, mut kinds, mut truth) = (Vec::new(), vec![0.0; size * 16], Vec::new(), Vec::new());
    for sample in 0..size {
        let (board, kind, place) = board(random);
        inputs.extend(board);
        places[sample * 16 + place] = 1.0;
        kinds.push(if kind == 0 { -1.0 } else { 1.0 });
        truth.push((kind, place));
    }
    Batch { inputs, places, kinds, truth }
}

#[test]
fn a_convolutional_net_with_two_heads_learns_what_and_where() {
    let plan = "1x6x6: conv 8 3x3 nobias, norm, relu, residual (conv 8 3x3 nobias, norm), relu, \
        heads place (conv 1 3x3 valid, flatten) kind (global both, dense 8, relu, dense 1, tanh)";
    let mut net = Net::new(plan.parse().unwrap(), 4).unwrap();
    let mut tape = Tape::new(&net, 2);
    let mut optimiser = Optimiser::new(Method::ADAM, &net);
    let mut slopes = vec![0.0; net.weights().len()];
    let mut random = Random::new(9);
    for step in 0..250 {
        let Batch { inputs, places, kinds, .. } = batch(&mut random, 64);
        tape.forward(&mut net, &inputs, step);
        Loss::CrossEntropy.judge(tape.judge(&net, 0), &places, None, 16, 1.0);
        Loss::Squared.judge(tape.judge(&net, 1), &kinds, None, 1, 1.0);
        tape.backward(&net, &mut slopes);
        optimiser.step(&mut net, &mut slopes, 0.01);
    }
    let Batch { inputs, truth, .. } = batch(&mut random, 200);
    let (model, mut desk) = (Model::new(&net), Desk::new(2));
    model.run(&mut desk, &inputs);
    let right = truth.iter().enumerate().filter(|(sample, (kind, place))| {
        let logits = model.result(&desk, *sample, 0);
        let best = (0..16).max_by(|a, b| logits[*a].total_cmp(&logits[*b])).unwrap();
        let side = usize::from(model.result(&desk, *sample, 1)[0] > 0.0);
        best == *place && side == *kind
    });
    let right = right.count();
    assert!(right >= 190, "{right} of 200");
}
