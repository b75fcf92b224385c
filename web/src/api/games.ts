// The catalogue of games, asked for once.
import { signal } from "@preact/signals";
import type { About, Engine, GameCard } from "../api";
import { get } from "./fetch";

/** Null until they have come. */
export const cards = signal<GameCard[] | null>(null);
export const engines = signal<Engine[]>([]);
export const about = signal<About | null>(null);

/** Loads the catalogue if it is not there yet; throws a `Refusal`. */
export async function loadCards(): Promise<GameCard[]> {
  if (!cards.value) cards.value = await get<GameCard[]>("/api/games");
  return cards.value;
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
