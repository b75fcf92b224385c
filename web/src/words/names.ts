// What people call the things that the server names: games, sides, men, ends. What has no name here keeps the server's.
import type { GameCard, Outcome, Side } from "../api";
import { cardOf } from "../api/games";
import { language, maybe, t, type Key, type Language } from "./words";

export function gameName(id: string): string {
  return maybe(`games.name-${id}`) ?? cardOf(id)?.name ?? id;
}

export function gameAbout(card: GameCard): string {
  return maybe(`games.about-${card.id}`) ?? card.about;
}

/** White and Black, in the order in which they move; numbers while the catalogue is not there. */
export function sideNames(card: Pick<GameCard, "sides"> | undefined): [string, string] {
  const name = (side: Side) => {
    const english = card?.sides[side] ?? String(side + 1);
    return maybe(`games.side-${english.toLowerCase()}`) ?? english;
  };
  return [name(0), name(1)];
}

export function kindName(kind: string): string {
  return maybe(`games.kind-${kind}`) ?? kind;
}

export const searchName = (id: string): string => maybe(`games.search-${id}`) ?? id;
export const evaluatorName = (id: string): string => maybe(`games.eval-${id}`) ?? id;
export const levelName = (level: number): string => maybe(`games.level-${level}`) ?? String(level);

/** Who won, and why, in one sentence. `byDie`: the last thing that happened was a roll. */
export function causeSentence(outcome: Outcome, card: GameCard | undefined, byDie = false): string {
  const { winner, margin } = outcome;
  if (winner === null) return maybe(`games.end-${outcome.cause}-drawn`) ?? t("games.end-drawn");
  const blanks = { winner: sideNames(card)[winner], n: Math.abs(margin ?? 0) };
  const cause = outcome.cause === "royal-lost" && byDie ? "trampled" : outcome.cause;
  if (cause === "count" && margin === null) return t("games.end-won", blanks);
  return maybe(`games.end-${cause}-won`, blanks) ?? t("games.end-won", blanks);
}

/** Letters of men in move lists; for display only, what is sent is never changed. */
const LETTERS: Record<Language, Record<string, string>> = {
  en: {},
  cs: { K: "K", Q: "D", R: "V", B: "S", N: "J", J: "Ja" },
  hr: { K: "K", Q: "D", R: "T", B: "L", N: "S" },
};

/** A move as the language writes it. `game` is its id. */
export function moveText(text: string, game: string): string {
  return familyMoveText(text, cardOf(game)?.family);
}

/** The same where the family is known: only chess writes letters of men. */
export function familyMoveText(text: string, family: GameCard["family"] = "chess"): string {
  return family === "chess" ? (rollText(text) ?? withLetters(text, LETTERS[language.value])) : text;
}

const WINDS: Record<string, string> = { N: "↑", NE: "↗", E: "→", SE: "↘", S: "↓", SW: "↙", W: "←", NW: "↖" };

/** The Behemoth's roll, `NE3`, as an arrow and a number; null for anything else. */
export function rollText(text: string): string | null {
  const [, wind = "", steps = ""] = /^([NESW]{1,2})(\d+)$/.exec(text) ?? [];
  const arrow = WINDS[wind];
  return arrow === undefined ? null : `${arrow}${steps}`;
}

/** What the server notes below a board, with its numbers in the words of the language. */
const NOTES: [pattern: RegExp, key: Key][] = [
  [/^captured by Black (\d+), by White (\d+)$/, "games.note-captured"],
  [/^komi (-?[\d.]+)$/, "games.note-komi"],
  [/^(\d+) moves without capture or pawn move$/, "games.note-quiet"],
  [/^(\d+) of (\d+) moves without progress$/, "games.note-progress"],
  [/^(\d+) of (\d+) moves in this ending .*$/, "games.note-ending"],
];

/** A line below the board; as the server wrote it if we do not know it. */
export function noteLine(note: string): string {
  for (const [pattern, key] of NOTES) {
    const [whole, a, b] = pattern.exec(note) ?? [];
    if (whole !== undefined) return t(key, { n: Number(a), m: Number(b ?? 0) });
  }
  return note;
}

/** A player as the server names it, `level 3 (2)`, in the words of the language; other names stay. */
export function playerName(name: string): string {
  const [, level, twin = ""] = /^level (\d+)( \(\d+\))*$/.exec(name) ?? [];
  if (level !== undefined) return `${t("arena.level")} ${level}${twin}`;
  const [, again] = /^random((?: \(\d+\))*)$/.exec(name) ?? [];
  if (again !== undefined) return `${t("arena.kind-random")}${again}`;
  return name === "" ? t("play.person") : name;
}

/** Capitals at the beginning and after `=` are men; castling is not. */
export function withLetters(text: string, letters: Record<string, string>): string {
  return text.replace(/^([A-Z])(?!-)|=([A-Z])/g, (whole, first?: string, made?: string) => {
    if (first !== undefined) return letters[first] ?? first;
    return made === undefined ? whole : `=${letters[made] ?? made}`;
  });
}
