// What colour a man has: sides move first and second, but who is white depends on the game.
import type { Man } from "../api";

export type Colour = "white" | "black" | "neutral";

export function colourOf(man: Pick<Man, "side" | "kind" | "letter">): Colour {
  if (man.side === null) return "neutral";
  // Stones: Black begins. All others: capitals are White, as positions are written.
  if (man.kind === "stone" || man.kind === "cross" || man.kind === "nought") return man.side === 0 ? "black" : "white";
  return man.letter === man.letter.toUpperCase() ? "white" : "black";
}
