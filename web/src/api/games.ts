// The catalogue of games, asked for once.
import { signal } from "@preact/signals";
import type { About, Engine, GameCard } from "../api";
import { get } from "./fetch";

/** Null until they have come. */
export const cards = signal<GameCard[] | null>(null);
export const engines = signal<Engine[]>([]);
export const about = signal<About | null>(null);

let asked: Promise<GameCard[]> | null = null;

/** Loads the catalogue if it is not there yet; throws a `Refusal`, after which it can be asked for again. */
export async function loadCards(): Promise<GameCard[]> {
  asked ??= get<GameCard[]>("/api/games");
  try {
    cards.value = await asked;
    return cards.value;
  } catch (failure) {
    asked = null;
    throw failure;
  }
}

export async function loadEngines(): Promise<void> {
  engines.value = await get<Engine[]>("/api/engines");
}

export async function loadAbout(): Promise<void> {
  about.value = await get<About>("/api/about");
}

export function cardOf(id: string): GameCard | undefined {
  return cards.value?.find((card) => card.id === id);
}
