// The men on the board, and the stone in one's hand.
import type { Board as BoardData, Man, Side, Square } from "../api";
import { colourOf } from "../pieces/colour";
import { ManPicture } from "../pieces/ManPicture";
import { middleOf, type Geometry } from "./geometry";

export function Men({ men, at, top }: { men: Man[]; at: Geometry; top: Square | undefined }) {
  // The one that moved last glides over the others.
  const sorted = top === undefined ? men : [...men].sort((a, b) => Number(a.on === top) - Number(b.on === top));
  return (
    <>
      {sorted.map((man) => (
        <g key={man.on} data-man-on={man.on} transform={`translate(${middleOf(at, man.on).join(" ")})`}>
          <g>
            <ManPicture kind={man.kind} letter={man.letter} colour={colourOf(man)} />
          </g>
        </g>
      ))}
    </>
  );
}

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
