// Games played on this server, latest first, found by name and game.

import { useEffect, useState } from "preact/hooks";
import type { GameCard, KeptGame } from "../api";
import { get } from "../api/fetch";
import { go } from "../shell/router";
import { complain } from "../shell/toast";
import { gameName, playerName } from "../words/names";
import { moment, t } from "../words/words";

interface KeptProps {
  cards: GameCard[];
  place: URL;
}

export function Kept({ cards, place }: KeptProps) {
  const asked = place.searchParams.get("q") ?? "";
  const game = place.searchParams.get("kept") ?? "";
  const [words, setWords] = useState(asked);
  const [found, setFound] = useState<KeptGame[] | null>(null);
  const [ended, setEnded] = useState(false);

  const find = (before: string | null, signal?: AbortSignal) => {
    const query = new URLSearchParams();
    if (asked) query.set("q", asked);
    if (game) query.set("game", game);
    if (before) query.set("before", before);
    return get<KeptGame[]>(`/api/library?${query}`, signal ? { signal } : {});
  };
  useEffect(() => {
    const stop = new AbortController();
    find(null, stop.signal).then(
      (games) => {
        setFound(games);
        setEnded(games.length === 0);
      },
      (failure: unknown) => {
        if (!stop.signal.aborted) complain(failure);
      },
    );
    return () => stop.abort();
  }, [asked, game]);

  const search = (to: { q?: string; kept?: string }) => {
    const query = new URLSearchParams({ shelf: "kept" });
    const q = to.q ?? asked;
    const kept = to.kept ?? game;
    if (q) query.set("q", q);
    if (kept) query.set("kept", kept);
    go(`/library?${query}`, "replace");
  };
  const more = () => {
    const last = found?.at(-1);
    if (!last || !found) return;
    find(last.begun).then((games) => {
      const known = new Set(found.map((one) => one.id));
      const fresh = games.filter((one) => !known.has(one.id));
      setEnded(fresh.length === 0);
      setFound([...found, ...fresh]);
    }, complain);
  };
  return (
    <section class="kept">
      <form
        class="fields"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          search({ q: words.trim() });
        }}
      >
        <label class="field">
          <span>{t("library.player-name")}</span>
          <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span>{t("library.game")}</span>
          <select value={game} onChange={(event) => search({ kept: event.currentTarget.value })}>
            <option value="">{t("library.any-game")}</option>
            {cards.map((card) => (
              <option key={card.id} value={card.id}>
                {gameName(card.id)}
              </option>
            ))}
          </select>
        </label>
        <button>{t("library.find")}</button>
      </form>
      {found === null ? (
        <p class="empty">{t("shell.loading")}</p>
      ) : found.length === 0 ? (
        <p class="empty">
          {asked || game ? t("library.none-found") : t("library.none-kept")}{" "}
          {!asked && !game && <a href="/">{t("shell.to-play")}</a>}
        </p>
      ) : (
        <>
          <ul class="kept-list">
            {found.map((one) => (
              <li key={one.id}>
                <a class="kept-game" href={`/analyse?play=${encodeURIComponent(one.id)}`}>
                  <strong>
                    {one.players.map(playerName).join(" – ")}
                  </strong>{" "}
                  <span class="kept-result">{one.result === "*" ? t("library.unfinished") : one.result.replace(/1\/2/g, "½")}</span>
                </a>
                <span class="muted">
                  {gameName(one.game)} · {t("library.plies", { n: one.plies })} · {moment(one.begun)} ·{" "}
                  <a href={`/play/${encodeURIComponent(one.id)}`}>{t("library.watch")}</a>
                </span>
              </li>
            ))}
          </ul>
          {!ended && (
            <button type="button" onClick={more}>
              {t("library.more")}
            </button>
          )}
        </>
      )}
    </section>
  );
}
