//! The windows of a convolution laid out as rows, on planes with the channels innermost: so a convolution becomes a product of
//! matrices, and all that is copied is long runs of numbers.

use crate::program::Window;

/// Of a point and a row of its window: where the run of numbers begins in the row, where on the board, and how many they are;
/// all others lie beyond the edge.
struct Run {
    skip: usize,
    from: usize,
    count: usize,
}

fn run(window: &Window, point: usize, row: usize) -> Option<Run> {
    let (y, x) = (point / window.out_width, point % window.out_width);
    let y = (y + row).checked_sub(window.above).filter(|&y| y < window.height)?;
    let skip = window.left.saturating_sub(x).min(window.columns);
    let first = (x + skip).saturating_sub(window.left);
    let count = (window.columns - skip).min(window.width.saturating_sub(first));
    let channels = window.channels;
    Some(Run { skip: skip * channels, from: (y * window.width + first) * channels, count: count * channels })
}

/// The numbers of each window as a row: row of the window, column, channel.
pub(crate) fn lay_out(window: &Window, sample: &[f32], rows: &mut [f32]) {
    for (point, row) in rows.chunks_exact_mut(window.inner()).enumerate() {
        for (index, out) in row.chunks_exact_mut(window.columns * window.channels).enumerate() {
            match run(window, point, index) {
                None => out.fill(0.0),
                Some(Run { skip, from, count }) => {
                    out[..skip].fill(0.0);
                    out[skip..skip + count].copy_from_slice(&sample[from..from + count]);
                    out[skip + count..].fill(0.0);
                }
            }
        }
    }
}

/// Adds what `lay_out` has copied back to where it came from.
pub(crate) fn gather(window: &Window, rows: &[f32], sample: &mut [f32]) {
    for (point, row) in rows.chunks_exact(window.inner()).enumerate() {
        for (index, numbers) in row.chunks_exact(window.columns * window.channels).enumerate() {
            if let Some(Run { skip, from, count }) = run(window, point, index) {
                let to = &mut sample[from..from + count];
                to.iter_mut().zip(&numbers[skip..]).for_each(|(to, from)| *to += from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(height: usize, width: usize, rows: usize, columns: usize, same: bool) -> Window {
        let (above, left) = if same { (rows / 2, columns / 2) } else { (0, 0) };
        let (out_height, out_width) = if same { (height, width) } else { (height + 1 - rows, width + 1 - columns) };
        Window { channels: 3, height, width, outs: 1, rows, columns, above, left, out_height, out_width }
    }

    #[test]
    fn every_number_of_a_window_is_found_or_lies_beyond_the_edge() {
        for window in
            [window(4, 5, 3, 3, true), window(4, 5, 3, 2, false), window(2, 3, 3, 5, true), window(1, 1, 1, 1, true)]
        {
            let sample: Vec<f32> = (1..=3 * window.height * window.width).map(|x| x as f32).collect();
            let mut rows = vec![f32::NAN; window.points() * window.inner()];
            lay_out(&window, &sample, &mut rows);
            let mut seen = vec![0.0; sample.len()];
            for (place, &number) in rows.iter().enumerate() {
                let (point, rest) = (place / window.inner(), place % window.inner());
                let (cell, channel) = (rest / 3, rest % 3);
                let y = (point / window.out_width + cell / window.columns).checked_sub(window.above);
                let x = (point % window.out_width + cell % window.columns).checked_sub(window.left);
                match (y.filter(|&y| y < window.height), x.filter(|&x| x < window.width)) {
                    (Some(y), Some(x)) => {
                        let from = (y * window.width + x) * 3 + channel;
                        assert_eq!(number, sample[from]);
                        seen[from] += number;
                    }
                    _ => assert_eq!(number, 0.0),
                }
            }
            let mut sums = vec![0.0; sample.len()];
            gather(&window, &rows, &mut sums);
            assert_eq!(sums, seen);
        }
    }
}
