// Runs that this server keeps: training, self-play, tuning. With none, it says how to get one.

import { useEffect, useState } from "preact/hooks";
import type { Run } from "../api";
import { get } from "../api/fetch";
import { complain } from "../shell/toast";
import { maybe, moment, t } from "../words/words";

export function Runs() {
  const [runs, setRuns] = useState<Run[] | null>(null);
  useEffect(() => {
    get<Run[]>("/api/runs").then(setRuns, complain);
  }, []);
  return (
    <section>
      <h2>{t("lab.runs")}</h2>
      {runs === null ? (
        <p class="empty">{t("shell.loading")}</p>
      ) : runs.length === 0 ? (
        <p class="empty">
          {t("lab.no-runs")} <a href="/arena">{t("shell.arena")}</a>
        </p>
      ) : (
        <ul class="runs">
          {runs.map((run) => (
            <li key={run.id}>
              <strong>{maybe(`lab.run-${run.kind}`) ?? run.kind}</strong> <code>{run.arguments}</code>
              <div class="muted">
                {moment(run.begun)} · {run.ended ? t("lab.ended", { when: moment(run.ended) }) : t("lab.running")}
              </div>
              {run.summary && <div>{run.summary}</div>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
