// What an engine or a teacher draws on a board: heat, ownership, arrows and marks, all of them data.
import type { Square } from "../api";
import { middleOf, UNIT, type Geometry } from "./geometry";

export interface Arrow {
  path: Square[];
  rank: number; // 1 is the best
}
export interface Mark {
  on: Square;
  text?: string;
  kind?: "hint" | "dead" | "good" | "bad";
}

interface OverlaysProps {
  layer: "under" | "over"; // the men
  at: Geometry;
  heat?: (number | null)[] | undefined;
  owner?: number[] | undefined;
  arrows?: Arrow[] | undefined;
  marks?: Mark[] | undefined;
}

export function Overlays({ layer, at, heat, owner, arrows, marks }: OverlaysProps) {
  if (layer === "under") {
    return (
      <>
        {heat?.map((value, on) => value !== null && value > 0.01 && <Heat key={on} at={at} on={on} value={value} />)}
        {marks?.map((mark) => mark.kind === "hint" && <HintMark key={mark.on} at={at} on={mark.on} />)}
        {owner?.map((value, on) => Math.abs(value) >= 0.15 && <Owner key={on} at={at} on={on} value={value} />)}
      </>
    );
  }
  return (
    <>
      {arrows && [...arrows].sort((a, b) => b.rank - a.rank).map((arrow, index) => <ArrowPicture key={index} at={at} arrow={arrow} />)}
      {marks?.map((mark) => <MarkPicture key={mark.on} at={at} mark={mark} />)}
    </>
  );
}

function Heat({ at, on, value }: { at: Geometry; on: Square; value: number }) {
  const [x, y] = middleOf(at, on);
  return <rect class="heat" x={x - 50} y={y - 50} width={UNIT} height={UNIT} opacity={(0.08 + 0.6 * value).toFixed(3)} />;
}

function HintMark({ at, on }: { at: Geometry; on: Square }) {
  const [x, y] = middleOf(at, on);
  return <rect class="tint hint" x={x - 50} y={y - 50} width={UNIT} height={UNIT} />;
}

function Owner({ at, on, value }: { at: Geometry; on: Square; value: number }) {
  const [x, y] = middleOf(at, on);
  const half = 12 + 12 * Math.abs(value);
  return (
    <rect class={value > 0 ? "owner first" : "owner second"} x={x - half} y={y - half} width={2 * half} height={2 * half} />
  );
}

/** From the middle of the first square to a little before the middle of the last one. */
function ArrowPicture({ at, arrow }: { at: Geometry; arrow: Arrow }) {
  const points = arrow.path.map((on) => middleOf(at, on));
  const end = points.at(-1);
  if (!end) return null;
  const name = arrow.rank === 1 ? "arrow best" : "arrow";
  const width = Math.max(7, 18 - 4 * (arrow.rank - 1));
  const before = points.at(-2);
  if (!before) return <circle class={`${name} at`} cx={end[0]} cy={end[1]} r="34" stroke-width={width / 2} />;
  const [dx, dy] = [end[0] - before[0], end[1] - before[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const head = 18 + width;
  const [tipX, tipY] = [end[0] - ux * 8, end[1] - uy * 8];
  const [baseX, baseY] = [tipX - ux * head, tipY - uy * head];
  const side = head * 0.62;
  const line = [...points.slice(0, -1), [baseX, baseY]].map((point) => point.join(" ")).join("L");
  return (
    <g class={name}>
      <path class="shaft" d={`M${line}`} stroke-width={width} />
      <path class="head" d={`M${tipX} ${tipY}L${baseX - uy * side} ${baseY + ux * side}L${baseX + uy * side} ${baseY - ux * side}z`} />
    </g>
  );
}

function MarkPicture({ at, mark }: { at: Geometry; mark: Mark }) {
  const [x, y] = middleOf(at, mark.on);
  if (mark.kind === "dead") return <path class="mark-dead" d={`M${x - 24} ${y - 24}l48 48m0 -48l-48 48`} />;
  if (mark.text === undefined || mark.text === "") return null;
  if (mark.kind === "good" || mark.kind === "bad") {
    return (
      <g class={`badge ${mark.kind}`}>
        <circle cx={x + 33} cy={y - 33} r="19" />
        <text x={x + 33} y={y - 32}>
          {mark.text}
        </text>
      </g>
    );
  }
  return (
    <text class="mark-text" x={x} y={y + 2}>
      {mark.text}
    </text>
  );
}
