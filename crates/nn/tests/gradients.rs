//! Every gradient against finite differences: of each kind of layer alone, and of whole nets.

use tabula_nn::{Loss, Net, Random, Tape};

fn numbers(random: &mut Random, count: usize) -> Vec<f32> {
    (0..count).map(|_| random.normal()).collect()
}

/// A loss that weighs every result of every output differently: linear and quadratic.
fn lost(tape: &mut Tape, net: &Net, wanted: &[Vec<f32>]) -> f64 {
    let outputs = net.outputs().iter().zip(wanted).enumerate();
    outputs
        .map(|(i, (output, wanted))| Loss::Squared.judge(tape.judge(net, i), wanted, None, output.shape.size(), 1.0))
        .sum()
}

/// The gradients of all weights, checked one by one; a layer of weights in front makes the gradient of the input count too.
fn check(text: &str, batch: usize) {
    let mut random = Random::new(17);
    let mut net = text.parse().and_then(|plan| Net::new(plan, 23)).expect("the net is well described");
    // Away from the special values that new nets have: constants of 0, factors of 1.
    net.weights_mut().iter_mut().for_each(|weight| *weight += 0.1 * random.normal());
    let inputs = numbers(&mut random, batch * net.input());
    let wanted: Vec<Vec<f32>> = net.outputs().iter().map(|o| numbers(&mut random, batch * o.shape.size())).collect();
    let mut tape = Tape::new(&net, 1);
    let mut slopes = vec![9.0; net.weights().len()];
    tape.forward(&mut net, &inputs, 5);
    lost(&mut tape, &net, &wanted);
    tape.backward(&net, &mut slopes);

    let norm = (slopes.iter().map(|s| f64::from(*s).powi(2)).sum::<f64>() / slopes.len() as f64).sqrt();
    assert!(norm > 1e-4 || text.contains("step"), "{text}: there is something to check");
    let mut outliers = 0;
    for (place, slope) in slopes.iter().enumerate() {
        let mut at = |by: f32| {
            let old = net.weights()[place];
            net.weights_mut()[place] = old + by;
            tape.forward(&mut net, &inputs, 5);
            let loss = lost(&mut tape, &net, &wanted);
            net.weights_mut()[place] = old;
            loss
        };
        let step = 4e-3;
        let found = (8.0 * (at(step) - at(-step)) - (at(2.0 * step) - at(-2.0 * step))) / (12.0 * f64::from(step));
        let apart = (found - f64::from(*slope)).abs();
        // A kink between the two points (a rectifier, a maximum that changes) spoils single differences, not most of them.
        outliers += usize::from(apart > 0.01 * (norm + found.abs()));
    }
    let kinks = ["relu", "leaky", "noisy", "elu", "max", "both"].iter().any(|word| text.contains(word));
    let allowed = if kinks { slopes.len() / 20 } else { 0 };
    assert!(outliers <= allowed, "{text}: {outliers} of {} gradients differ", slopes.len());
}

#[test]
fn dense() {
    check("5: dense 4, dense 3", 7);
    check("5: dense 4 nobias, dense 3 nobias", 19);
}

#[test]
fn convolution_of_any_window_and_edge() {
    check("2x4x5: conv 3 3x3, conv 2 3x3", 3);
    check("2x4x5: conv 3 3x3 valid nobias, conv 2 2x1 valid", 3);
    check("2x4x5: conv 3 1x1, conv 2 1x1 nobias", 9);
    check("2x3x3: conv 2 5x3, conv 2 1x5", 2);
}

#[test]
fn normalisation_of_rows_and_of_planes() {
    check("5: dense 4, norm, dense 2", 19);
    check("2x3x3: conv 3 3x3, norm, conv 2 1x1, norm", 5);
    check("2x3x3: norm, conv 2 1x1", 5);
}

#[test]
fn dropout() {
    check("6: dense 8, dropout 0.4, dense 2", 9);
}

#[test]
fn pooling_of_windows_and_of_planes() {
    check("2x5x4: conv 3 1x1, avgpool 2, conv 1 1x1", 3);
    check("2x5x4: conv 3 1x1, maxpool 2, conv 1 1x1", 3);
    check("2x5x4: conv 3 1x1, global average, dense 2", 3);
    check("2x5x4: conv 3 1x1, global max, dense 2", 3);
    check("2x5x4: conv 3 1x1, global both, dense 2", 3);
}

#[test]
fn flatten() {
    check("2x2x3: conv 2 1x1, flatten, dense 3", 3);
}

#[test]
fn every_activation() {
    for activation in
        ["linear", "relu", "leaky 0.1", "noisy 0.5", "elu 1.5", "sigmoid", "tanh", "softplus", "swish", "softmax"]
    {
        check(&format!("4: dense 6, {activation}, dense 3"), 6);
    }
}

#[test]
fn nothing_is_learnt_through_a_step() {
    let mut net = Net::new("3: dense 4, step, dense 2".parse().unwrap(), 1).unwrap();
    let mut tape = Tape::new(&net, 1);
    let mut slopes = vec![9.0; net.weights().len()];
    tape.forward(&mut net, &[0.3, -1.0, 2.0], 0);
    lost(&mut tape, &net, &[vec![5.0, -5.0]]);
    tape.backward(&net, &mut slopes);
    assert!(slopes[..16].iter().all(|slope| *slope == 0.0));
    assert!(slopes[16..].iter().any(|slope| *slope != 0.0));
}

#[test]
fn residuals_of_planes_and_of_channels() {
    check("2x3x3: conv 3 3x3, residual (conv 3 3x3, tanh, conv 3 1x1), conv 2 1x1", 3);
    check("2x3x3: conv 3 3x3, residual (global average, dense 3), tanh, conv 2 1x1", 3);
    check("4: dense 3, residual (dense 3, tanh), dense 2", 3);
}

#[test]
fn a_whole_net_with_two_heads() {
    check(
        "2x4x4: conv 4 3x3 nobias, norm, swish, residual (conv 4 3x3 nobias, norm, swish, residual (global average, dense 4), \
         conv 4 3x3 nobias, norm), softplus, heads policy (conv 2 1x1, sigmoid, flatten, dense 5) \
         value (conv 1 1x1, flatten, dense 3, norm, tanh, dense 1, tanh)",
        9,
    );
}
