// Begins a game and goes to its address.
import type { Begun, PlayAsk } from "../api";
import { post } from "../api/fetch";
import { go } from "../shell/router";
import { keepKey } from "./choice";

/** Throws a `Refusal`. */
export async function begin(ask: PlayAsk): Promise<void> {
  const { id, key } = await post<Begun>("/api/play", ask);
  keepKey(id, key);
  go(`/play/${encodeURIComponent(id)}`);
}
