//! How fast a net learns: `speed 'LAYERS' BATCH SECONDS`. Random samples, one thread, Adam; a head `policy` and an output of several
//! numbers learn by cross-entropy, everything else by squares. Prints `samples N cpu S`; `benches/pytorch/speed.py` reads it.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;
use std::time::{Duration, Instant};
use tabula_nn::{Loss, Method, Net, Optimiser, Random, Tape};

/// Batches that are taken in turn, so that none stays in the cache.
const BATCHES: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [layers, batch, seconds] = &arguments[..] else { return Err("usage: speed 'LAYERS' BATCH SECONDS".into()) };
    let (batch, seconds): (usize, f64) = (batch.parse()?, seconds.parse()?);
    let mut net = Net::new(layers.parse()?, 1)?;
    let mut random = Random::new(1);
    let batches: Vec<Vec<f32>> =
        (0..BATCHES).map(|_| (0..batch * net.input()).map(|_| random.normal()).collect()).collect();
    let outputs: Vec<_> = net.outputs().to_vec();
    let wanted: Vec<Vec<f32>> = outputs
        .iter()
        .map(|output| {
            let size = output.shape.size();
            (0..batch * size).map(|at| f32::from(u8::from(at % size == at / size % size))).collect()
        })
        .collect();
    let (mut tape, mut optimiser) = (Tape::new(&net, 1), Optimiser::new(Method::ADAM, &net));
    let mut slopes = vec![0.0; net.weights().len()];
    let mut step = |number: u64| {
        tape.forward(&mut net, &batches[number as usize % BATCHES], number);
        for (index, output) in outputs.iter().enumerate() {
            let size = output.shape.size();
            let classes = output.name == "policy" || (outputs.len() == 1 && size > 1);
            let loss = if classes { Loss::CrossEntropy } else { Loss::Squared };
            loss.judge(tape.judge(&net, index), &wanted[index], None, size, 1.0);
        }
        tape.backward(&net, &mut slopes);
        optimiser.step(&mut net, &mut slopes, 1e-4);
    };
    (0..2).for_each(&mut step);
    let (begun, before) = (Instant::now(), cpu()?);
    let mut steps = 0;
    while begun.elapsed() < Duration::from_secs_f64(seconds) {
        step(steps);
        steps += 1;
    }
    println!("samples {} cpu {:.3}", steps as usize * batch, cpu()? - before);
    Ok(())
}

/// Seconds that this process has spent on a processor, in both modes: words 14 and 15 of its line in /proc, in hundredths.
fn cpu() -> Result<f64, Box<dyn Error>> {
    let line = std::fs::read_to_string("/proc/self/stat")?;
    // The name before may have spaces in it.
    let (_, rest) = line.rsplit_once(')').ok_or("/proc/self/stat has no name")?;
    let ticks: Result<Vec<f64>, _> = rest.split_whitespace().skip(11).take(2).map(str::parse::<f64>).collect();
    Ok(ticks?.iter().sum::<f64>() / 100.0)
}
