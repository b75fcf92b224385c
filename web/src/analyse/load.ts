// From an address to a tree: a line told in the address, a game played here, a game of an event; or what this tab had open.

import type { Look, Play, Tree } from "../api";
import { get } from "../api/fetch";
import { loadCards } from "../api/games";
import * as address from "../tree/address";
import { addLine, empty, follow, mainLine, type Grove, type Spot } from "../tree/tree";
import { t } from "../words/words";
import { lookAt } from "./looks";

const name = "tabula.analyse";

/** Keeps the tree for the tab: a reload, or a visit to another page, loses nothing. */
export function remember({ tree, at }: Spot): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ tree, at }));
  } catch {
    // A tree too large to keep is still in memory; only a reload would lose its variations.
  }
}

export function remembered(): Spot | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "null") as Spot | null;
    return kept && Array.isArray(kept.tree.nodes) && kept.tree.nodes[kept.at] ? kept : null;
  } catch {
    return null;
  }
}

function grown(look: Look, tags: [string, string][] = [], result = "*"): Grove {
  return { ...addLine(empty(look.game, look.start), 0, look.played).tree, tags, result };
}

/** What an address asks for; throws a refusal of the server. */
export async function load(query: URLSearchParams): Promise<Spot> {
  const played = query.get("play");
  if (played) {
    const { look, players, outcome } = await get<Play>(`/api/play/${encodeURIComponent(played)}`);
    // Records name players by colour; where Black begins, the first is Black.
    const blackFirst = (await loadCards()).find((card) => card.id === look.game)?.sides[0] === "Black";
    const colours = blackFirst ? ["Black", "White"] : ["White", "Black"];
    const names = players.map(({ name }, i): [string, string] => [colours[i] ?? "", name || t("play.person")]);
    const result = !outcome ? "*" : outcome.winner === 0 ? "1-0" : outcome.winner === 1 ? "0-1" : "1/2-1/2";
    return { tree: grown(look, names, result), at: 0 };
  }
  const event = query.get("event");
  const number = query.get("number");
  if (event && number) {
    const path = `/api/events/${encodeURIComponent(event)}/games/${encodeURIComponent(number)}`;
    return { tree: await get<Tree>(path), at: 0 };
  }
  const kept = remembered();
  const told = address.read(query);
  if (!told) return kept ?? { tree: empty("chess"), at: 0 };
  const known = kept ? address.place(kept.tree, told) : null;
  if (kept && known !== null) return { tree: kept.tree, at: known };
  const look = await lookAt({ game: told.game, start: told.start, moves: told.moves });
  // The server may write a move differently from how it was told; the place is counted, not named.
  const tree = grown({ ...look, start: told.start });
  const at = told.at === 0 ? 0 : (mainLine(tree)[told.at - 1] ?? follow(tree, told.moves).at);
  return { tree, at };
}
