// All runs of learning that lie on this server, running ones first, and the form for a new one.

import { useEffect, useState } from "preact/hooks";
import type { Recipe, RunCard } from "../api";
import { get } from "../api/fetch";
import { complain } from "../shell/toast";
import { gameName } from "../words/names";
import { maybe, moment, t } from "../words/words";
import { NewRun } from "./RunForm";
import { isGoing, Progress } from "./RunProgress";

/** How often the list is asked for while something runs. */
const every = 5000;
/** More lines than this cannot be told apart. */
const mostCompared = 8;

export const kindName = (kind: string): string => maybe(`lab.kind-${kind}`) ?? kind;

export function Runs() {
  const [runs, setRuns] = useState<RunCard[] | null>(null);
  const [recipes, setRecipes] = useState<Recipe[] | null>(null);
  const [picked, setPicked] = useState<string[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const ask = async () => {
      try {
        const found = await get<RunCard[]>("/api/runs");
        if (gone) return;
        setRuns(found);
        if (found.some(isGoing)) timer = setTimeout(() => void ask(), every);
      } catch (failure) {
        if (!gone) complain(failure);
      }
    };
    void ask();
    get<Recipe[]>("/api/recipes").then((found) => !gone && setRecipes(found), complain);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  const sorted = runs?.toSorted((a, b) => Number(isGoing(b)) - Number(isGoing(a)));
  const pick = (id: string) => setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id]);
  return (
    <>
      <section>
        <h2>{t("lab.new-run")}</h2>
        <p class="muted">{t("lab.runs-about")}</p>
        {recipes ? <NewRun recipes={recipes} /> : <p class="empty">{t("shell.loading")}</p>}
      </section>
      <section>
        <div class="row spread">
          <h2>{t("lab.runs")}</h2>
          {picked.length > 1 && (
            <a class="button" href={`/lab/compare?runs=${picked.map(encodeURIComponent).join(",")}`}>
              {t("lab.compare-picked", { n: picked.length })}
            </a>
          )}
        </div>
        {!sorted ? (
          <p class="empty">{t("shell.loading")}</p>
        ) : sorted.length === 0 ? (
          <p class="empty">{t("lab.no-runs")}</p>
        ) : (
          <ul class="run-list">
            {sorted.map((one) => (
              <li key={one.id} class="run-card">
                <a class="run-title" href={`/lab/runs/${encodeURIComponent(one.id)}`}>
                  {one.title}
                </a>
                <Progress card={one} />
                <span class="muted">
                  {gameName(one.game)} · {kindName(one.kind)} · {moment(one.begun)}
                </span>
                {sorted.length > 1 && (
                  <label class="tick muted">
                    <input
                      type="checkbox"
                      checked={picked.includes(one.id)}
                      disabled={picked.length >= mostCompared && !picked.includes(one.id)}
                      aria-label={t("lab.pick-run", { name: one.title })}
                      onChange={() => pick(one.id)}
                    />{" "}
                    {t("lab.pick")}
                  </label>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
