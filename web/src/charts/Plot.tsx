// A uPlot in a frame: loaded when first needed, as wide as its place, redrawn when the theme changes. What is drawn is
// given by a function of the current colours, because a canvas does not follow style sheets by itself.

import type uPlot from "uplot";
import { useEffect, useRef } from "preact/hooks";
import "./charts.css";

export interface Colours {
  ink: string;
  faint: string;
  line: string;
  accent: string;
  bad: string;
  warn: string;
  good: string;
  ground: string;
  font: string;
}

export interface PlotProps {
  data: uPlot.AlignedData;
  height: number;
  label: string;
  options: (colours: Colours) => Omit<uPlot.Options, "width" | "height">;
  /** Anything besides the data on which the drawing depends. */
  redraw?: unknown;
  onPick?: (index: number) => void;
}

export function colours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: read("--text"),
    faint: read("--muted"),
    line: read("--line"),
    accent: read("--accent"),
    bad: read("--bad"),
    warn: read("--warn"),
    good: read("--good"),
    ground: read("--surface"),
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
  };
}

export function Plot({ data, height, label, options, redraw, onPick }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const now = useRef({ data, options, onPick });
  now.current = { data, options, onPick };

  useEffect(() => {
    const place = frame.current;
    if (!place) return;
    let gone = false;
    let make: typeof uPlot | null = null;
    const draw = () => {
      if (!make || gone) return;
      plot.current?.destroy();
      const made = new make({ ...now.current.options(colours()), width: place.clientWidth, height }, now.current.data, place);
      made.over.addEventListener("click", () => {
        const index = made.cursor.idx;
        if (index !== null && index !== undefined) now.current.onPick?.(index);
      });
      plot.current = made;
    };
    void import("./uplot").then((module) => {
      make = module.default;
      draw();
    });
    const size = new ResizeObserver(() => {
      if (place.clientWidth > 0) plot.current?.setSize({ width: place.clientWidth, height });
    });
    size.observe(place);
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", draw);
    return () => {
      gone = true;
      size.disconnect();
      theme.disconnect();
      dark.removeEventListener("change", draw);
      plot.current?.destroy();
      plot.current = null;
    };
  }, [height]);

  useEffect(() => plot.current?.setData(data), [data]);
  useEffect(() => plot.current?.redraw(false), [redraw]);

  return <div class="plot" ref={frame} role="img" aria-label={label} style={{ minHeight: `${height}px` }} />;
}
