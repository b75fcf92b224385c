// The men on the board, and the stone in one's hand.
import type { Board as BoardData, Man, Side, Square } from "../api";
import { colourOf, type Colour } from "../pieces/colour";
import { ManPicture } from "../pieces/ManPicture";
import { middleOf, type Geometry } from "./geometry";
import { steady } from "./steady";

export function Men({ men, at, top }: { men: Man[]; at: Geometry; top: Square | undefined }) {
  // The one that moved last glides over the others; they keep their order, because whoever changes places is painted anew.
  const rank = ({ on }: Man) => (on === top ? Infinity : on);
  return (
    <>
      {[...men].sort((a, b) => rank(a) - rank(b)).map((man) => {
        const [x, y] = middleOf(at, man.on);
        const { on, kind, letter } = man;
        return <Standing key={on} on={on} x={x} y={y} kind={kind} letter={letter} colour={colourOf(man)} />;
      })}
    </>
  );
}

interface StandingProps {
  on: Square;
  x: number;
  y: number;
  kind: string;
  letter: string;
  colour: Colour;
}

const Standing = steady(({ on, x, y, kind, letter, colour }: StandingProps) => (
  <g data-man-on={on} transform={`translate(${x} ${y})`}>
    <g>
      <ManPicture kind={kind} letter={letter} colour={colour} />
    </g>
  </g>
));

export function LastStone({ on, at, man }: { on: Square | undefined; at: Geometry; man: Man | undefined }) {
  if (on === undefined || !man) return null;
  const [x, y] = middleOf(at, on);
  return <circle class={`last-stone ${colourOf(man)}`} cx={x} cy={y} r="14" />;
}

export function HoverStone({ men, mover, board }: { men: Man[]; mover: Side | null | undefined; board: BoardData }) {
  const side = mover ?? 0;
  const isGrid = board.cells === "grid";
  const like = men.find((man) => man.side === side);
  const kind = like?.kind ?? (isGrid ? (side === 0 ? "cross" : "nought") : "stone");
  const letter = like?.letter ?? "x";
  return <ManPicture kind={kind} letter={letter} colour={colourOf({ side, kind, letter })} />;
}
