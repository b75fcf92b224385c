//! Plots as SVG, drawn here: a page that shows them needs no script and no network.

/// The size of a plot.
const WIDTH: f64 = 720.0;
/// Room for numbers at the left.
const LEFT: f64 = 60.0;

/// Values with bounds, a line each.
pub(crate) fn intervals(rows: &[(String, f64, f64)]) -> String {
    const ROW: f64 = 22.0;
    const NAMES: f64 = 240.0;
    let ends = rows.iter().flat_map(|(_, value, error)| [value - error, value + error]).filter(|end| end.is_finite());
    let scale = Scale::new(ends, NAMES, WIDTH - 20.0);
    let height = ROW * rows.len() as f64 + 40.0;
    let mut svg = open(WIDTH, height);
    for tick in scale.ticks() {
        let x = scale.at(tick);
        svg += &format!("<line class=\"grid\" x1=\"{x:.1}\" y1=\"8\" x2=\"{x:.1}\" y2=\"{:.1}\"/>", height - 24.0);
        svg += &label(x, height - 8.0, "middle", &format!("{tick:.0}"));
    }
    for (i, (name, value, error)) in rows.iter().enumerate() {
        let y = ROW * i as f64 + 22.0;
        svg += &label(NAMES - 12.0, y + 4.0, "end", &shortened(name, 34));
        if !value.is_finite() {
            continue;
        }
        let x = scale.at(*value);
        if error.is_finite() {
            let (low, high) = (scale.at(value - error), scale.at(value + error));
            svg += &format!("<line class=\"bound\" x1=\"{low:.1}\" y1=\"{y:.1}\" x2=\"{high:.1}\" y2=\"{y:.1}\"/>");
        }
        svg += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
    }
    svg + "</svg>"
}

/// Curves over the games, each with its name; `marks` are lines across.
pub(crate) fn curves(curves: &[(String, Vec<f64>)], marks: &[f64], unit: &str) -> String {
    const HEIGHT: f64 = 300.0;
    const LEGEND: f64 = 18.0;
    let values = curves.iter().flat_map(|(_, values)| values.iter().copied()).chain(marks.iter().copied());
    let scale = Scale::new(values.filter(|value| value.is_finite()), HEIGHT - 30.0, 12.0);
    let most = curves.iter().map(|(_, values)| values.len()).max().unwrap_or(0).max(2);
    let x = |i: usize| LEFT + (WIDTH - LEFT - 20.0) * i as f64 / (most - 1) as f64;
    let legend = if curves.len() > 1 { LEGEND * curves.len().div_ceil(3) as f64 } else { 0.0 };
    let mut svg = open(WIDTH, HEIGHT + legend);
    for tick in scale.ticks() {
        let y = scale.at(tick);
        svg += &format!("<line class=\"grid\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\"/>", WIDTH - 20.0);
        svg += &label(LEFT - 6.0, y + 4.0, "end", &plain(tick));
    }
    for mark in marks {
        let y = scale.at(*mark);
        svg += &format!("<line class=\"mark\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\"/>", WIDTH - 20.0);
    }
    svg += &label(LEFT, HEIGHT - 8.0, "start", "1");
    svg += &label(WIDTH - 20.0, HEIGHT - 8.0, "end", &format!("{most} {unit}"));
    for (i, (name, values)) in curves.iter().enumerate() {
        let points: Vec<_> = values
            .iter()
            .enumerate()
            .filter(|(_, value)| value.is_finite())
            .map(|(i, value)| format!("{:.1},{:.1}", x(i), scale.at(*value)))
            .collect();
        let colour = colour(i, curves.len());
        svg += &format!(
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\" points=\"{}\"/>",
            points.join(" ")
        );
        if curves.len() > 1 {
            let (column, line) = (i % 3, i / 3);
            let (at, y) = (LEFT + column as f64 * 215.0, HEIGHT + LEGEND * line as f64 + 10.0);
            svg += &format!("<rect x=\"{at:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\" fill=\"{colour}\"/>", y - 9.0);
            svg += &label(at + 15.0, y, "start", &shortened(name, 28));
        }
    }
    svg + "</svg>"
}

fn open(width: f64, height: f64) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height:.0}\" role=\"img\">")
}

fn label(x: f64, y: f64, anchor: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", super::html::escaped(text))
}

fn shortened(text: &str, most: usize) -> String {
    match text.chars().count() {
        count if count > most => text.chars().take(most - 1).chain(['…']).collect(),
        _ => text.to_string(),
    }
}

/// Hues as far apart as they can be.
fn colour(i: usize, count: usize) -> String {
    format!("hsl({} 65% 42%)", 360 * i / count.max(1) + 210)
}

fn plain(value: f64) -> String {
    if value.fract().abs() < 1e-9 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// From values to places on the page.
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    fn new(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let room = ((high - low) * 0.05).max(1e-3);
        Self { low: low - room, high: high + room, from, to }
    }

    fn at(&self, value: f64) -> f64 {
        self.from + (self.to - self.from) * (value - self.low) / (self.high - self.low)
    }

    /// Round numbers, four to ten of them.
    fn ticks(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / 6.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|k| k * power).find(|step| *step >= rough).unwrap_or(power);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|k| k as f64 * step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let scale = Scale::new([-133.0, 287.0].into_iter(), 0.0, 100.0);
        assert_eq!(scale.ticks(), [-100.0, 0.0, 100.0, 200.0, 300.0]);
        assert!(scale.at(-133.0) > 0.0 && scale.at(287.0) < 100.0);
    }

    #[test]
    fn plots_of_nothing_and_of_infinite_values_are_plots() {
        assert!(intervals(&[]).ends_with("</svg>"));
        let svg = intervals(&[("<a>".into(), f64::INFINITY, f64::INFINITY), ("b".into(), 3.0, 2.0)]);
        assert!(svg.contains("&lt;a&gt;") && svg.matches("<circle").count() == 1, "{svg}");
        assert!(curves(&[("a".into(), vec![f64::NAN, 1.0])], &[], "games").contains("<polyline"));
    }
}
