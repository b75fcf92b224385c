// Where squares lie in the picture. One field is 100 units wide; what a unit is on the screen only the picture knows.
import type { Board, Square } from "../api";

export const UNIT = 100;

export interface Geometry {
  files: number;
  ranks: number;
  flipped: boolean;
}

export function geometryOf(board: Board, flipped: boolean): Geometry {
  return { files: board.files, ranks: board.ranks, flipped };
}

export const fileOf = (at: Pick<Geometry, "files">, on: Square): number => on % at.files;
export const rankOf = (at: Pick<Geometry, "files">, on: Square): number => Math.floor(on / at.files);

/** Column and row on the screen, counted from the left and from the top. */
export function placeOf(at: Geometry, on: Square): [column: number, row: number] {
  const [file, rank] = [fileOf(at, on), rankOf(at, on)];
  return at.flipped ? [at.files - 1 - file, rank] : [file, at.ranks - 1 - rank];
}

/** The square in a column and a row of the screen; null beside the board. */
export function squareAt(at: Geometry, column: number, row: number): Square | null {
  if (column < 0 || row < 0 || column >= at.files || row >= at.ranks) return null;
  return at.flipped
    ? row * at.files + (at.files - 1 - column)
    : (at.ranks - 1 - row) * at.files + column;
}

/** The middle of a square in the picture. */
export function middleOf(at: Geometry, on: Square): [x: number, y: number] {
  const [column, row] = placeOf(at, on);
  return [(column + 0.5) * UNIT, (row + 0.5) * UNIT];
}

/** The neighbour that an arrow key means; the same square at the edge. */
export function stepOf(at: Geometry, on: Square, right: number, down: number): Square {
  const [column, row] = placeOf(at, on);
  return squareAt(at, column + right, row + down) ?? on;
}

/** What people call a square: `e4`. */
export function squareName(board: Pick<Board, "files" | "columns" | "rows">, on: Square): string {
  return `${board.columns[fileOf(board, on)] ?? "?"}${board.rows[rankOf(board, on)] ?? "?"}`;
}

/** Where boards of lines have their stars: near the corners, in the middle, and on large ones between. */
export function stars(files: number, ranks: number): Square[] {
  if (Math.min(files, ranks) < 7) return [];
  const isLarge = Math.min(files, ranks) >= 19;
  const along = (length: number): number[] => {
    const near = length < 13 ? 2 : 3;
    return [near, (length - 1) / 2, length - 1 - near].filter(Number.isInteger);
  };
  const isMiddle = (index: number, length: number) => index === (length - 1) / 2;
  return along(ranks).flatMap((rank) =>
    along(files)
      .filter((file) => isLarge || isMiddle(file, files) === isMiddle(rank, ranks))
      .map((file) => rank * files + file),
  );
}
