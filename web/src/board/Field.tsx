// The empty board with its coordinates.
import type { Board } from "../api";
import { middleOf, placeOf, squareAt, stars, UNIT, type Geometry } from "./geometry";

export function Field({ board, at, small }: { board: Board; at: Geometry; small: boolean }) {
  const [width, height] = [at.files * UNIT, at.ranks * UNIT];
  return (
    <g aria-hidden="true" class="field">
      <rect class="ground" x={-UNIT} width={width + UNIT} height={height + UNIT} />
      {board.cells === "squares" && <DarkSquares at={at} />}
      {board.cells === "points" && <Lines at={at} />}
      {board.cells === "grid" && <Grid at={at} />}
      {!small && <Coordinates board={board} at={at} />}
    </g>
  );
}

function DarkSquares({ at }: { at: Geometry }) {
  const squares = Array.from({ length: at.files * at.ranks }, (_, on) => on);
  const dark = squares.filter((on) => ((on % at.files) + Math.floor(on / at.files)) % 2 === 0);
  const path = dark.map((on) => {
    const [column, row] = placeOf(at, on);
    return `M${column * UNIT} ${row * UNIT}h${UNIT}v${UNIT}h${-UNIT}z`;
  });
  return <path class="dark" d={path.join("")} shape-rendering="crispEdges" />;
}

function Lines({ at }: { at: Geometry }) {
  const half = UNIT / 2;
  const [right, bottom] = [at.files * UNIT - half, at.ranks * UNIT - half];
  const across = Array.from({ length: at.ranks }, (_, row) => `M${half} ${row * UNIT + half}H${right}`);
  const down = Array.from({ length: at.files }, (_, column) => `M${column * UNIT + half} ${half}V${bottom}`);
  return (
    <>
      <path class="lines" d={[...across, ...down].join("")} />
      <path class="edge" d={`M${half} ${half}H${right}V${bottom}H${half}z`} />
      {stars(at.files, at.ranks).map((on) => {
        const [x, y] = middleOf(at, on);
        return <circle key={on} class="star" cx={x} cy={y} r="10" />;
      })}
    </>
  );
}

function Grid({ at }: { at: Geometry }) {
  const across = Array.from({ length: at.ranks - 1 }, (_, row) => `M8 ${(row + 1) * UNIT}H${at.files * UNIT - 8}`);
  const down = Array.from({ length: at.files - 1 }, (_, column) => `M${(column + 1) * UNIT} 8V${at.ranks * UNIT - 8}`);
  return <path class="grid-lines" d={[...across, ...down].join("")} />;
}

/** Inside the edge; beside the lines where men stand on crossings. */
function Coordinates({ board, at }: { board: Board; at: Geometry }) {
  const isPoints = board.cells === "points";
  const columns = Array.from({ length: at.files }, (_, column) => {
    const on = squareAt(at, column, at.ranks - 1) ?? 0;
    const isDark = ((on % at.files) + Math.floor(on / at.files)) % 2 === 0;
    const [x, y] = isPoints ? [column * UNIT + 50, at.ranks * UNIT + 28] : [(column + 1) * UNIT - 6, at.ranks * UNIT - 8];
    const name = isPoints ? "coordinate point" : `coordinate file${isDark ? " on-dark" : ""}`;
    return (
      <text key={`c${column}`} class={name} x={x} y={y}>
        {board.columns[on % at.files]}
      </text>
    );
  });
  const rows = Array.from({ length: at.ranks }, (_, row) => {
    const on = squareAt(at, 0, row) ?? 0;
    const isDark = ((on % at.files) + Math.floor(on / at.files)) % 2 === 0;
    const [x, y] = isPoints ? [-26, row * UNIT + 62] : [6, row * UNIT + 24];
    const name = isPoints ? "coordinate point" : `coordinate rank${isDark ? " on-dark" : ""}`;
    return (
      <text key={`r${row}`} class={name} x={x} y={y}>
        {board.rows[Math.floor(on / at.files)]}
      </text>
    );
  });
  return (
    <>
      {columns}
      {rows}
    </>
  );
}
