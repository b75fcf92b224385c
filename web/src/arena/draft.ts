// What the form holds, and what of it is sent: a draft may be half-filled, an ask may not.

import type { EventAsk, GameCard, PlayerAsk } from "../api";
import type { Bot } from "../players/PlayerChoice";

export const formats = ["round-robin", "gauntlet", "knockout", "swiss", "sprt"] as const;

/** Controls that suit most; anything else is typed. */
export const controls = ["movetime=100ms", "movetime=1s", "1+0.01", "10+0.1", "60+0.6", "nodes=10000"] as const;

export interface Draft {
  title: string;
  game: string;
  players: Bot[];
  format: EventAsk["format"];
  games: number;
  rounds: number;
  control: string;
  concurrency: number;
  elo0: number;
  elo1: number;
}

export function freshDraft(card: GameCard): Draft {
  const level = (n: number): Bot => ({ kind: "level", level: card.levels[n]?.level ?? n + 1 });
  return {
    title: "",
    game: card.id,
    players: card.levels.length > 1 ? [level(0), level(1)] : [{ kind: "search" }, { kind: "random" }],
    format: "round-robin",
    games: 10,
    rounds: 5,
    control: controls[0],
    concurrency: 1,
    elo0: 0,
    elo1: 10,
  };
}

/** Another game has other levels and searches: what does not exist there becomes a level that does. */
export function forGame(draft: Draft, card: GameCard): Draft {
  const levels = card.levels.map((one) => one.level);
  const fits = (player: PlayerAsk): boolean =>
    player.kind === "random" || (player.kind === "level" && levels.includes(player.level));
  const spare = freshDraft(card).players;
  return {
    ...draft,
    game: card.id,
    players: draft.players.map((player, i) => (fits(player) ? player : (spare[i % spare.length] ?? player))),
  };
}

export type Wrong = "players" | "games" | "control" | "bounds" | "two";

/** Why a draft cannot be sent; null if it can. */
export function wrong(draft: Draft): Wrong | null {
  if (draft.players.length < 2) return "players";
  if (draft.format === "sprt" && draft.players.length !== 2) return "two";
  if (!(Number.isInteger(draft.games) && draft.games >= 1)) return "games";
  if (draft.control.trim() === "") return "control";
  if (draft.format === "sprt" && !(draft.elo0 < draft.elo1)) return "bounds";
  return null;
}

export function ask(draft: Draft): EventAsk {
  const title = draft.title.trim();
  return {
    ...(title ? { title } : {}),
    game: draft.game,
    players: draft.players,
    format: draft.format,
    games: draft.games,
    ...(draft.format === "swiss" ? { rounds: draft.rounds } : {}),
    control: draft.control.trim(),
    concurrency: draft.concurrency,
    ...(draft.format === "sprt" ? { sprt: { elo0: draft.elo0, elo1: draft.elo1, alpha: 0.05, beta: 0.05 } } : {}),
  };
}
