// The Behemoth's roll in words: a direction, a length, the path, then what fell.
import type { Board } from "../api";
import { squareName } from "../board/geometry";
import { manName } from "../board/spoken";
import { t } from "../words/words";
import type { Fallen, Roll } from "./roll";

export function RollPanel({ roll, board, fell }: { roll: Roll; board: Board; fell: Fallen[] }) {
  const blanks = { n: roll.length, from: squareName(board, roll.from), to: squareName(board, roll.to) };
  const what = fell.map(({ on, man }) => {
    const square = squareName(board, on);
    return man ? t("play.man-on", { man: manName(man), square }) : square;
  });
  return (
    <p class="panel roll-panel" data-testid="roll">
      <span class="roll-arrow" aria-hidden="true">
        {roll.arrow}
        {roll.length}
      </span>
      <span>
        {t("play.roll", blanks)} {what.length > 0 && <strong>{t("play.fell", { what: what.join(", ") })}</strong>}
      </span>
    </p>
  );
}
