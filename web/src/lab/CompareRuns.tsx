// Several runs in one chart, by any number that they tell.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { RunState } from "../api";
import { get } from "../api/fetch";
import { Curves } from "../charts/Curves";
import { SelectField } from "../players/Field";
import { complain } from "../shell/toast";
import { t } from "../words/words";
import { compared, curveName, curveValue, measures } from "./course";
import { isGoing } from "./RunProgress";

const every = 5000;

export function CompareRuns({ ids }: { ids: string[] }) {
  const [runs, setRuns] = useState<RunState[] | null>(null);
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const ask = async () => {
      const asked = ids.map((id) => get<RunState>(`/api/runs/${encodeURIComponent(id)}`).catch((failure: unknown) => void complain(failure)));
      const found = (await Promise.all(asked)).filter((one) => one !== undefined);
      if (gone) return;
      setRuns(found);
      if (found.some(({ card }) => isGoing(card))) timer = setTimeout(() => void ask(), every);
    };
    void ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [ids.join()]);
  const names = useMemo(() => measures(runs ?? []), [runs]);
  const measure = names.find((one) => one === wanted) ?? names[0] ?? "";
  const courses = useMemo(() => compared(runs ?? [], measure), [runs, measure]);
  const absent = (runs ?? []).filter(({ card }) => !courses.some(({ id }) => id === card.id));
  return (
    <div class="lab page">
      <header>
        <a href="/lab">{t("lab.all-runs")}</a>
        <h1>{t("lab.compare-runs")}</h1>
      </header>
      {!runs ? (
        <p class="empty">{t("shell.loading")}</p>
      ) : names.length === 0 ? (
        <p class="empty">{t("lab.nothing-to-compare")}</p>
      ) : (
        <>
          <SelectField
            label={t("lab.measure")}
            value={measure}
            options={names.map((name) => [name, curveName(name)] as const)}
            onChange={setWanted}
          />
          <Curves
            courses={courses}
            label={curveName(measure)}
            height={360}
            value={(value) => curveValue(measure, value)}
            href={({ id }) => `/lab/runs/${encodeURIComponent(id)}`}
          />
          {absent.length > 0 && (
            <p class="muted">{t("lab.not-told", { names: absent.map(({ card }) => card.title).join(", ") })}</p>
          )}
        </>
      )}
    </div>
  );
}
