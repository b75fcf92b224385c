// Coloured squares below the men, and dots and rings above them.
import type { Man, Square } from "../api";
import { middleOf, UNIT, type Geometry } from "./geometry";

export function Tint({ at, on, name }: { at: Geometry; on: Square; name: "last" | "alarm" | "forced" | "picked" }) {
  const [x, y] = middleOf(at, on);
  return <rect class={`tint ${name}`} x={x - UNIT / 2} y={y - UNIT / 2} width={UNIT} height={UNIT} />;
}

/** Where the man in hand may go: a dot, or a ring around what it takes. */
export function Target({ at, on, man }: { at: Geometry; on: Square; man: Man | undefined }) {
  const [x, y] = middleOf(at, on);
  return man ? <circle class="ring" cx={x} cy={y} r="43" /> : <circle class="dot" cx={x} cy={y} r="15" />;
}
