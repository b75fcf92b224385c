//! Convolution for play, on planes with the channels innermost: any window by laying out rows, and 3x3 with zeros around by
//! Winograd's F(2x2, 3x3), which needs 16 products for four points instead of 36. The first is the twin of the second.

use super::kernel::Packed;
use crate::program::Window;
use crate::windows::lay_out;

/// Channels that are transformed side by side.
const LANES: usize = 8;

/// A convolution with its weights packed for one of the two ways.
#[derive(Clone, Debug)]
pub(super) enum Conv {
    Direct(Window, Packed),
    /// The weights of each of the 16 places of a transformed tile.
    Winograd(Window, Vec<Packed>),
}

/// Buffers that a convolution uses on its way.
#[derive(Debug, Default)]
pub(super) struct Bench {
    rows: Vec<f32>,
    products: Vec<f32>,
}

impl Bench {
    pub(super) fn memory(&self) -> usize {
        self.rows.capacity() + self.products.capacity()
    }
}

impl Conv {
    /// For weights in PyTorch's order: result, channel, row, column.
    pub(super) fn new(window: Window, weights: &[f32], winograd: bool) -> Self {
        let at = |out: usize, channel: usize, place: usize| {
            weights[(out * window.channels + channel) * window.rows * window.columns + place]
        };
        if winograd && Self::suits(&window) {
            let places = (0..16).map(|place| {
                Packed::new(window.channels, window.outs, |out, channel| {
                    let mut window = [0.0; 9];
                    window.iter_mut().enumerate().for_each(|(i, weight)| *weight = at(out, channel, i));
                    transform_weights(&window, place)
                })
            });
            return Self::Winograd(window, places.collect());
        }
        let channels = window.channels;
        Self::Direct(window, Packed::new(window.inner(), window.outs, |out, i| at(out, i % channels, i / channels)))
    }

    fn suits(window: &Window) -> bool {
        window.rows == 3 && window.columns == 3 && window.above == 1 && window.height > 1 && window.width > 1
    }

    /// Sends whole samples through, without constants.
    pub(super) fn run(&self, input: &[f32], output: &mut [f32], bench: &mut Bench) {
        match self {
            Self::Direct(window, packed) if window.pointwise() => packed.multiply(input, output),
            Self::Direct(window, packed) => {
                let (ins, outs) = (window.channels * window.height * window.width, window.outs * window.points());
                bench.rows.resize(window.inner() * window.points(), 0.0);
                for (sample, out) in input.chunks_exact(ins).zip(output.chunks_exact_mut(outs)) {
                    lay_out(window, sample, &mut bench.rows);
                    packed.multiply(&bench.rows, out);
                }
            }
            Self::Winograd(window, places) => winograd(window, places, input, output, bench),
        }
    }
}

/// One of the 16 places of `G w G'`, with G = (1 0 0; 1/2 1/2 1/2; 1/2 -1/2 1/2; 0 0 1).
fn transform_weights(weights: &[f32; 9], place: usize) -> f32 {
    let line = |index: usize, a: f32, b: f32, c: f32| match index {
        0 => a,
        1 => 0.5 * (a + b + c),
        2 => 0.5 * (a - b + c),
        _ => c,
    };
    let w = weights;
    let column = |x: usize| line(place / 4, w[x], w[3 + x], w[6 + x]);
    line(place % 4, column(0), column(1), column(2))
}

type Lanes = [f32; LANES];

