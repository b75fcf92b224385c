// How far a run has come, in a line.

import type { RunCard } from "../api";
import { t } from "../words/words";

export const isGoing = ({ state }: RunCard): boolean => state === "running" || state === "stopping";

/** `live`: changes are spoken. */
export function Progress({ card, live = false }: { card: RunCard; live?: boolean }) {
  const { state, step, steps } = card;
  return (
    <span class="row run-progress">
      <span class={`run-state ${state}`} role={live ? "status" : undefined}>
        {t(`lab.state-${state}`)}
      </span>
      {steps !== null && state !== "done" && <progress max={Math.max(steps, 1)} value={step} aria-label={t("lab.run-progress")} />}
      <span class="numbers">
        {steps === null || state === "done" ? t("lab.steps", { n: step }) : t("lab.steps-of", { n: step, of: steps })}
      </span>
    </span>
  );
}
