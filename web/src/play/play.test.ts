import { describe, expect, it } from "vitest";
import type { Board, GameCard, Look, Man, Played } from "../api";
import { lines } from "../api/stream";
import { askFor, choice, choose, type Choice } from "./choice";
import { clockText } from "./Clock";
import { meant } from "./MoveBox";
import { entries } from "./moves";
import { positionText, ranksText } from "./position";
import { fallen, pieces, recentRolls, rollOf } from "./roll";

const man = (on: number, letter: string, kind: string): Man => {
  return { on, side: letter === letter.toUpperCase() ? 0 : 1, letter, kind };
};
const board = (files: number, ranks: number, men: Man[]): Board => {
  const columns = [..."abcdefghijklmnopqrst"].slice(0, files);
  const rows = Array.from({ length: ranks }, (_, rank) => String(rank + 1));
  return { files, ranks, cells: "squares", columns, rows, men, alarm: null, notes: [] };
};
const played = (text: string, by: 0 | 1 | null, path: number[] = [], taken: number[] = []): Played => ({ code: text, text, by, path, taken });

describe("clocks", () => {
  it("show minutes, then tenths in the last ten seconds", () => {
    expect([3_723_000, 303_000, 61_900, 10_000, 9_960, 400, 0].map(clockText)).toEqual([
      "1:02:03", "5:03", "1:01", "0:10", "0:09.9", "0:00.4", "0:00.0",
    ]);
  });
});

describe("the move list", () => {
  it("numbers the first player's moves and tells rolls apart", () => {
    const list = entries([played("e4", 0), played("✹", null), played("e5", 1), played("Nf3", 0)]);
    expect(list.map(({ number, text, roll }) => [number, text, roll])).toEqual([
      ["1.", "e4", false], [null, "✹", true], [null, "e5", false], ["2.", "Nf3", false],
    ]);
  });
  it("begins with an ellipsis where the second player was to move", () => {
    expect(entries([played("e5", 1), played("Nf3", 0)]).map(({ number }) => number)).toEqual(["1…", "2."]);
  });
});

describe("positions set up by hand", () => {
  const chess = board(10, 2, [man(0, "R", "rook"), man(9, "K", "king"), man(10, "k", "king")]);
  it("are ranks from the top with numbers for what is empty", () => {
    expect(ranksText(chess, chess.men)).toBe("k9/R8K");
    expect(ranksText(board(10, 1, []), [])).toBe("10");
  });
  it("keep the castling rights of the start only if asked", () => {
    const card = { family: "chess", sides: ["White", "Black"] } satisfies Pick<GameCard, "family" | "sides">;
    const like = "8/8 w KQkq - 0 1";
    expect(positionText(card, chess, chess.men, 1, like, true)).toBe("k9/R8K b KQkq - 0 1");
    expect(positionText(card, chess, chess.men, 0, like, false)).toBe("k9/R8K w - - 0 1");
  });
  it("name the squares of draughtsmen, whoever moves first", () => {
    const english = { family: "draughts", sides: ["Black", "White"] } satisfies Pick<GameCard, "family" | "sides">;
    const men: Man[] = [
      { on: 0, side: 0, letter: "o", kind: "man" },
      { on: 9, side: 1, letter: "K", kind: "crowned-man" },
    ];
    expect(positionText(english, board(8, 8, men), men, 0, "", true)).toBe("B:Ba1:WKb2");
  });
  it("count whose turn it is in games of rows", () => {
    const rows = { family: "rows", sides: ["X", "O"] } satisfies Pick<GameCard, "family" | "sides">;
    const men: Man[] = [{ on: 4, side: 0, letter: "x", kind: "cross" }];
    expect(positionText(rows, board(3, 3, men), men, 0, "", true)).toBe("3/1x1/3 o");
  });
});

