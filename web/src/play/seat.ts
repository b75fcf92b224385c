// Players by name, and what the server remarks about them.
import type { Seat } from "../api";
import { levelName, searchName } from "../words/names";
import { t } from "../words/words";

/** A person's own name, or "You", or what kind of player sits there. */
export function seatName(seat: Seat, isMe: boolean): string {
  const { ask } = seat;
  switch (ask.kind) {
    case "human":
      return seat.name || (isMe ? t("play.you") : t("play.person"));
    case "level":
      return t("play.seat-level", { level: ask.level, name: levelName(ask.level) });
    case "search":
      return ask.search ? searchName(ask.search) : seat.name;
    case "run":
      return t("play.seat-run", { name: seat.name });
    case "engine":
      return seat.name;
    case "random":
      return t("play.opponent-random");
  }
}

/** The server's remarks are in English; the usual one is known in all languages. */
export function noteText(note: string): string {
  return note === "the opponent declines the draw" ? t("play.offer-declined") : note;
}
