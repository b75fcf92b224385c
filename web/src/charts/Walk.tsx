// The log-likelihood ratio of an SPRT, walking between the bounds at which it is decided.

import type uPlot from "uplot";
import { useMemo, useRef } from "preact/hooks";
import type { Sprt } from "../api";
import { Plot, type Colours } from "./Plot";

/** Games are counted, not measured. */
const wholes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

interface WalkProps {
  sprt: Sprt;
  label: string;
}

export function Walk({ sprt, label }: WalkProps) {
  const data = useMemo<uPlot.AlignedData>(() => {
    const curve = [0, ...sprt.curve];
    return [curve.map((_, i) => i), curve];
  }, [sprt.curve]);
  const bounds = useRef(sprt);
  bounds.current = sprt;

  const options = (tint: Colours): Omit<uPlot.Options, "width" | "height"> => ({
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, low, high) => [low ?? 0, Math.max(high ?? 1, 10)] },
      y: {
        range: (_, low, high) => [
          Math.min(low ?? 0, bounds.current.lower) - 0.5,
          Math.max(high ?? 0, bounds.current.upper) + 0.5,
        ],
      },
    },
    axes: [
      { stroke: tint.faint, font: tint.font, size: 24, grid: { show: false }, ticks: { show: false }, space: 60, incrs: wholes },
      { stroke: tint.faint, font: tint.font, size: 36, grid: { stroke: tint.line, width: 1 }, ticks: { show: false } },
    ],
    series: [{}, { stroke: tint.accent, width: 2, points: { show: false } }],
    hooks: {
      draw: [
        ({ ctx, bbox, valToPos }) => {
          ctx.save();
          ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
          ctx.lineWidth = 1.5 * devicePixelRatio;
          for (const [level, stroke] of [[bounds.current.upper, tint.good], [bounds.current.lower, tint.bad]] as const) {
            const high = valToPos(level, "y", true);
            ctx.strokeStyle = stroke;
            ctx.beginPath();
            ctx.moveTo(bbox.left, high);
            ctx.lineTo(bbox.left + bbox.width, high);
            ctx.stroke();
          }
          ctx.restore();
        },
      ],
    },
  });

  return <Plot data={data} height={180} label={label} options={options} />;
}
