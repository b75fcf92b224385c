// The form that starts an event. It opens ready to send: two players, ten games.

import { useEffect, useState } from "preact/hooks";
import type { GameCard } from "../api";
import { cards, engines } from "../api/games";
import { post } from "../api/fetch";
import { fresh, PlayerChoice } from "../players/PlayerChoice";
import { go } from "../shell/router";
import { complain } from "../shell/toast";
import { gameName } from "../words/names";
import { t } from "../words/words";
import { ask, controls, formats, forGame, freshDraft, wrong, type Draft } from "./draft";

export function EventForm() {
  const first = cards.value?.[0];
  return first ? <Form first={first} /> : <p class="empty">{t("shell.loading")}</p>;
}

function Form({ first }: { first: GameCard }) {
  const [draft, setDraft] = useState<Draft>(() => freshDraft(first));
  const [typed, setTyped] = useState(false);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const card = cards.value?.find((one) => one.id === draft.game) ?? first;
  const fault = wrong(draft);
  const set = (to: Partial<Draft>) => setDraft({ ...draft, ...to });
  useEffect(() => setTried(false), [draft]);

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (fault) return;
    setBusy(true);
    try {
      const { id } = await post<{ id: number }>("/api/events", ask(draft));
      go(`/arena/${id}`);
    } catch (failure) {
      complain(failure);
      setBusy(false);
    }
  }

  return (
    <form class="event-form" onSubmit={(event) => void send(event)} aria-label={t("arena.new-event")}>
      <div class="fields">
        <label class="field">
          <span>{t("arena.game")}</span>
          <select
            value={draft.game}
            onChange={(event) => {
              const to = cards.value?.find((one) => one.id === event.currentTarget.value);
              if (to) setDraft(forGame(draft, to));
            }}
          >
            {cards.value?.map((one) => (
              <option key={one.id} value={one.id}>
                {gameName(one.id)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t("arena.format")}</span>
          <select
            value={draft.format}
            onChange={(event) => set({ format: formats.find((one) => one === event.currentTarget.value) ?? "round-robin" })}
          >
            {formats.map((one) => (
              <option key={one} value={one}>
                {t(`arena.format-${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="field narrow">
          <span>{draft.format === "sprt" ? t("arena.games-at-most") : t("arena.games-each")}</span>
          <input
            type="number"
            min={1}
            max={10000}
            required
            value={draft.games}
            onInput={(event) => set({ games: event.currentTarget.valueAsNumber })}
          />
        </label>
      </div>
      <p class="muted">{t(`arena.about-${draft.format}`)}</p>
      <fieldset class="players">
        <legend>{t("arena.players")}</legend>
        {draft.players.map((player, i) => (
          <div class="player-row" key={i}>
            <PlayerChoice
              value={player}
              card={card}
              engines={engines.value}
              kinds={["level", "search", "engine", "random"]}
              label={t("arena.player", { n: i + 1 })}
              onChange={(to) => set({ players: draft.players.map((one, j) => (i === j ? to : one)) })}
            />
            {draft.players.length > 2 && (
              <button
                type="button"
                aria-label={t("arena.drop-player-n", { n: i + 1 })}
                onClick={() => set({ players: draft.players.filter((_, j) => j !== i) })}
              >
                {t("arena.drop-player")}
              </button>
            )}
          </div>
        ))}
        <button
          type="button"
          disabled={draft.players.length >= 16}
          onClick={() =>
            set({ players: [...draft.players, fresh(card.levels.length > 0 ? "level" : "search", card, engines.value)] })
          }
        >
          {t("arena.add-player")}
        </button>
      </fieldset>
      <details>
        <summary>{t("arena.more")}</summary>
        <div class="fields">
          <label class="field">
            <span>{t("arena.control")}</span>
            <select
              value={typed ? "other" : draft.control}
              onChange={(event) => {
                const other = event.currentTarget.value === "other";
                setTyped(other);
                if (!other) set({ control: event.currentTarget.value });
              }}
            >
              {controls.map((one) => (
                <option key={one} value={one}>
                  {t(`arena.control-${one}`)}
                </option>
              ))}
              <option value="other">{t("arena.control-other")}</option>
            </select>
          </label>
          {typed && (
            <label class="field">
              <span>{t("arena.control-typed")}</span>
              <input class="mono" value={draft.control} onInput={(event) => set({ control: event.currentTarget.value })} />
            </label>
          )}
          <label class="field narrow">
            <span>{t("arena.concurrency")}</span>
            <select
              value={draft.concurrency}
              onChange={(event) => set({ concurrency: Number(event.currentTarget.value) })}
            >
              <option value={1}>1</option>
              <option value={2}>2</option>
            </select>
          </label>
          {draft.format === "swiss" && (
            <label class="field narrow">
              <span>{t("arena.rounds")}</span>
              <input
                type="number"
                min={1}
                max={99}
                value={draft.rounds}
                onInput={(event) => set({ rounds: event.currentTarget.valueAsNumber })}
              />
            </label>
          )}
          <label class="field">
            <span>{t("arena.title")}</span>
            <input value={draft.title} maxLength={100} onInput={(event) => set({ title: event.currentTarget.value })} />
          </label>
        </div>
      </details>
      {draft.format === "sprt" && (
        <div class="fields">
          <label class="field narrow">
            <span>{t("arena.elo0")}</span>
            <input
              type="number"
              value={draft.elo0}
              onInput={(event) => set({ elo0: event.currentTarget.valueAsNumber })}
            />
          </label>
          <label class="field narrow">
            <span>{t("arena.elo1")}</span>
            <input
              type="number"
              value={draft.elo1}
              onInput={(event) => set({ elo1: event.currentTarget.valueAsNumber })}
            />
          </label>
        </div>
      )}
      {tried && fault && (
        <p class="trouble" role="alert">
          {t(`arena.wrong-${fault}`)}
        </p>
      )}
      <div class="buttons">
        <button class="primary" disabled={busy}>
          {t("arena.start")}
        </button>
      </div>
    </form>
  );
}
