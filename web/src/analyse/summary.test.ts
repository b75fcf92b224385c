import { describe, expect, it } from "vitest";
import type { Judged, Value } from "../api";
import { addLine, empty, setJudged, type Grove } from "../tree/tree";
import { mistakes, summary } from "./summary";

const even: Value = { share: 0.5, units: 0, mate: null, points: null };
const judged = (loss: number, verdict: Judged["verdict"], better = true): Judged => ({
  ply: 0, before: even, after: even, loss, verdict,
  best: { codes: better ? ["a"] : [], texts: better ? ["a"] : [] }, reply: { codes: [], texts: [] },
});

function reviewed(): Grove {
  const { tree } = addLine(empty("chess"), 0, [
    { code: "e4", text: "e4", by: 0 }, { code: "e5", text: "e5", by: 1 },
    { code: "f4", text: "f4", by: 0 }, { code: "d5", text: "d5", by: 1 },
  ]);
  return [judged(0, "best"), judged(30, "blunder"), judged(15, "mistake"), judged(12, "mistake", false)].reduce(
    (grown, one, i) => setJudged(grown, i + 1, one), tree,
  );
}

describe("a summary of a review", () => {
  it("is full marks for best moves and half for a loss of fifteen", () => {
    expect(summary(reviewed(), 0)).toMatchObject({ moves: 2, accuracy: 75, loss: 7.5 });
    expect(summary(reviewed(), 0).counts).toMatchObject({ best: 1, mistake: 1, blunder: 0 });
  });

  it("counts each side for itself", () => {
    expect(summary(reviewed(), 1).counts).toMatchObject({ blunder: 1, mistake: 1, best: 0 });
  });

  it("says nothing of accuracy where no move was judged", () => {
    expect(summary(empty("chess"), 0)).toMatchObject({ moves: 0, accuracy: null, loss: null });
  });

  it("offers for practice only mistakes for which a better move is known", () => {
    expect(mistakes(reviewed())).toEqual([2, 3]);
  });
});
