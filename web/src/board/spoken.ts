// Men and squares as one hears them.
import type { Board, Man, Square } from "../api";
import { colourOf } from "../pieces/colour";
import { maybe, t } from "../words/words";
import { squareName } from "./geometry";

/** "white knight"; the server's own word for a kind that we have no name for. */
export function manName(man: Man): string {
  const colour = colourOf(man);
  return maybe(`games.${colour}-${man.kind}`) ?? maybe(`games.kind-${man.kind}`) ?? man.kind;
}

/** "white knight on g1", or only "g1". */
export function squareLabel(board: Board, on: Square, man: Man | undefined, isTarget: boolean): string {
  const square = squareName(board, on);
  const what = man ? t("play.man-on", { man: manName(man), square }) : square;
  return isTarget ? t("play.target", { what }) : what;
}
