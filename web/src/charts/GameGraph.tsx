// The winning chances of the first side over a game: one point per position, marks at mistakes, a line where one is.

import type uPlot from "uplot";
import { useMemo, useRef } from "preact/hooks";
import { Plot, type Colours } from "./Plot";

export interface Mark {
  ply: number;
  kind: "inaccuracy" | "mistake" | "blunder";
}

/** Plies are counted, not measured. */
const wholes = [1, 2, 5, 10, 20, 50, 100, 200, 500];

interface GameGraphProps {
  shares: (number | null)[]; // of side 0, 0..1, from the start on
  marks: Mark[];
  here: number;
  label: string;
  onGo: (ply: number) => void;
}

export function GameGraph({ shares, marks, here, label, onGo }: GameGraphProps) {
  const data = useMemo<uPlot.AlignedData>(
    () => [shares.map((_, ply) => ply), shares.map((share) => (share === null ? null : share * 100))],
    [shares],
  );
  const now = useRef({ marks, here, shares });
  now.current = { marks, here, shares };

  const options = (tint: Colours): Omit<uPlot.Options, "width" | "height"> => ({
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: { x: { time: false, range: (_, low, high) => [low ?? 0, Math.max(high ?? 1, 1)] }, y: { range: [0, 100] } },
    axes: [
      { stroke: tint.faint, font: tint.font, size: 24, grid: { show: false }, ticks: { show: false }, space: 60, incrs: wholes },
      {
        stroke: tint.faint,
        font: tint.font,
        size: 44,
        splits: () => [0, 50, 100],
        values: (_, all) => all.map((one) => `${one} %`),
        grid: { stroke: tint.line, width: 1 },
        ticks: { show: false },
      },
    ],
    series: [{}, { stroke: tint.accent, width: 2, fill: `${tint.accent}22`, spanGaps: true, points: { size: 5, fill: tint.accent } }],
    hooks: { draw: [(plot) => overdraw(plot, tint)] },
  });

  function overdraw(plot: uPlot, tint: Colours): void {
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio;
    const across = (ply: number) => plot.valToPos(ply, "x", true);
    ctx.save();
    ctx.strokeStyle = tint.ink;
    ctx.lineWidth = ratio;
    ctx.beginPath();
    ctx.moveTo(across(now.current.here), bbox.top);
    ctx.lineTo(across(now.current.here), bbox.top + bbox.height);
    ctx.stroke();
    for (const { ply, kind } of now.current.marks) {
      const share = now.current.shares[ply];
      if (share === null || share === undefined) continue;
      const size = (kind === "blunder" ? 5 : kind === "mistake" ? 4 : 3) * ratio;
      ctx.beginPath();
      ctx.arc(across(ply), plot.valToPos(share * 100, "y", true), size, 0, 2 * Math.PI);
      ctx.fillStyle = kind === "blunder" ? tint.bad : tint.warn;
      ctx.fill();
      ctx.strokeStyle = tint.ground;
      ctx.stroke();
    }
    ctx.restore();
  }

  return (
    <Plot data={data} height={140} label={label} options={options} redraw={`${here} ${marks.length}`} onPick={onGo} />
  );
}
