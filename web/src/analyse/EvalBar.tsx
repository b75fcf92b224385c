// The evaluation bar: the first side's share from its own end of the board, and the same in words below.

import type { Value } from "../api";
import { t } from "../words/words";
import { percent, tiny } from "./value";

interface EvalBarProps {
  shown: boolean; // its room is kept in any case, so that the board never jumps
  value: Value | null;
  flipped: boolean;
  sides: [string, string];
  darkFirst: boolean; // in Go and rows Black moves first
}

export function EvalBar({ shown, value, flipped, sides, darkFirst }: EvalBarProps) {
  const share = value?.share ?? 0.5;
  const text = value
    ? t("analyse.shares", { first: sides[0], one: percent(share), second: sides[1], two: percent(1 - share) })
    : t("analyse.no-value");
  if (!shown) return <div class="eval-bar absent" aria-hidden="true" />;
  // The figure stands in the larger part.
  const inFirst = share >= 0.5;
  const figure = [
    "eval-text",
    inFirst ? "in-first" : "in-second",
    inFirst !== flipped ? "at-foot" : "at-head",
    inFirst !== darkFirst ? "on-light" : "on-dark",
  ];
  const classes = ["eval-bar", flipped && "flipped", darkFirst && "dark-first", !value && "unknown"];
  return (
    <div
      class={classes.filter(Boolean).join(" ")}
      role="meter"
      aria-label={t("analyse.bar")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={text}
      title={text}
    >
      <div class="eval-second" style={{ flexGrow: 1 - share }} />
      <div class="eval-first" style={{ flexGrow: share }} />
      {value && (
        <span class={figure.join(" ")}>
          {tiny(value)}
        </span>
      )}
    </div>
  );
}
