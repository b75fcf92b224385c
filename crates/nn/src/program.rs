//! A plan, checked and made into steps: what is computed from which slot into which, where its weights lie, and under which
//! names they are kept. Every shape is checked here, once; whoever runs the steps trusts them.

use crate::fault::Fault;
use crate::layer::{Activation, Edge, Global, Layer, Plan, Pool, Shape};

/// Numbers of a sample between two layers, and weights of a net: far above what is useful, far below what overflows.
const WIDEST: usize = 1 << 22;
const MOST_WEIGHTS: usize = 1 << 28;
/// Layers of a net, counted through all groups.
const MOST_STEPS: usize = 2000;

/// A named part of the weights or of the statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// As PyTorch would name it: `0.weight`, `3.1.running_mean`.
    pub name: String,
    /// Its sizes, outermost first.
    pub shape: Vec<usize>,
    /// Whether it is learnt, or only counted.
    pub learnt: bool,
    /// Where it begins among the weights or among the statistics.
    pub start: usize,
}

impl Tensor {
    /// How many numbers it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether it has none, which cannot happen in a net.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A named result of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The name of the head, or `out`.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    pub(crate) slot: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) steps: Vec<Step>,
    /// The shape of what each slot holds; slot 0 is the input.
    pub(crate) slots: Vec<Shape>,
    pub(crate) outputs: Vec<Output>,
    pub(crate) tensors: Vec<Tensor>,
    pub(crate) weights: usize,
    pub(crate) stats: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) op: Op,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// What a step does. Numbers named after weights are where these begin.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Op {
    Dense {
        ins: usize,
        outs: usize,
        weight: usize,
        bias: Option<usize>,
    },
    Conv {
        window: Window,
        weight: usize,
        bias: Option<usize>,
    },
    Norm {
        channels: usize,
        plane: usize,
        weight: usize,
        bias: usize,
        mean: usize,
        variance: usize,
    },
    Dropout(f32),
    Pool {
        kind: Pool,
        channels: usize,
        height: usize,
        width: usize,
        size: usize,
    },
    Global {
        kind: Global,
        channels: usize,
        plane: usize,
    },
    Flatten,
    Activation(Activation),
    /// Adds the slot `other` to what comes in; each of its numbers counts for `spread` of the sum.
    Add {
        other: usize,
        spread: usize,
    },
}

/// The geometry of a convolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) channels: usize,
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) outs: usize,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Zeros above and to the left.
    pub(crate) above: usize,
    pub(crate) left: usize,
    pub(crate) out_height: usize,
    pub(crate) out_width: usize,
}

impl Window {
    /// Numbers that a point of a plane is made of.
    pub(crate) fn inner(&self) -> usize {
        self.channels * self.rows * self.columns
    }

    /// Points of a plane that comes out.
    pub(crate) fn points(&self) -> usize {
        self.out_height * self.out_width
    }

    /// Whether a plane that comes out depends on one point of each plane alone.
    pub(crate) fn pointwise(&self) -> bool {
        self.rows == 1 && self.columns == 1
    }
}

