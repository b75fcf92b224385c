import { describe, expect, it } from "vitest";
import type { GameCard } from "../api";
import { ask, forGame, freshDraft, wrong, type Draft } from "./draft";

const card = (id: string, levels: number): GameCard => ({
  id, name: id, family: "chess", files: 8, ranks: 8, about: "", sides: ["White", "Black"], dealt: false, chance: false,
  start: { files: 8, ranks: 8, cells: "squares", columns: [], rows: [], men: [], alarm: null, notes: [] },
  levels: Array.from({ length: levels }, (_, i) => ({ level: i + 1, rating: 1000, error: null })),
  searches: [], evaluators: [], kinds: [], formats: [],
});
const draft = (with_: Partial<Draft> = {}): Draft => ({ ...freshDraft(card("chess", 10)), ...with_ });

describe("the form of an event", () => {
  it("is ready to send as it opens", () => {
    expect(wrong(draft())).toBeNull();
    expect(ask(draft())).toMatchObject({ game: "chess", games: 10, format: "round-robin", concurrency: 1 });
  });

  it("sends bounds only with an SPRT and rounds only with a Swiss", () => {
    expect(ask(draft())).not.toHaveProperty("sprt");
    expect(ask(draft({ format: "sprt" })).sprt).toMatchObject({ elo0: 0, elo1: 10 });
    expect(ask(draft({ format: "swiss" })).rounds).toBe(5);
    expect(ask(draft())).not.toHaveProperty("rounds");
  });

  it("says what is missing", () => {
    expect(wrong(draft({ players: [{ kind: "random" }] }))).toBe("players");
    expect(wrong(draft({ games: 0 }))).toBe("games");
    expect(wrong(draft({ control: " " }))).toBe("control");
    expect(wrong(draft({ format: "sprt", elo0: 5, elo1: 5 }))).toBe("bounds");
    expect(wrong(draft({ format: "sprt", players: [{ kind: "random" }, { kind: "random" }, { kind: "random" }] }))).toBe("two");
  });

  it("keeps of the players what another game has", () => {
    const moved = forGame(draft({ players: [{ kind: "level", level: 2 }, { kind: "search", search: "mtdf" }] }), card("go9", 3));
    expect(moved.game).toBe("go9");
    expect(moved.players).toEqual([{ kind: "level", level: 2 }, { kind: "level", level: 2 }]);
  });
});
