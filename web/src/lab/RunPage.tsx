// One run: curves that move, a sample game that replays itself, and what can be done with it.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Curve, RunCard, RunState } from "../api";
import { get, post, Refusal } from "../api/fetch";
import { listen } from "../api/live";
import { Curves } from "../charts/Curves";
import { complain } from "../shell/toast";
import { gameName } from "../words/names";
import { moment, t } from "../words/words";
import { charts, curveValue, messageText } from "./course";
import { Replay } from "./Replay";
import { Fork } from "./RunForm";
import { Progress } from "./RunProgress";
import { kindName } from "./Runs";

export function RunPage({ id }: { id: string }) {
  const [state, setState] = useState<RunState | null>(null);
  const [missing, setMissing] = useState(false);
  const path = `/api/runs/${encodeURIComponent(id)}`;
  useEffect(() => {
    let leave = () => {};
    let gone = false;
    get<RunState>(path)
      .then((found) => {
        if (gone) return;
        setState(found);
        leave = listen(`${path}/live`, { run: (data) => setState(data as RunState) });
      })
      .catch((failure: unknown) => {
        if (gone) return;
        if (failure instanceof Refusal && failure.status === 404) setMissing(true);
        else complain(failure);
      });
    return () => {
      gone = true;
      leave();
    };
  }, [id]);
  useEffect(() => {
    if (state) document.title = `${state.card.title} · Tabula`;
  }, [state?.card.title]);
  if (missing) {
    return (
      <p class="empty">
        {t("lab.no-run")} <a href="/lab">{t("lab.all-runs")}</a>
      </p>
    );
  }
  if (!state) return <p class="empty">{t("shell.loading")}</p>;
  const act = async (what: "stop" | "resume") => {
    try {
      const changed = await post<RunCard>(`${path}/${what}`, {});
      setState((now) => now && { ...now, card: changed });
    } catch (failure) {
      complain(failure);
    }
  };
  return <RunBody state={state} onAct={(what) => void act(what)} />;
}

function RunBody({ state, onAct }: { state: RunState; onAct: (what: "stop" | "resume") => void }) {
  const { card, samples, settings } = state;
  const [forking, setForking] = useState(false);
  return (
    <div class="lab page run">
      <header>
        <a href="/lab">{t("lab.all-runs")}</a>
        <h1>{card.title}</h1>
        <p class="muted">
          {gameName(card.game)} · {kindName(card.kind)} · {moment(card.begun)}
        </p>
      </header>
      <div class="row">
        <Progress card={card} live />
        {card.state === "running" && (
          <button type="button" onClick={() => onAct("stop")}>
            {t("lab.stop-run")}
          </button>
        )}
        {state.resumable && (
          <button type="button" class="primary" onClick={() => onAct("resume")}>
            {t("lab.resume-run")}
          </button>
        )}
        {card.learnt && (
          <a class="button" href={`/?game=${encodeURIComponent(card.game)}&run=${encodeURIComponent(card.id)}`}>
            {t(`lab.play-${card.learnt}`)}
          </a>
        )}
        {settings && (
          <button type="button" aria-expanded={forking} onClick={() => setForking(!forking)}>
            {t("lab.fork")}
          </button>
        )}
      </div>
      {card.message && <p class={card.state === "failed" ? "trouble" : "muted"}>{messageText(card.message)}</p>}
      {card.state === "broken" && <p class="muted">{t("lab.broken-about")}</p>}
      {card.state === "stopping" && <p class="muted">{t("lab.stopping-about")}</p>}
      {forking && settings && (
        <section class="panel">
          <h2>{t("lab.fork")}</h2>
          <p class="muted">{t("lab.fork-about")}</p>
          <Fork id={card.id} settings={settings} learnt={card.learnt} />
        </section>
      )}
      <div class={samples.length > 0 ? "run-parts" : ""}>
        <AllCurves curves={state.curves} />
        {samples.length > 0 && (
          <section>
            <h2>{t("lab.sample")}</h2>
            <Replay game={card.game} samples={samples} />
          </section>
        )}
      </div>
    </div>
  );
}

function AllCurves({ curves }: { curves: Curve[] }) {
  const { losses, strength, effort } = useMemo(() => charts(curves), [curves]);
  const single = useMemo(() => [...strength, ...effort].map((one) => [one]), [strength, effort]);
  const chart = (i: number) => {
    const [course] = single[i] ?? [];
    if (!course) return null;
    return (
      <Curves key={course.id} courses={single[i] ?? []} label={course.name} height={140} value={(value) => curveValue(course.id, value)} />
    );
  };
  if (curves.length === 0) {
    return (
      <section>
        <p class="empty">{t("lab.no-curves")}</p>
      </section>
    );
  }
  return (
    <section class="all-curves">
      <h2>{t("lab.curves")}</h2>
      {losses.length > 0 && <Curves courses={losses} label={t("lab.losses")} value={(value) => curveValue("loss", value)} />}
      <div class="small-curves">{strength.map((_, i) => chart(i))}</div>
      {effort.length > 0 && (
        <details>
          <summary>{t("lab.effort")}</summary>
          <div class="small-curves">{effort.map((_, i) => chart(strength.length + i))}</div>
        </details>
      )}
    </section>
  );
}