impl Program {
    pub(crate) fn new(plan: &Plan) -> Result<Self, Fault> {
        let mut program = Self {
            steps: Vec::new(),
            slots: Vec::new(),
            outputs: Vec::new(),
            tensors: Vec::new(),
            weights: 0,
            stats: 0,
        };
        check(plan.input, "the input")?;
        program.slots.push(plan.input);
        let (last, body) = match plan.layers.split_last() {
            None => return Err(Fault::Plan("there are no layers".into())),
            Some((Layer::Heads(heads), body)) => (Some(heads), body),
            Some(_) => (None, &plan.layers[..]),
        };
        let trunk = program.row(body, 0, "")?;
        let Some(heads) = last else {
            program.output("out", trunk)?;
            return Ok(program);
        };
        if heads.is_empty() {
            return Err(Fault::Plan("`heads` has no head".into()));
        }
        for head in heads {
            if head.name.is_empty() || !head.name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
                return Err(Fault::Plan(format!("`{}` is not a name of letters, digits and underscores", head.name)));
            }
            let slot = program.row(&head.layers, trunk, &format!("{}.{}.", body.len(), head.name))?;
            program.output(&head.name, slot)?;
        }
        Ok(program)
    }

    fn output(&mut self, name: &str, slot: usize) -> Result<(), Fault> {
        // Two outputs in one slot would share their gradient; the input has none.
        if slot == 0 || self.outputs.iter().any(|output| output.slot == slot || output.name == name) {
            return Err(Fault::Plan(format!("the output `{name}` has no layer of its own, or a name used twice")));
        }
        self.outputs.push(Output { name: name.to_owned(), shape: self.slots[slot], slot });
        Ok(())
    }

    fn row(&mut self, layers: &[Layer], from: usize, path: &str) -> Result<usize, Fault> {
        let mut slot = from;
        for (index, layer) in layers.iter().enumerate() {
            let name = format!("{path}{index}");
            slot = self.layer(layer, slot, &name).map_err(|why| match why {
                Fault::Plan(why) if !why.starts_with("layer ") => {
                    Fault::Plan(format!("layer {name} (`{layer}`): {why}"))
                }
                other => other,
            })?;
        }
        Ok(slot)
    }

    fn layer(&mut self, layer: &Layer, from: usize, name: &str) -> Result<usize, Fault> {
        let input = self.slots[from];
        let wrong = |why: &str| Err(Fault::Plan(why.to_owned()));
        match *layer {
            Layer::Dense { out, bias } => {
                let Shape::Flat(ins) = input else { return wrong("its input has planes; put `flatten` before it") };
                check(Shape::Flat(out), "its output")?;
                let weight = self.learnt(name, "weight", &[out, ins])?;
                let bias = if bias { Some(self.learnt(name, "bias", &[out])?) } else { None };
                self.step(Op::Dense { ins, outs: out, weight, bias }, from, Shape::Flat(out))
            }
            Layer::Conv { out, kernel, edge, bias } => {
                let window = window(input, out, kernel, edge)?;
                let weight = self.learnt(name, "weight", &[out, window.channels, window.rows, window.columns])?;
                let bias = if bias { Some(self.learnt(name, "bias", &[out])?) } else { None };
                let shape = Shape::planes(out, window.out_height, window.out_width);
                self.step(Op::Conv { window, weight, bias }, from, shape)
            }
            Layer::Norm => {
                let channels = input.channels();
                let weight = self.learnt(name, "weight", &[channels])?;
                let bias = self.learnt(name, "bias", &[channels])?;
                let mean = self.counted(name, "running_mean", channels);
                let variance = self.counted(name, "running_var", channels);
                self.step(Op::Norm { channels, plane: input.plane(), weight, bias, mean, variance }, from, input)
            }
            Layer::Dropout(share) if (0.0..1.0).contains(&share) => self.step(Op::Dropout(share), from, input),
            Layer::Dropout(_) => wrong("the share must be at least 0 and less than 1"),
            Layer::Pool(kind, size) => {
                let Shape::Planes { channels, height, width } = input else { return wrong("its input has no planes") };
                if size == 0 || size > height || size > width {
                    return wrong("its window does not fit into the planes");
                }
                let shape = Shape::planes(channels, height / size, width / size);
                self.step(Op::Pool { kind, channels, height, width, size }, from, shape)
            }
            Layer::Global(kind) => {
                let Shape::Planes { channels, .. } = input else { return wrong("its input has no planes") };
                let out = if kind == Global::Both { 2 * channels } else { channels };
                self.step(Op::Global { kind, channels, plane: input.plane() }, from, Shape::Flat(out))
            }
            Layer::Flatten => self.step(Op::Flatten, from, Shape::Flat(input.size())),
            Layer::Activation(Activation::Softmax) if !matches!(input, Shape::Flat(_)) => {
                wrong("its input has planes; put `flatten` before it")
            }
            Layer::Activation(activation) => self.step(Op::Activation(activation), from, input),
            Layer::Residual(ref layers) => {
                let other = self.row(layers, from, &format!("{name}."))?;
                let spread = match self.slots[other] {
                    _ if other == from => return wrong("it has no layers"),
                    shape if shape == input => 1,
                    Shape::Flat(size) if size == input.channels() => input.plane(),
                    shape => return Err(Fault::Plan(format!("it makes {shape}, which cannot be added to {input}"))),
                };
                self.step(Op::Add { other, spread }, from, input)
            }
            Layer::Heads(_) => wrong("heads may stand only at the end of a net"),
        }
    }

    fn step(&mut self, op: Op, from: usize, shape: Shape) -> Result<usize, Fault> {
        check(shape, "its output")?;
        if self.steps.len() >= MOST_STEPS {
            return Err(Fault::Plan(format!("there are more than {MOST_STEPS} layers")));
        }
        let to = self.slots.len();
        self.slots.push(shape);
        self.steps.push(Step { op, from, to });
        Ok(to)
    }

    fn learnt(&mut self, layer: &str, part: &str, shape: &[usize]) -> Result<usize, Fault> {
        let start = self.weights;
        let size = shape.iter().try_fold(1usize, |size, &side| size.checked_mul(side));
        match size.and_then(|size| size.checked_add(start)) {
            Some(end) if end <= MOST_WEIGHTS => self.weights = end,
            _ => return Err(Fault::Plan(format!("the net has more than {MOST_WEIGHTS} weights"))),
        }
        self.tensors.push(Tensor { name: format!("{layer}.{part}"), shape: shape.to_vec(), learnt: true, start });
        Ok(start)
    }

    fn counted(&mut self, layer: &str, part: &str, size: usize) -> usize {
        let start = self.stats;
        self.stats += size;
        self.tensors.push(Tensor { name: format!("{layer}.{part}"), shape: vec![size], learnt: false, start });
        start
    }
}

