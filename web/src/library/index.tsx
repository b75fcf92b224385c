// The library: games and how their men move, engines, definitions with a reader, and the games kept on this server.

import { useEffect } from "preact/hooks";
import { cards, engines, loadCards, loadEngines } from "../api/games";
import { complain } from "../shell/toast";
import { t } from "../words/words";
import { GamePage } from "./GamePage";
import { Games } from "./Games";
import { Kept } from "./Kept";
import { Reader } from "./Reader";
import "../players/fields.css";
import "./library.css";

const shelves = ["games", "kept", "engines", "variants"] as const;

export default function LibraryPage({ place }: { place: URL }) {
  useEffect(() => {
    loadCards().catch(complain);
    loadEngines().catch(complain);
  }, []);
  const shelf = shelves.find((one) => one === place.searchParams.get("shelf")) ?? "games";
  const shown = place.searchParams.get("game");
  const card = shelf === "games" && shown ? cards.value?.find((one) => one.id === shown) : undefined;
  return (
    <div class="library page">
      <h1>{t("shell.library")}</h1>
      <nav class="shelves" aria-label={t("library.shelves")}>
        {shelves.map((one) => (
          <a
            key={one}
            href={one === "games" ? "/library" : `/library?shelf=${one}`}
            aria-current={one === shelf ? "page" : undefined}
          >
            {t(`library.${one}`)}
          </a>
        ))}
      </nav>
      {!cards.value ? (
        <p class="empty">{t("shell.loading")}</p>
      ) : card ? (
        <GamePage key={card.id} card={card} />
      ) : shelf === "games" ? (
        <Games cards={cards.value} />
      ) : shelf === "kept" ? (
        <Kept cards={cards.value} place={place} />
      ) : shelf === "engines" ? (
        <Engines />
      ) : (
        <Reader cards={cards.value} />
      )}
    </div>
  );
}

function Engines() {
  if (engines.value.length === 0) return <p class="empty">{t("library.no-engines")}</p>;
  return (
    <ul class="engine-list">
      {engines.value.map((one) => (
        <li key={one.id}>
          <strong>{one.name}</strong> <code>{one.id}</code>
          <div class="muted">{one.games.join(", ")}</div>
        </li>
      ))}
    </ul>
  );
}
