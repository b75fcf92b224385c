import { describe, expect, it } from "vitest";
import { middleOf, placeOf, squareAt, squareName, stars, stepOf, type Geometry } from "./geometry";

const boards: Geometry[] = [
  [3, 3],
  [8, 8],
  [10, 8],
  [19, 19],
  [25, 25],
].flatMap(([files = 0, ranks = 0]) => [
  { files, ranks, flipped: false },
  { files, ranks, flipped: true },
]);

describe("squares", () => {
  it("are found again where they were drawn, on every board from both sides", () => {
    for (const at of boards) {
      for (let on = 0; on < at.files * at.ranks; on++) expect(squareAt(at, ...placeOf(at, on))).toBe(on);
    }
  });
  it("have the first player's left corner at the bottom left, and at the top right when flipped", () => {
    expect(middleOf({ files: 10, ranks: 8, flipped: false }, 0)).toEqual([50, 750]);
    expect(middleOf({ files: 10, ranks: 8, flipped: true }, 0)).toEqual([950, 50]);
  });
  it("do not exist beside the board", () => {
    expect(squareAt({ files: 8, ranks: 8, flipped: false }, 8, 0)).toBeNull();
    expect(squareAt({ files: 8, ranks: 8, flipped: false }, 0, -1)).toBeNull();
  });
  it("are stepped through as one sees them, and not over the edge", () => {
    const at = { files: 8, ranks: 8, flipped: false };
    expect(stepOf(at, 0, 1, 0)).toBe(1);
    expect(stepOf(at, 0, 0, -1)).toBe(8);
    expect(stepOf(at, 0, -1, 0)).toBe(0);
    expect(stepOf({ ...at, flipped: true }, 9, 1, 0)).toBe(8);
  });
  it("are called by column and row, whatever those are", () => {
    const go = { files: 9, columns: [..."abcdefghj"], rows: ["1", "2"] };
    expect(squareName(go, 8)).toBe("j1");
    expect(squareName(go, 9)).toBe("a2");
  });
});

describe("stars", () => {
  const names = (size: number) => stars(size, size).length;
  it("are nine on the large board, five on the others and none on tiny ones", () => {
    expect([19, 15, 13, 9, 3].map(names)).toEqual([9, 5, 5, 5, 0]);
  });
});