fn check(shape: Shape, what: &str) -> Result<(), Fault> {
    let size = match shape {
        Shape::Flat(size) => Some(size),
        Shape::Planes { channels, height, width } => {
            channels.checked_mul(height).and_then(|size| size.checked_mul(width))
        }
    };
    match size {
        Some(1..=WIDEST) => Ok(()),
        _ => Err(Fault::Plan(format!("{what} ({shape}) must have 1 to {WIDEST} numbers"))),
    }
}

fn window(input: Shape, outs: usize, (rows, columns): (usize, usize), edge: Edge) -> Result<Window, Fault> {
    let Shape::Planes { channels, height, width } = input else {
        return Err(Fault::Plan("its input has no planes".into()));
    };
    let (above, left, out_height, out_width) = match edge {
        Edge::Same if rows % 2 == 1 && columns % 2 == 1 && rows <= 2 * height && columns <= 2 * width => {
            (rows / 2, columns / 2, height, width)
        }
        Edge::Same => {
            return Err(Fault::Plan("its window must have odd sides not twice as long as the planes'".into()));
        }
        Edge::Valid if (1..=height).contains(&rows) && (1..=width).contains(&columns) => {
            (0, 0, height + 1 - rows, width + 1 - columns)
        }
        Edge::Valid => return Err(Fault::Plan("its window does not fit into the planes".into())),
    };
    Ok(Window { channels, height, width, outs, rows, columns, above, left, out_height, out_width })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tensors_are_named_as_pytorch_names_them() {
        let plan: Plan = "2x4x4: conv 3 3x3, residual (norm, relu), heads p (flatten, dense 5) v (global max, dense 1)"
            .parse()
            .unwrap();
        let program = Program::new(&plan).unwrap();
        let names: Vec<String> = program.tensors.iter().map(|t| format!("{} {:?}", t.name, t.shape)).collect();
        let wanted = [
            "0.weight [3, 2, 3, 3]",
            "0.bias [3]",
            "1.0.weight [3]",
            "1.0.bias [3]",
            "1.0.running_mean [3]",
            "1.0.running_var [3]",
            "2.p.1.weight [5, 48]",
            "2.p.1.bias [5]",
            "2.v.1.weight [1, 3]",
            "2.v.1.bias [1]",
        ];
        assert_eq!(names, wanted);
        assert_eq!(program.outputs.iter().map(|o| o.shape.size()).collect::<Vec<_>>(), [5, 1]);
    }

    #[test]
    fn shapes_that_do_not_fit_are_refused_with_the_layer() {
        for (text, why) in [
            ("4:", "no layers"),
            ("2x4x4: dense 3", "layer 0 (`dense 3`): its input has planes"),
            ("4: conv 2 3x3", "no planes"),
            ("2x4x4: conv 2 5x5 valid", "does not fit"),
            ("2x4x4: conv 2 2x2", "odd"),
            ("2x4x4: relu, maxpool 5", "layer 1 (`maxpool 5`): its window"),
            ("2x4x4: residual (conv 3 3x3)", "makes 3x4x4, which cannot be added to 2x4x4"),
            ("2x4x4: residual (relu, dense 3)", "layer 0.1 (`dense 3`)"),
            ("4: dropout 1", "less than 1"),
            ("4: dense 0", "1 to"),
            ("4000000: dense 4000000", "weights"),
            ("99999999999x99999999999x99999999999: relu", "the input"),
            ("4: heads a (relu), relu", "only at the end"),
            ("4: heads a (relu) a (relu)", "used twice"),
            ("4: heads", "no head"),
            ("4: heads a- (relu)", "not a name"),
        ] {
            let fault = Program::new(&text.parse().unwrap()).unwrap_err().to_string();
            assert!(fault.contains(why), "{text}: {fault}");
        }
    }
}
