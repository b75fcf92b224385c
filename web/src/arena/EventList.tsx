// All events, running ones first, and the form for a new one.

import { useEffect, useState } from "preact/hooks";
import type { EventCard } from "../api";
import { get } from "../api/fetch";
import { complain } from "../shell/toast";
import { gameName, playerName } from "../words/names";
import { moment, t } from "../words/words";
import { EventForm } from "./EventForm";

/** How often the list is asked for while something runs. */
const every = 5000;

export function EventList() {
  const [events, setEvents] = useState<EventCard[] | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const ask = async () => {
      try {
        const found = await get<EventCard[]>("/api/events");
        if (gone) return;
        setEvents(found);
        if (found.some((one) => one.state === "running")) timer = setTimeout(() => void ask(), every);
      } catch (failure) {
        if (!gone) complain(failure);
      }
    };
    void ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  const sorted = events?.toSorted((a, b) => Number(b.state === "running") - Number(a.state === "running") || b.id - a.id);
  return (
    <div class="arena page">
      <h1>{t("shell.arena")}</h1>
      <section>
        <h2>{t("arena.new-event")}</h2>
        <EventForm />
      </section>
      <section>
        <h2>{t("arena.events")}</h2>
        {!sorted ? (
          <p class="empty">{t("shell.loading")}</p>
        ) : sorted.length === 0 ? (
          <p class="empty">{t("arena.none-yet")}</p>
        ) : (
          <ul class="event-list">
            {sorted.map((one) => (
              <li key={one.id}>
                <a href={`/arena/${one.id}`} class="event-card">
                  <span class="event-title">{one.title}</span>
                  <span class={`state ${one.state}`}>{t(`arena.state-${one.state}`)}</span>
                  <span class="muted">
                    {gameName(one.game)} · {one.entrants.map(playerName).join(", ")}
                  </span>
                  <progress max={Math.max(one.total, 1)} value={one.games} aria-label={t("arena.progress")} />
                  <span class="muted">
                    {t("arena.games-of", { n: one.games, of: one.total })} · {moment(one.begun)}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
