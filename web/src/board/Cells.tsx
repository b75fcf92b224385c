// What is clicked, focused and spoken: one invisible cell per square.
import type { Board as BoardData, Man, Square } from "../api";
import { middleOf, squareAt, squareName, UNIT, type Geometry } from "./geometry";
import { squareLabel } from "./spoken";
import { steady } from "./steady";

interface CellsProps {
  board: BoardData;
  at: Geometry;
  manOn: Map<Square, Man>;
  next: Set<Square>;
  picked: Square | undefined;
  focus: Square;
  onFocus: (on: Square) => void;
}

/** Row by row as on the screen. */
export function Cells({ board, at, manOn, next, picked, focus, onFocus }: CellsProps) {
  const rows = Array.from({ length: at.ranks }, (_, row) => row);
  const columns = Array.from({ length: at.files }, (_, column) => column);
  return (
    <g>
      <rect class="plane" width={at.files * UNIT} height={at.ranks * UNIT} aria-hidden="true" />
      {rows.map((row) => (
        <g role="row" key={row}>
          {columns.map((column) => {
            const on = squareAt(at, column, row) ?? 0;
            return (
              <Cell
                key={on}
                on={on}
                column={column}
                row={row}
                square={squareName(board, on)}
                label={squareLabel(board, on, manOn.get(on), next.has(on))}
                isPicked={on === picked}
                isFocus={on === focus}
                onFocus={onFocus}
              />
            );
          })}
        </g>
      ))}
    </g>
  );
}

interface CellProps {
  on: Square;
  column: number;
  row: number;
  square: string;
  label: string;
  isPicked: boolean;
  isFocus: boolean;
  onFocus: (on: Square) => void;
}

const Cell = steady(({ on, column, row, square, label, isPicked, isFocus, onFocus }: CellProps) => (
  <rect
    role="gridcell"
    class="cell"
    x={column * UNIT}
    y={row * UNIT}
    width={UNIT}
    height={UNIT}
    data-on={on}
    data-square={square}
    aria-label={label}
    aria-selected={isPicked}
    tabindex={isFocus ? 0 : -1}
    onFocus={() => onFocus(on)}
  />
));

/** Seen only where the keys are used; the styles say when. */
export function FocusRing({ at, on }: { at: Geometry; on: Square }) {
  const [x, y] = middleOf(at, on);
  return <rect class="focus-ring" x={x - 46} y={y - 46} width="92" height="92" rx="8" aria-hidden="true" />;
}
