// A small picture of where a piece goes: a dot for a leap, a line for a ride, hollow where it only moves, a cross where
// it only takes.

import { steps } from "./betza";

const radius = 3; // squares to each side
const size = 12; // of a square

export function Reach({ moves }: { moves: string }) {
  const wide = (2 * radius + 1) * size;
  const all = steps(moves);
  if (all.length === 0) return null;
  const at = (squares: number) => (radius + squares + 0.5) * size;
  return (
    <svg class="reach" viewBox={`0 0 ${wide} ${wide}`} aria-hidden="true">
      {Array.from({ length: (2 * radius + 1) ** 2 }, (_, i) => {
        const file = i % (2 * radius + 1);
        const rank = Math.floor(i / (2 * radius + 1));
        return (file + rank) % 2 === 1 ? (
          <rect key={i} class="reach-dark" x={file * size} y={rank * size} width={size} height={size} />
        ) : null;
      })}
      <rect class="reach-edge" x="0.5" y="0.5" width={wide - 1} height={wide - 1} />
      {all.map(({ right, up, rides, how }) => {
        const far = rides ? Math.floor((radius + 0.49) / Math.max(Math.abs(right), Math.abs(up))) : 1;
        const [x, y] = [at(right), at(-up)];
        const key = `${right} ${up} ${how}`;
        return (
          <g key={key} class={`reach-${how}`}>
            {far > 1 && <line x1={at(right * 0.6)} y1={at(-up * 0.6)} x2={at(right * far)} y2={at(-up * far)} />}
            {how === "take" ? (
              <path d={`M${x - 3} ${y - 3}l6 6m0 -6l-6 6`} />
            ) : (
              Array.from({ length: far }, (_, i) => <circle key={i} cx={at(right * (i + 1))} cy={at(-up * (i + 1))} r="3" />)
            )}
          </g>
        );
      })}
      <rect class="reach-here" x={at(0) - 4} y={at(0) - 4} width="8" height="8" />
    </svg>
  );
}
