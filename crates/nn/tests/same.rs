//! The same seed gives the same bits; threads and batches change nothing; play and learning agree; the fast and the plain way too.

use tabula_nn::{Desk, Loss, Method, Model, Net, Optimiser, Random, Tape};

const GO: &str = "4x5x5: conv 16 3x3 nobias, norm, relu, residual (conv 16 3x3 nobias, norm, relu, residual (global both, dense 16), \
    conv 16 3x3 nobias, norm), relu, dropout 0.2, heads policy (conv 3 1x1, norm, noisy 0.1, flatten, dense 26) \
    value (conv 2 1x1, relu, flatten, norm, dense 20, relu, dense 1, tanh) map (conv 2 3x3 valid, maxpool 2, sigmoid)";

fn inputs(count: usize, seed: u64) -> Vec<f32> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random.normal()).collect()
}

/// A net after some steps on batches of an awkward size.
fn trained(threads: usize) -> (Net, Vec<f64>) {
    let mut net = GO.parse().and_then(|plan| Net::new(plan, 3)).expect("the net is well described");
    let mut tape = Tape::new(&net, threads);
    let mut optimiser = Optimiser::new(Method::AdamW { betas: (0.9, 0.999), decay: 0.01 }, &net);
    let mut slopes = vec![0.0; net.weights().len()];
    let mut losses = Vec::new();
    for step in 0..6 {
        let batch = if step == 3 { 5 } else { 37 };
        let batch_inputs = inputs(batch * net.input(), step);
        tape.forward(&mut net, &batch_inputs, step);
        let mut loss = 0.0;
        for output in 0..3 {
            let size = net.outputs()[output].shape.size();
            let wanted: Vec<f32> = (0..batch * size).map(|i| if i % size == 0 { 1.0 } else { 0.0 }).collect();
            let kind = if output == 0 { Loss::CrossEntropy } else { Loss::Squared };
            loss += kind.judge(tape.judge(&net, output), &wanted, None, size, 1.0);
        }
        tape.backward(&net, &mut slopes);
        optimiser.step(&mut net, &mut slopes, 0.003);
        losses.push(loss);
    }
    (net, losses)
}

#[test]
fn learning_gives_the_same_bits_on_any_number_of_threads() {
    let (one, losses) = trained(1);
    assert!(losses[5] < losses[0]);
    for threads in [1, 2, 5] {
        let (net, again) = trained(threads);
        assert_eq!(again, losses, "{threads} threads");
        assert_eq!(net.weights(), one.weights(), "{threads} threads");
        assert_eq!(tabula_nn::save(&net, &Default::default()), tabula_nn::save(&one, &Default::default()));
    }
}

fn all_results(model: &Model, threads: usize, batch: usize, inputs: &[f32]) -> Vec<f32> {
    let mut desk = Desk::new(threads);
    let mut results = Vec::new();
    for part in inputs.chunks(batch * model.input()) {
        model.run(&mut desk, part);
        for sample in 0..part.len() / model.input() {
            (0..model.outputs().len())
                .for_each(|output| results.extend_from_slice(model.result(&desk, sample, output)));
        }
    }
    results
}

#[test]
fn a_sample_has_the_same_result_in_any_batch_on_any_number_of_threads() {
    let (net, _) = trained(1);
    let model = Model::new(&net);
    let inputs = inputs(23 * net.input(), 77);
    let alone = all_results(&model, 1, 1, &inputs);
    for (threads, batch) in [(1, 2), (1, 5), (1, 23), (2, 1), (2, 7), (2, 23), (3, 8)] {
        assert_eq!(all_results(&model, threads, batch, &inputs), alone, "{threads} threads, {batch} samples");
    }
}

#[test]
fn winograd_and_the_direct_way_agree_in_a_whole_net() {
    let (net, _) = trained(1);
    let inputs = inputs(9 * net.input(), 5);
    let (fast, plain) = (Model::new(&net), Model::direct(&net));
    let apart = all_results(&fast, 1, 4, &inputs)
        .into_iter()
        .zip(all_results(&plain, 1, 4, &inputs))
        .map(|(x, y)| (x - y).abs());
    assert!(apart.fold(0.0, f32::max) < 1e-4);
}

/// Play against learning, where both can be compared: no noise, and statistics that are those of the batch.
#[test]
fn play_gives_what_learning_gives() {
    let texts = [
        "3x6x5: conv 9 3x3, relu, conv 8 3x3 valid nobias, norm, leaky 0.1, maxpool 2, flatten, dense 7, norm, tanh, dense 3, softmax",
        "3x6x5: norm, residual (conv 3 3x3, norm, swish, residual (global both, dense 3 nobias)), elu 1, avgpool 2",
        "3x6x5: heads a (global max, softplus) b (conv 2 1x3, sigmoid) c (global average, dense 2, step)",
        "12: dense 9 nobias, norm, relu, dropout 0, residual (dense 9), noisy 0, dense 4",
    ];
    for text in texts {
        let mut net = Net::new(text.parse().unwrap(), 8).unwrap();
        let batch = 20;
        let inputs = inputs(batch * net.input(), 31);
        let mut tape = Tape::new(&net, 1);
        // The running statistics approach those of the batch: what is missing after 300 steps is below 0.9^300.
        for _ in 0..300 {
            tape.forward(&mut net, &inputs, 0);
        }
        let model = Model::new(&net);
        let mut desk = Desk::new(1);
        model.run(&mut desk, &inputs);
        for (index, output) in net.outputs().iter().enumerate() {
            let learnt = tape.output(&net, index).chunks_exact(output.shape.size());
            for (sample, learnt) in learnt.enumerate() {
                let played = model.result(&desk, sample, index);
                // The running variance is that of the population, the batch's own is smaller by one in its count.
                let apart = learnt.iter().zip(played).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
                assert!(apart < 0.12, "{text}: output {index}, sample {sample}: {apart}");
                if !text.contains("norm") {
                    assert!(apart < 1e-5, "{text}: {apart}");
                }
            }
        }
    }
}

#[test]
fn a_desk_takes_no_memory_after_its_first_batch() {
    let (net, _) = trained(1);
    let (model, mut desk) = (Model::new(&net), Desk::new(1));
    let inputs = inputs(16 * net.input(), 2);
    model.run(&mut desk, &inputs);
    let memory = desk.memory();
    for batch in [1, 3, 16, 7, 16] {
        model.run(&mut desk, &inputs[..batch * net.input()]);
        assert_eq!(desk.memory(), memory);
    }
}

#[test]
fn no_samples_have_no_results() {
    let (net, _) = trained(1);
    Model::new(&net).run(&mut Desk::new(2), &[]);
}
