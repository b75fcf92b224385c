// The Behemoth's roll in words: a direction, a length, the path, then what fell.
import type { Board } from "../api";
import { squareName } from "../board/geometry";
import { manName } from "../board/spoken";
import { t } from "../words/words";
import type { Fallen, Roll } from "./roll";

/** Where it went, and what fell, if anything did. */
export function rollSentence(roll: Roll, board: Board, fell: readonly Fallen[]): string[] {
  const went = t("play.roll", { n: roll.length, from: squareName(board, roll.from), to: squareName(board, roll.to) });
  if (fell.length === 0) return [went];
  const what = fell.map(({ on, man }) => {
    const square = squareName(board, on);
    return man ? t("play.man-on", { man: manName(man), square }) : square;
  });
  return [went, t("play.fell", { what: what.join(", ") })];
}

export function RollPanel({ roll, board, fell }: { roll: Roll | null; board: Board; fell: Fallen[] }) {
  if (!roll) return null;
  const [went, what] = rollSentence(roll, board, fell);
  return (
    <p class="panel roll-panel" data-testid="roll">
      <span class="roll-arrow" aria-hidden="true">
        {roll.arrow}
        {roll.length}
      </span>
      <span>
        {went} {what && <strong>{what}</strong>}
      </span>
    </p>
  );
}
