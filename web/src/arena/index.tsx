// The arena: the list of events with the form that starts one, and under `/arena/ID` an event being played.

import { useEffect } from "preact/hooks";
import { loadCards, loadEngines } from "../api/games";
import { complain } from "../shell/toast";
import { t } from "../words/words";
import { EventList } from "./EventList";
import { EventPage } from "./EventPage";
import "../players/fields.css";
import "./arena.css";

export default function ArenaPage({ place }: { place: URL }) {
  useEffect(() => {
    loadCards().catch(complain);
    loadEngines().catch(complain);
  }, []);
  const id = /^\/arena\/(\d+)\/?$/.exec(place.pathname)?.[1];
  if (id) return <EventPage key={id} id={Number(id)} />;
  if (!/^\/arena\/?$/.test(place.pathname)) {
    return (
      <p class="empty">
        {t("arena.no-event")} <a href="/arena">{t("arena.all-events")}</a>
      </p>
    );
  }
  return <EventList />;
}
