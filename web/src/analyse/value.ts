// How good a position is, in few characters and in words.

import type { Value } from "../api";
import { number } from "../words/words";

const signed = (value: number, digits: number): string => {
  const text = number(Math.abs(value), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (Number(value.toFixed(digits)) === 0) return text;
  return `${value > 0 ? "+" : "−"}${text}`;
};

export function percent(share: number): string {
  return number(share, { style: "percent", maximumFractionDigits: 0 });
}

/** "+0.34", "#5", "−3.5": for the first side. */
export function short(value: Value): string {
  if (value.mate !== null) return `${value.mate < 0 ? "−" : ""}#${number(Math.abs(value.mate))}`;
  if (value.points !== null) return signed(value.points, 1);
  if (value.units !== null) return signed(value.units / 100, 2);
  return percent(value.share);
}

/** The same with one digit behind the comma at most, for places as narrow as the bar. */
export function tiny(value: Value): string {
  if (value.mate !== null || value.points !== null || value.units === null) return short(value);
  return signed(value.units / 100, Math.abs(value.units) < 995 ? 1 : 0);
}
