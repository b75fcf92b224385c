// Numbers in the tables of the arena.

import { number } from "../words/words";

/** With so many digits and a real minus; a dash where there is none. */
export function figure(value: number | null, digits = 0): string {
  if (value === null) return "–";
  return number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "negative" }).replace("-", "−");
}
