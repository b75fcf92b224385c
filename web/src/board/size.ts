// How large the board is drawn.
import { useLayoutEffect, useState } from "preact/hooks";
import type { Board } from "../api";
import { UNIT } from "./geometry";

/** Room for coordinates beside boards of lines, in squares. */
const EDGE = 0.6;

interface Size {
  width: number | undefined; // pixels; undefined: as the frame is
  height: number | undefined;
  margin: number; // units
  letters: number; // units
}

/** Whole pixels per square, the largest that fit into the frame. A small picture just fills it: it may be blurred a little. */
export function useSize(svg: { current: SVGSVGElement | null }, board: Board, small: boolean): Size {
  const [cell, setCell] = useState(0);
  const edge = board.cells === "points" ? EDGE : 0;
  useLayoutEffect(() => {
    const frame = svg.current?.parentElement;
    if (!frame || small) return;
    const measure = () => {
      const fit = Math.min(frame.clientWidth / (board.files + edge), frame.clientHeight / (board.ranks + edge));
      setCell(Math.max(1, Math.floor(fit)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [board.files, board.ranks, edge, small]);
  if (small) return { width: undefined, height: undefined, margin: 0, letters: 0 };
  const marginPixels = Math.round(cell * edge);
  return {
    width: cell * board.files + marginPixels,
    height: cell * board.ranks + marginPixels,
    margin: cell > 0 ? (marginPixels / cell) * UNIT : edge * UNIT,
    // Coordinates can be read on small boards and do not shout on large ones.
    letters: cell > 0 ? Math.min(24, (Math.max(9, cell * 0.14) / cell) * UNIT) : 16,
  };
}
