//! Networks at play: normalisation folded into the weights before it, planes with their channels innermost, 3x3 windows by
//! Winograd. Dropout and noise are absent. A model is shared by whoever plays; each player has a desk to work at, which
//! takes no memory after its first batch of the greatest size.

mod build;
mod conv;
mod kernel;

use std::thread;

use crate::activation;
use crate::layer::{Activation, Global, Pool, Shape};
use crate::program::Output;
use conv::{Bench, Conv};
use kernel::Packed;

/// Samples that go through the layers together: enough to use weights more than once, few enough to stay in the cache.
const GROUP: usize = 4;

/// A net made ready for play.
#[derive(Clone, Debug)]
pub struct Model {
    steps: Vec<Step>,
    slots: Vec<Shape>,
    outputs: Vec<Output>,
    /// Where each output begins in the results of a sample, and where the last one ends.
    marks: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Step {
    op: Op,
    from: usize,
    to: usize,
    /// Added to each channel of what the operation makes, before the activation.
    bias: Option<Vec<f32>>,
    activation: Activation,
}

#[derive(Clone, Debug)]
enum Op {
    /// Planes with the channels innermost from planes as they come, at the entry.
    Enter,
    Dense(Packed),
    Conv(Conv),
    /// Times a factor for each channel: normalisation that has no weights before it.
    Scale(Vec<f32>),
    Pool(Pool, usize),
    Global(Global),
    Flatten,
    Copy,
    Add(usize),
}

/// Buffers for one or more threads, and the last results.
#[derive(Debug)]
pub struct Desk {
    places: Vec<Place>,
    results: Vec<f32>,
}

/// What one thread works with.
#[derive(Debug, Default)]
struct Place {
    values: Vec<Vec<f32>>,
    bench: Bench,
}

impl Desk {
    /// For so many threads.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self { places: (0..threads.max(1)).map(|_| Place::default()).collect(), results: Vec::new() }
    }

    /// The numbers for which memory is held.
    #[must_use]
    pub fn memory(&self) -> usize {
        let place = |place: &Place| place.values.iter().map(Vec::capacity).sum::<usize>() + place.bench.memory();
        self.results.capacity() + self.places.iter().map(place).sum::<usize>()
    }
}

impl Model {
    /// Numbers of a sample that goes in.
    #[must_use]
    pub fn input(&self) -> usize {
        self.slots[0].size()
    }

