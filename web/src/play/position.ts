// A position that was put together by hand, as text. Only the spelling is known here; whether it can be is the server's word.
import type { Board, GameCard, Man, Side } from "../api";
import { squareName } from "../board/geometry";

/** The ranks from the top, with numbers for empty fields. */
export function ranksText(board: Pick<Board, "files" | "ranks">, men: readonly Man[]): string {
  const letters = new Map(men.map((man) => [man.on, man.letter]));
  const ranks: string[] = [];
  for (let rank = board.ranks - 1; rank >= 0; rank--) {
    let text = "";
    let empty = 0;
    for (let file = 0; file < board.files; file++) {
      const letter = letters.get(rank * board.files + file);
      if (letter === undefined) {
        empty++;
        continue;
      }
      if (empty > 0) text += String(empty);
      empty = 0;
      text += letter;
    }
    ranks.push(text + (empty > 0 ? String(empty) : ""));
  }
  return ranks.join("/");
}

/** `like` is a position as the server writes it, from which comes what the board does not show. */
export function positionText(
  card: Pick<GameCard, "family" | "sides">,
  board: Board,
  men: readonly Man[],
  turn: Side,
  like: string,
  castling: boolean,
): string {
  switch (card.family) {
    case "chess": {
      const [, , rights = "-"] = like.split(" ");
      return `${ranksText(board, men)} ${turn === 0 ? "w" : "b"} ${castling ? rights : "-"} - 0 1`;
    }
    case "draughts": {
      const colour = (side: Side) => (card.sides[side] ?? "").charAt(0).toUpperCase();
      const list = (side: Side) =>
        men
          .filter((man) => man.side === side)
          .map((man) => `${man.kind === "man" ? "" : "K"}${squareName(board, man.on)}`)
          .join(",");
      return `${colour(turn)}:${colour(0)}${list(0)}:${colour(1)}${list(1)}`;
    }
    case "go":
      return `${ranksText(board, men)} ${turn === 0 ? "b" : "w"}`;
    case "rows": {
      const count = (side: Side) => men.filter((man) => man.side === side).length;
      return `${ranksText(board, men)} ${count(0) > count(1) ? "o" : "x"}`;
    }
  }
}