describe("the Behemoth's roll", () => {
  const roll = (path: number[], taken: number[] = []) => played("roll", null, path, taken);
  it("has a direction as one sees it, and a length", () => {
    expect(rollOf(roll([27, 36, 45]), { files: 8 }, false)).toMatchObject({ from: 27, to: 45, length: 2, arrow: "↗" });
    expect(rollOf(roll([27, 36, 45]), { files: 8 }, true)?.arrow).toBe("↙");
    expect(rollOf(played("e4", 0, [12, 28]), { files: 8 }, false)).toBeNull();
  });
  it("goes on from the other edge, and is drawn in pieces", () => {
    const path = [51, 60, 5, 14];
    expect(rollOf(roll(path), { files: 8 }, false)).toMatchObject({ from: 51, to: 14, length: 3, arrow: "↗" });
    expect(rollOf(roll([59, 4]), { files: 8 }, false)).toMatchObject({ length: 1, arrow: "↗" });
    expect(pieces(path, 8)).toEqual([
      [51, 60], [5, 14],
    ]);
  });
  it("tells what fell each time, also a man that had just moved there", () => {
    const look = (men: Man[], list: Played[]) => ({ board: board(8, 8, men), played: list }) as unknown as Look;
    const before = look([man(12, "P", "pawn"), man(36, "p", "pawn"), man(52, "k", "king")], []);
    const list = [played("e4", 0, [12, 28]), roll([27, 28], [28]), played("Ke7", 1, [52, 44]), roll([28, 36, 44], [36, 44])];
    const found = fallen(before, look([], list));
    const letters = (index: number) => found.get(index)?.map((one) => one.man?.letter);
    expect([letters(1), letters(3), found.size]).toEqual([["P"], ["p", "k"], 2]);
  });
  it("is shown until the person has moved again", () => {
    const list = [played("e4", 0), roll([27, 28]), played("e5", 1), roll([28, 29])];
    expect(recentRolls(list, [0])).toEqual([1, 3]);
    expect(recentRolls(list, [1])).toEqual([3]);
    expect(recentRolls(list, [0, 1])).toEqual([3]);
    expect(recentRolls(list, [])).toEqual([3]);
  });
});

describe("what is asked of the server", () => {
  const card = { id: "chess", searches: [{ id: "strong", about: "" }], evaluators: [{ id: "tapered", about: "" }] } as unknown as GameCard;
  const wanted: Choice = {
    game: "chess", level: 4, opponent: "level", colour: "second", minutes: 3, increment: 2, search: "", evaluator: "",
    millis: 300, engine: "", run: "",
  };
  const from = { start: null, moves: [] };
  it("has the person on the chosen side and the clock in milliseconds", () => {
    expect(askFor(wanted, card, from)).toEqual({
      game: "chess",
      players: [{ kind: "level", level: 4 }, { kind: "human" }],
      clock: { base: 180_000, inc: 2000 },
    });
  });
  it("leaves the side to the lot", () => {
    expect(askFor({ ...wanted, colour: "lot" }, card, from, () => 0.2).players[0]).toEqual({ kind: "human" });
    expect(askFor({ ...wanted, colour: "lot" }, card, from, () => 0.7).players[1]).toEqual({ kind: "human" });
  });
  it("takes the game's own search where another one was remembered", () => {
    const ask = askFor({ ...wanted, opponent: "search", search: "mcts", colour: "first", minutes: 0 }, card, from);
    expect(ask.players[1]).toEqual({ kind: "search", search: "strong", eval: "tapered", millis: 300 });
    expect(ask.clock).toBeNull();
  });
  it("names a run by its id, and forgets it with its game", () => {
    const ask = askFor({ ...wanted, opponent: "run", run: "go9-2", colour: "first" }, card, from);
    expect(ask.players[1]).toEqual({ kind: "run", id: "go9-2", millis: 300 });
    choose({ game: "go9", run: "go9-2", opponent: "run" });
    choose({ game: "go9", minutes: 5 });
    expect([choice.value.opponent, choice.value.run]).toEqual(["run", "go9-2"]);
    choose({ game: "chess" });
    expect([choice.value.opponent, choice.value.run]).toEqual(["level", ""]);
  });
});

describe("a typed move", () => {
  const deeds = [{ code: "g1f3", text: "Nf3", path: [6, 21], taken: [], makes: null }];
  it("is the deed that is written so, with or without signs", () => {
    expect(meant("Nf3", deeds, "chess")).toBe("g1f3");
    expect(meant("Nf3!", deeds, "chess")).toBe("g1f3");
  });
  it("is left to the server where no deed is written so", () => {
    expect(meant("knight f3", deeds, "chess")).toBe("knight f3");
  });
});

describe("a stream of lines", () => {
  it("is cut at line ends, wherever the parts are cut", async () => {
    const parts = ['{"a":', "1}\n{", '"b":2}\n\n{"č":3}'];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const found: string[] = [];
    for await (const line of lines(body)) found.push(line);
    expect(found).toEqual(['{"a":1}', '{"b":2}', '{"č":3}']);
  });
});
