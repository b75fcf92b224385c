import { describe, expect, it } from "vitest";
import { aligned } from "./align";

describe("curves that were told at different steps", () => {
  it("share one axis, with nothing where nothing was told", () => {
    const one = { id: "a", name: "a", steps: [1, 2, 4], values: [0.5, 0, 0.25] };
    const other = { id: "b", name: "b", steps: [2, 3], values: [7, 8] };
    expect(aligned([one, other])).toEqual([[1, 2, 3, 4], [0.5, 0, null, 0.25], [null, 7, 8, null]]);
  });
  it("may be none", () => {
    expect(aligned([])).toEqual([[]]);
  });
});