fn winograd(window: &Window, places: &[Packed], input: &[f32], output: &mut [f32], bench: &mut Bench) {
    let (channels, outs) = (window.channels, window.outs);
    let (height, width) = (window.height, window.width);
    let (ins, size) = (channels * height * width, outs * height * width);
    let (down, across) = (height.div_ceil(2), width.div_ceil(2));
    let tiles = input.len() / ins * down * across;
    let Bench { rows, products } = bench;
    rows.resize(16 * tiles * channels, 0.0);
    products.resize(16 * tiles * outs, 0.0);

    // 1. Each tile of 4x4 points becomes `B' d B`, a number for each of 16 places.
    for (index, sample) in input.chunks_exact(ins).enumerate() {
        for tile in 0..down * across {
            let (top, left) = (2 * (tile / across), 2 * (tile % across));
            let row = index * down * across + tile;
            for first in (0..channels).step_by(LANES) {
                let count = LANES.min(channels - first);
                let points: [Lanes; 16] = std::array::from_fn(|place| {
                    let (y, x) = (top + place / 4, left + place % 4);
                    let mut lanes = [0.0; LANES];
                    if (1..=height).contains(&y) && (1..=width).contains(&x) {
                        let from = ((y - 1) * width + x - 1) * channels + first;
                        take(&mut lanes, &sample[from..from + count]);
                    }
                    lanes
                });
                for (place, lanes) in transform_tile(&points).iter().enumerate() {
                    let to = (place * tiles + row) * channels + first;
                    give(lanes, &mut rows[to..to + count]);
                }
            }
        }
    }

    // 2. A product for each place.
    for (place, packed) in places.iter().enumerate() {
        let rows = &rows[place * tiles * channels..(place + 1) * tiles * channels];
        packed.multiply(rows, &mut products[place * tiles * outs..(place + 1) * tiles * outs]);
    }

    // 3. The 16 places become 2x2 points by `A' m A`, of which some may lie beyond the edge.
    for (index, sample) in output.chunks_exact_mut(size).enumerate() {
        for tile in 0..down * across {
            let (top, left) = (2 * (tile / across), 2 * (tile % across));
            let row = index * down * across + tile;
            for first in (0..outs).step_by(LANES) {
                let count = LANES.min(outs - first);
                let sums: [Lanes; 16] = std::array::from_fn(|place| {
                    let mut lanes = [0.0; LANES];
                    let from = (place * tiles + row) * outs + first;
                    take(&mut lanes, &products[from..from + count]);
                    lanes
                });
                for (point, lanes) in transform_back(&sums).iter().enumerate() {
                    let (y, x) = (top + point / 2, left + point % 2);
                    if y < height && x < width {
                        let to = (y * width + x) * outs + first;
                        give(lanes, &mut sample[to..to + count]);
                    }
                }
            }
        }
    }
}

/// Whole lanes are one copy of known length.
#[inline(always)]
fn take(lanes: &mut Lanes, from: &[f32]) {
    match from.first_chunk::<LANES>() {
        Some(whole) => *lanes = *whole,
        None => lanes[..from.len()].copy_from_slice(from),
    }
}

/// The same the other way.
#[inline(always)]
fn give(lanes: &Lanes, to: &mut [f32]) {
    match to.first_chunk_mut::<LANES>() {
        Some(whole) => *whole = *lanes,
        None => to.copy_from_slice(&lanes[..to.len()]),
    }
}

// Lane after lane as plain arithmetic: a loop that the compiler turns into vectors, as it does not with sums of whole lanes.

/// `B' d B` with B' = (1 0 -1 0; 0 1 1 0; 0 -1 1 0; 0 1 0 -1).
#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn transform_tile(d: &[Lanes; 16]) -> [Lanes; 16] {
    let line = |a: f32, b: f32, c: f32, d: f32| [a - c, b + c, c - b, b - d];
    let mut out = [[0.0; LANES]; 16];
    for lane in 0..LANES {
        let column = |x: usize| line(d[x][lane], d[4 + x][lane], d[8 + x][lane], d[12 + x][lane]);
        let half = [column(0), column(1), column(2), column(3)];
        for y in 0..4 {
            let row = line(half[0][y], half[1][y], half[2][y], half[3][y]);
            for x in 0..4 {
                out[4 * y + x][lane] = row[x];
            }
        }
    }
    out
}

/// `A' m A` with A' = (1 1 1 0; 0 1 -1 -1).
#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn transform_back(m: &[Lanes; 16]) -> [Lanes; 4] {
    let line = |a: f32, b: f32, c: f32, d: f32| [a + b + c, b - c - d];
    let mut out = [[0.0; LANES]; 4];
    for lane in 0..LANES {
        let column = |x: usize| line(m[x][lane], m[4 + x][lane], m[8 + x][lane], m[12 + x][lane]);
        let half = [column(0), column(1), column(2), column(3)];
        for y in 0..2 {
            let row = line(half[0][y], half[1][y], half[2][y], half[3][y]);
            for x in 0..2 {
                out[2 * y + x][lane] = row[x];
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn winograd_agrees_with_the_direct_way() {
        let mut random = Random::new(11);
        for (channels, outs, height, width) in
            [(1, 1, 2, 2), (10, 32, 9, 9), (64, 64, 9, 9), (7, 20, 8, 5), (32, 24, 19, 19)]
        {
            let window = Window {
                channels,
                height,
                width,
                outs,
                rows: 3,
                columns: 3,
                above: 1,
                left: 1,
                out_height: height,
                out_width: width,
            };
            let weights: Vec<f32> = (0..outs * window.inner()).map(|_| random.normal() / 10.0).collect();
            let input: Vec<f32> = (0..2 * channels * height * width).map(|_| random.normal()).collect();
            let run = |winograd| {
                let mut output = vec![0.0; 2 * outs * height * width];
                Conv::new(window, &weights, winograd).run(&input, &mut output, &mut Bench::default());
                output
            };
            assert!(matches!(Conv::new(window, &weights, true), Conv::Winograd(..)));
            let worst = run(true).iter().zip(run(false)).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
            assert!(worst < 1e-4, "{channels}x{height}x{width} to {outs}: {worst}");
        }
    }
}
