// The numbers of runs as charts: which belong together, how they are written.

import type { Curve, RunState } from "../api";
import type { Course } from "../charts/align";
import { maybe, number, t, type Key } from "../words/words";

/** What a run costs, rather than what it learns. */
const effort = ["games", "window", "seconds", "positions_per_second", "accepted"];
/** What says most comes first; the rest follows as it is told. */
const order = ["loss", "held_out_loss", "policy_loss", "value_loss", "owners_loss", "lead_loss"];
/** Shares of points, from 0 to 1. */
const shares = [
  ...["gate", "score", "accepted", "accuracy", "held_out_accuracy", "best_score", "elite_score"],
  ...["decided_pairs", "leaves_used", "score_against_rung", "score_against_start"],
];

/** A curve by its name; names that are not known here stay as they are, without underscores. */
export function curveName(name: string): string {
  return maybe(`lab.curve-${name}`) ?? name.replaceAll("_", " ");
}

/** A number of a curve as people read it. */
export function curveValue(name: string, value: number): string {
  if (shares.includes(name)) return number(value, { style: "percent", maximumFractionDigits: 1 });
  if (Math.abs(value) >= 1000) return number(value, { notation: "compact", maximumFractionDigits: 1 });
  return number(value, { maximumSignificantDigits: 3 });
}

/** What runs say at their end; the named parts of a pattern are the numbers of its words. */
const MESSAGES: [pattern: RegExp, key: Key][] = [
  [/^(?<n>\d+) rounds, (?<m>\d+) games$/, "lab.said-rounds"],
  [/^held-out loss (?<n>[\d.]+) after (?<m>\d+) passes$/, "lab.said-passes"],
  [/^held-out loss (?<n>[\d.]+) in epoch (?<m>\d+) of (?<of>\d+)$/, "lab.said-epochs"],
  [/^tuned (?<n>\d+) numbers by \w+ in (?<m>\d+) games$/, "lab.said-tuned"],
  [
    /^tuned (?<n>\d+) numbers by \w+ in (?<m>\d+) games; against the start \+(?<wins>\d+) =(?<draws>\d+) -(?<losses>\d+), [\d.]+ %, Elo \+?(?<elo>-?\d+) \+- (?<error>\d+)$/,
    "lab.said-match",
  ],
];

/** What a run says at its end, in the words of the language where they are known. */
export function messageText(message: string): string {
  for (const [pattern, key] of MESSAGES) {
    const found = pattern.exec(message)?.groups;
    if (!found) continue;
    // Nobody reads -0: what is added makes it 0.
    const told = ([name, text]: [string, string]) => [name, number(Number(text) + 0, { maximumSignificantDigits: 4 })];
    return t(key, Object.fromEntries(Object.entries(found).map(told)));
  }
  return message;
}

/** The charts of a run: all losses in one, each measure of strength by itself, and what it costs. */
export interface Charts {
  losses: Course[];
  strength: Course[];
  effort: Course[];
}

export function charts(curves: Curve[]): Charts {
  const course = ({ name, steps, values }: Curve): Course => ({ id: name, name: curveName(name), steps, values });
  const isLoss = ({ name }: Curve) => /(^|_)loss$/.test(name);
  const place = ({ name }: Curve) => (order.includes(name) ? order.indexOf(name) : order.length);
  const isEffort = ({ name }: Curve) => effort.includes(name);
  return {
    losses: curves.filter(isLoss).sort((a, b) => place(a) - place(b)).map(course),
    strength: curves.filter((one) => !isLoss(one) && !isEffort(one)).map(course),
    effort: curves.filter(isEffort).map(course),
  };
}

/** The numbers that several runs can be compared by: those that most of them tell first. */
export function measures(runs: RunState[]): string[] {
  const counts = new Map<string, number>();
  for (const { name } of runs.flatMap((run) => run.curves)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const liking = (name: string) => (effort.includes(name) ? -5 : order.includes(name) ? 5 - order.indexOf(name) / 10 : 0);
  const rank = (name: string) => 10 * (counts.get(name) ?? 0) + liking(name);
  return [...counts.keys()].sort((a, b) => rank(b) - rank(a) || a.localeCompare(b));
}

/** One number of several runs. */
export function compared(runs: RunState[], measure: string): Course[] {
  return runs.flatMap(({ card, curves }) => {
    const found = curves.find(({ name }) => name === measure);
    return found ? [{ id: card.id, name: card.title, steps: found.steps, values: found.values }] : [];
  });
}
