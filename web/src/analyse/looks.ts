// Positions that were looked at, kept so that going back and forth in a game asks the server only once for each.

import type { Look, LookAsk } from "../api";
import { post } from "../api/fetch";

const most = 500;
const kept = new Map<string, Promise<Look>>();

export function lookAt(ask: LookAsk): Promise<Look> {
  const key = JSON.stringify([ask.game, ask.start ?? null, ask.moves ?? []]);
  const known = kept.get(key);
  if (known) return known;
  const coming = post<Look>("/api/look", ask);
  kept.set(key, coming);
  coming.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  return coming;
}
