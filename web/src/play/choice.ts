// What a person has chosen to play, remembered until the next time.
import { signal } from "@preact/signals";
import type { Engine, GameCard, PlayAsk, PlayerAsk, Side } from "../api";
import { isString, keep, recall } from "../shell/storage";

export const OPPONENTS = ["level", "search", "engine", "run", "human", "random"] as const;
export type Opponent = (typeof OPPONENTS)[number];
export const COLOURS = ["first", "second", "lot"] as const;
export type ColourChoice = (typeof COLOURS)[number];

export interface Choice {
  game: string;
  level: number;
  opponent: Opponent;
  colour: ColourChoice;
  minutes: number; // 0: no clock
  increment: number; // seconds
  search: string; // empty: the game's default
  evaluator: string;
  millis: number; // per move, for a search or an engine
  engine: string;
  run: string; // a run of learning, whose net plays; empty: none was chosen
}

const FIRST: Choice = {
  game: "chess",
  level: 3,
  opponent: "level",
  colour: "first",
  minutes: 0,
  increment: 0,
  search: "",
  evaluator: "",
  millis: 1000,
  engine: "",
  run: "",
};

/** What was kept, field by field: a field of another kind, from another version, counts as not kept. */
function restored(kept: Record<string, unknown>): Choice {
  const choice: Record<string, unknown> = { ...FIRST };
  for (const [name, value] of Object.entries(FIRST)) if (typeof kept[name] === typeof value) choice[name] = kept[name];
  const found = choice as unknown as Choice;
  return {
    ...found,
    opponent: OPPONENTS.find((one) => one === found.opponent) ?? "level",
    colour: COLOURS.find((one) => one === found.colour) ?? "first",
    level: Math.min(10, Math.max(1, Math.round(found.level))),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export const choice = signal<Choice>(restored(recall("choice", {}, isRecord)));

export function choose(change: Partial<Choice>): void {
  const before = choice.value;
  choice.value = { ...before, ...change };
  // What a run has learnt is one game.
  const isOther = change.game !== undefined && change.game !== before.game && change.run === undefined;
  if (isOther && before.run !== "") {
    choice.value = { ...choice.value, run: "", opponent: before.opponent === "run" ? "level" : before.opponent };
  }
  keep("choice", choice.value);
}

/** The engines that the operator configured for a game. */
export function enginesFor(engines: Engine[], card: GameCard): Engine[] {
  return engines.filter((engine) => engine.games.includes(card.id) || engine.games.includes(card.family));
}

function opponentAsk(wanted: Choice, card: GameCard): PlayerAsk {
  switch (wanted.opponent) {
    case "level":
      return { kind: "level", level: wanted.level };
    case "search": {
      const search = card.searches.find(({ id }) => id === wanted.search)?.id ?? card.searches[0]?.id;
      const evaluator = card.evaluators.find(({ id }) => id === wanted.evaluator)?.id ?? card.evaluators[0]?.id;
      const ask: PlayerAsk = { kind: "search", millis: wanted.millis };
      if (search) ask.search = search;
      if (evaluator) ask.eval = evaluator;
      return ask;
    }
    case "engine":
      return { kind: "engine", id: wanted.engine, millis: wanted.millis };
    case "run":
      return { kind: "run", id: wanted.run, millis: wanted.millis };
    case "human":
      return { kind: "human" };
    case "random":
      return { kind: "random" };
  }
}

/** The question to the server. `lot` decides the colour where it is left open. */
export function askFor(
  wanted: Choice,
  card: GameCard,
  from: { start: string | null; moves: string[] },
  lot: () => number = Math.random,
): PlayAsk {
  const other = opponentAsk(wanted, card);
  const side: Side = wanted.colour === "lot" ? (lot() < 0.5 ? 0 : 1) : wanted.colour === "first" ? 0 : 1;
  const ask: PlayAsk = {
    game: card.id,
    players: side === 0 ? [{ kind: "human" }, other] : [other, { kind: "human" }],
    clock: wanted.minutes > 0 ? { base: wanted.minutes * 60_000, inc: wanted.increment * 1000 } : null,
  };
  if (from.start !== null) ask.start = from.start;
  if (from.moves.length > 0) ask.moves = from.moves;
  return ask;
}

// ---- the keys of games that were begun in this browser

export function keyOf(id: string): string | null {
  return recall<string>(`key.${id}`, "", isString) || null;
}
export function keepKey(id: string, key: string): void {
  keep(`key.${id}`, key);
}