    /// Its results, in the order of those of a sample.
    #[must_use]
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// The results of one sample of the last batch at a desk.
    #[must_use]
    pub fn result<'a>(&self, desk: &'a Desk, sample: usize, output: usize) -> &'a [f32] {
        let size = self.marks[self.outputs.len()];
        &desk.results[sample * size..][self.marks[output]..self.marks[output + 1]]
    }

    /// Sends a batch through. A sample has the same results in any batch, on any number of threads.
    ///
    /// ```
    /// use tabula_nn::{Desk, Model, Net};
    ///
    /// let net = Net::new("2x3x3: conv 4 3x3, norm, relu, heads policy (flatten, dense 9) value (global both, dense 1)".parse()?, 1)?;
    /// let (model, mut desk) = (Model::new(&net), Desk::new(1));
    /// model.run(&mut desk, &[0.5; 2 * 18]);
    /// assert_eq!(model.result(&desk, 1, 0).len(), 9);
    /// assert_eq!(model.result(&desk, 0, 1), model.result(&desk, 1, 1));
    /// # Ok::<(), tabula_nn::Fault>(())
    /// ```
    ///
    /// # Panics
    /// If `inputs` is not a whole number of samples.
    pub fn run(&self, desk: &mut Desk, inputs: &[f32]) {
        let (ins, outs) = (self.input(), self.marks[self.outputs.len()]);
        assert!(inputs.len().is_multiple_of(ins), "inputs are whole samples");
        let batch = inputs.len() / ins;
        desk.results.resize(batch * outs, 0.0);
        let share = batch.div_ceil(desk.places.len()).max(1);
        let mut jobs =
            desk.places.iter_mut().zip(inputs.chunks(share * ins)).zip(desk.results.chunks_mut(share * outs));
        let Some(first) = jobs.next() else { return };
        let work = |((place, inputs), results): ((&mut Place, &[f32]), &mut [f32])| {
            let groups = inputs.chunks(GROUP * ins).zip(results.chunks_mut(GROUP * outs));
            groups.for_each(|(inputs, results)| self.group(place, inputs, results));
        };
        thread::scope(|scope| {
            jobs.for_each(|job| {
                scope.spawn(move || work(job));
            });
            work(first);
        });
    }

    fn group(&self, place: &mut Place, inputs: &[f32], results: &mut [f32]) {
        let count = inputs.len() / self.input();
        place.values.resize(place.values.len().max(self.slots.len()), Vec::new());
        let Place { values, bench } = place;
        values[0].clear();
        values[0].extend_from_slice(inputs);
        for step in &self.steps {
            let mut output = std::mem::take(&mut values[step.to]);
            output.resize(count * self.slots[step.to].size(), 0.0);
            self.step(step, values, &mut output, bench);
            if let Some(bias) = &step.bias {
                for point in output.chunks_exact_mut(bias.len()) {
                    point.iter_mut().zip(bias).for_each(|(number, bias)| *number += bias);
                }
            }
            activation::apply(step.activation, &mut output, self.slots[step.to].size());
            values[step.to] = output;
        }
        for (output, mark) in self.outputs.iter().zip(&self.marks) {
            let (size, row) = (output.shape.size(), self.marks[self.outputs.len()]);
            for (value, result) in values[output.slot].chunks_exact(size).zip(results.chunks_exact_mut(row)) {
                planes_outermost(output.shape, value, &mut result[*mark..mark + size]);
            }
        }
    }

    fn step(&self, step: &Step, values: &[Vec<f32>], output: &mut [f32], bench: &mut Bench) {
        let (shape, input) = (self.slots[step.from], &values[step.from][..]);
        let samples = || input.chunks_exact(shape.size());
        let out_size = self.slots[step.to].size();
        match &step.op {
            Op::Enter => {
                for (sample, out) in samples().zip(output.chunks_exact_mut(out_size)) {
                    for (channel, plane) in sample.chunks_exact(shape.plane()).enumerate() {
                        let places = out.iter_mut().skip(channel).step_by(shape.channels());
                        places.zip(plane).for_each(|(out, number)| *out = *number);
                    }
                }
            }
            Op::Dense(packed) => packed.multiply(input, output),
            Op::Conv(conv) => conv.run(input, output, bench),
            Op::Scale(factors) => {
                let points = input.chunks_exact(factors.len()).zip(output.chunks_exact_mut(factors.len()));
                for (input, output) in points {
                    input.iter().zip(factors).zip(output).for_each(|((x, factor), y)| *y = x * factor);
                }
            }
            Op::Pool(kind, size) => {
                samples().zip(output.chunks_exact_mut(out_size)).for_each(|(x, y)| pool(*kind, *size, shape, x, y));
            }
            Op::Global(kind) => {
                samples().zip(output.chunks_exact_mut(out_size)).for_each(|(x, y)| global(*kind, shape, x, y));
            }
            Op::Flatten => {
                samples().zip(output.chunks_exact_mut(out_size)).for_each(|(x, y)| planes_outermost(shape, x, y));
            }
            Op::Copy => output.copy_from_slice(input),
            Op::Add(other) => {
                let (each, channels) = (self.slots[*other].size(), shape.channels());
                let others = values[*other].chunks_exact(each);
                for ((x, y), other) in samples().zip(output.chunks_exact_mut(out_size)).zip(others) {
                    if each == shape.size() {
                        x.iter().zip(other).zip(y).for_each(|((x, other), y)| *y = x + other);
                    } else {
                        for (x, y) in x.chunks_exact(channels).zip(y.chunks_exact_mut(channels)) {
                            x.iter().zip(other).zip(y).for_each(|((x, other), y)| *y = x + other);
                        }
                    }
                }
            }
        }
    }
}

/// Back to channel after channel.
fn planes_outermost(shape: Shape, from: &[f32], to: &mut [f32]) {
    let channels = shape.channels();
    for (channel, plane) in to.chunks_exact_mut(shape.plane()).enumerate() {
        plane.iter_mut().zip(from.iter().skip(channel).step_by(channels)).for_each(|(to, from)| *to = *from);
    }
}

fn pool(kind: Pool, size: usize, shape: Shape, from: &[f32], to: &mut [f32]) {
    let Shape::Planes { channels, width, .. } = shape else { return };
    let across = width / size;
    for (point, out) in to.chunks_exact_mut(channels).enumerate() {
        let (top, left) = (point / across * size, point % across * size);
        out.fill(if kind == Pool::Max { f32::NEG_INFINITY } else { 0.0 });
        for place in 0..size * size {
            let (y, x) = (top + place / size, left + place % size);
            let numbers = &from[(y * width + x) * channels..][..channels];
            match kind {
                Pool::Max => out.iter_mut().zip(numbers).for_each(|(out, number)| *out = out.max(*number)),
                Pool::Average => out.iter_mut().zip(numbers).for_each(|(out, number)| *out += number),
            }
        }
        if kind == Pool::Average {
            out.iter_mut().for_each(|out| *out /= (size * size) as f32);
        }
    }
}

fn global(kind: Global, shape: Shape, from: &[f32], to: &mut [f32]) {
    let channels = shape.channels();
    let (means, maxima) = match kind {
        Global::Average => (to, &mut [][..]),
        Global::Max => (&mut [][..], to),
        Global::Both => to.split_at_mut(channels),
    };
    means.fill(0.0);
    maxima.fill(f32::NEG_INFINITY);
    for point in from.chunks_exact(channels) {
        means.iter_mut().zip(point).for_each(|(mean, number)| *mean += number);
        maxima.iter_mut().zip(point).for_each(|(greatest, number)| *greatest = greatest.max(*number));
    }
    means.iter_mut().for_each(|mean| *mean /= shape.plane() as f32);
}
