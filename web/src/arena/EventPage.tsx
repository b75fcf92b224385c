// One event: live boards, tables, curve, last games. Everything it shows is the latest state, replaced whole.

import { useEffect, useState } from "preact/hooks";
import type { EventCard, EventState, GameLine, LiveBoard, Sprt } from "../api";
import { download } from "../analyse/files";
import { ask, get, post, Refusal } from "../api/fetch";
import { listen } from "../api/live";
import { Walk } from "../charts/Walk";
import { complain } from "../shell/toast";
import { gameName, playerName } from "../words/names";
import { maybe, moment, t } from "../words/words";
import { figure } from "./figure";
import { LiveWall } from "./LiveWall";
import { Crosstable, Ratings, Standings } from "./Tables";

export function EventPage({ id }: { id: number }) {
  const [state, setState] = useState<EventState | null>(null);
  const [boards, setBoards] = useState<LiveBoard[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);

  useEffect(() => {
    let leave = () => {};
    let gone = false;
    get<EventState>(`/api/events/${id}`)
      .then((found) => {
        if (gone) return;
        setState(found);
        leave = listen(`/api/events/${id}/live`, {
          event: (data) => setState(data as EventState),
          boards: (data) => setBoards(data as LiveBoard[]),
        });
      })
      .catch((failure: unknown) => {
        if (gone) return;
        if (failure instanceof Refusal && failure.status === 404) setTrouble(t("arena.no-event"));
        else complain(failure);
      });
    return () => {
      gone = true;
      leave();
    };
  }, [id]);

  if (trouble) {
    return (
      <p class="empty">
        {trouble} <a href="/arena">{t("arena.all-events")}</a>
      </p>
    );
  }
  if (!state) return <p class="empty">{t("shell.loading")}</p>;
  const { card } = state;
  const act = async (what: "stop" | "resume") => {
    try {
      const changed = await post<EventCard>(`/api/events/${id}/${what}`, {});
      setState((now) => now && { ...now, card: changed });
    } catch (failure) {
      complain(failure);
    }
  };
  const save = async () => {
    try {
      download(`event-${id}.txt`, await (await ask(`/api/events/${id}/games`)).text());
    } catch (failure) {
      complain(failure);
    }
  };
  return (
    <div class="arena page event">
      <header>
        <a href="/arena">{t("arena.all-events")}</a>
        <h1>{card.title}</h1>
        <p class="muted">
          {gameName(card.game)} · {maybe(`arena.format-${state.format}`) ?? state.format} ·{" "}
          <span class="mono">{state.control}</span> · {moment(card.begun)}
        </p>
      </header>
      <div class="row event-progress">
        <span class={`state ${card.state}`} role="status">
          {t(`arena.state-${card.state}`)}
        </span>
        <progress max={Math.max(card.total, 1)} value={card.games} aria-label={t("arena.progress")} />
        <span>{t("arena.games-of", { n: card.games, of: card.total })}</span>
        {card.state === "running" && (
          <button type="button" onClick={() => void act("stop")}>
            {t("arena.stop")}
          </button>
        )}
        {card.state === "stopped" && (
          <button type="button" class="primary" onClick={() => void act("resume")}>
            {t("arena.resume")}
          </button>
        )}
        <button type="button" disabled={card.games === 0} onClick={() => void save()}>
          {t("arena.download")}
        </button>
      </div>
      {state.faults.length > 0 && (
        <ul class="faults" aria-label={t("arena.faults")}>
          {state.faults.map((fault, i) => (
            <li key={i}>{fault}</li>
          ))}
        </ul>
      )}
      {card.state === "running" && <LiveWall boards={boards} game={card.game} />}
      <section>
        <h2>{t("arena.standings")}</h2>
        <Standings table={state.table} />
      </section>
      {state.sprt && <SprtSection sprt={state.sprt} />}
      <div class="two">
        <Ratings table={state.table} />
        <Crosstable state={state} />
      </div>
      <Recent id={id} games={state.recent} />
    </div>
  );
}

function SprtSection({ sprt }: { sprt: Sprt }) {
  const two = (value: number) => figure(value, 2);
  return (
    <section>
      <h2>{t("arena.sprt")}</h2>
      <p>
        {t(`arena.sprt-${sprt.verdict}`, { low: sprt.elo0, high: sprt.elo1 })}{" "}
        <span class="muted">{t("arena.sprt-figures", { llr: two(sprt.llr), lower: two(sprt.lower), upper: two(sprt.upper) })}</span>
      </p>
      <Walk sprt={sprt} label={t("arena.sprt-figures", { llr: two(sprt.llr), lower: two(sprt.lower), upper: two(sprt.upper) })} />
    </section>
  );
}

function Recent({ id, games }: { id: number; games: GameLine[] }) {
  return (
    <section>
      <h2>{t("arena.recent")}</h2>
      {games.length === 0 ? (
        <p class="empty">{t("arena.no-games-yet")}</p>
      ) : (
        <ul class="recent">
          {games.map((one) => (
            <li key={one.number}>
              <a href={`/analyse?event=${id}&number=${one.number}`}>
                <span class="muted">{one.number}.</span> {playerName(one.first)} – {playerName(one.second)}{" "}
                <strong>{one.result.replace(/1\/2/g, "½")}</strong>
              </a>{" "}
              <span class="muted">
                {maybe(`arena.end-${one.why.replaceAll(" ", "-")}`) ?? one.why} · {t("arena.plies", { n: one.plies })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
