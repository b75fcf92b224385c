//! What a network is made of, as plain data: shapes, layers, activations. Nothing here computes.

/// The shape of one sample between two layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A row of numbers.
    Flat(usize),
    /// Planes of a board: channel after channel, in each row after row.
    Planes {
        /// How many planes.
        channels: usize,
        /// Rows of a plane.
        height: usize,
        /// Columns of a plane.
        width: usize,
    },
}

impl Shape {
    /// Planes of a board.
    #[must_use]
    pub const fn planes(channels: usize, height: usize, width: usize) -> Self {
        Self::Planes { channels, height, width }
    }

    /// Numbers in a sample.
    #[must_use]
    pub const fn size(self) -> usize {
        self.channels() * self.plane()
    }

    /// Planes, or the numbers of a row.
    #[must_use]
    pub const fn channels(self) -> usize {
        match self {
            Self::Flat(size) => size,
            Self::Planes { channels, .. } => channels,
        }
    }

    /// Points of a plane; 1 in a row of numbers.
    #[must_use]
    pub const fn plane(self) -> usize {
        match self {
            Self::Flat(_) => 1,
            Self::Planes { height, width, .. } => height * width,
        }
    }
}

/// A whole network, described: what goes in, and what is done to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The shape of a sample.
    pub input: Shape,
    /// The layers, in order.
    pub layers: Vec<Layer>,
}

/// One layer.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// Every number from every number of a flat sample.
    Dense {
        /// Numbers that come out.
        out: usize,
        /// Whether a learnt constant is added to each.
        bias: bool,
    },
    /// A convolution with stride 1.
    Conv {
        /// Planes that come out.
        out: usize,
        /// Rows and columns of the window.
        kernel: (usize, usize),
        /// What happens at the edge.
        edge: Edge,
        /// Whether a learnt constant is added to each plane.
        bias: bool,
    },
    /// Batch normalisation of each channel.
    Norm,
    /// While learning, this share of the numbers is set to 0 and the rest made greater instead.
    Dropout(f32),
    /// One number from each window of so many rows and columns; windows do not overlap.
    Pool(Pool, usize),
    /// Each plane becomes a number, or two: first all means, then all maxima.
    Global(Global),
    /// Planes become a row.
    Flatten,
    /// A function of each number.
    Activation(Activation),
    /// What these layers make is added to what came in. Where they end in one number for each channel, it is added to the whole plane.
    Residual(Vec<Layer>),
    /// Several outputs; only at the end.
    Heads(Vec<Head>),
}

/// One of several outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Its name: letters, digits and underscores.
    pub name: String,
    /// Its layers.
    pub layers: Vec<Layer>,
}

/// What a convolution does at the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Zeros around the board: planes keep their size.
    Same,
    /// Windows stay inside: planes become smaller.
    Valid,
}

/// How a window becomes a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// The greatest.
    Max,
    /// The mean.
    Average,
}

/// How a plane becomes a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Global {
    /// The greatest.
    Max,
    /// The mean.
    Average,
    /// All means, then all maxima.
    Both,
}

/// Functions of one number, but for `Softmax`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Activation {
    /// The number itself.
    Linear,
    /// 1 above 0, otherwise 0; nothing is learnt through it.
    Step,
    /// The greater of 0 and the number.
    Relu,
    /// As `Relu`, with this slope below 0.
    Leaky(f32),
    /// As `Relu`, with normal noise of this deviation added before it while learning.
    Noisy(f32),
    /// Below 0 this factor times (e^x - 1).
    Elu(f32),
    /// 1 / (1 + e^-x).
    Sigmoid,
    /// The hyperbolic tangent.
    Tanh,
    /// ln(1 + e^x).
    Softplus,
    /// x times its sigmoid.
    Swish,
    /// Shares that sum to 1, over the whole of a flat sample.
    Softmax,
}
