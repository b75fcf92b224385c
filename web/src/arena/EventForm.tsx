// The form that starts an event. It opens ready to send: two players, ten games.

import { useEffect, useState } from "preact/hooks";
import type { GameCard } from "../api";
import { cards, engines } from "../api/games";
import { post } from "../api/fetch";
import { Field, NumberField, SelectField } from "../players/Field";
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
        <SelectField
          label={t("arena.game")}
          value={draft.game}
          options={(cards.value ?? []).map(({ id }) => [id, gameName(id)] as const)}
          onChange={(id) => {
            const to = cards.value?.find((one) => one.id === id);
            if (to) setDraft(forGame(draft, to));
          }}
        />
        <SelectField
          label={t("arena.format")}
          value={draft.format}
          options={formats.map((one) => [one, t(`arena.format-${one}`)] as const)}
          onChange={(format) => set({ format })}
        />
        <NumberField
          label={draft.format === "sprt" ? t("arena.games-at-most") : t("arena.games-each")}
          value={draft.games}
          min={1}
          max={10000}
          onChange={(games) => set({ games })}
        />
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
          <SelectField
            label={t("arena.control")}
            value={typed ? "other" : draft.control}
            options={[...controls.map((one) => [one, t(`arena.control-${one}`)] as const), ["other", t("arena.control-other")]]}
            onChange={(to) => {
              setTyped(to === "other");
              if (to !== "other") set({ control: to });
            }}
          />
          {typed && (
            <Field label={t("arena.control-typed")}>
              <input class="mono" value={draft.control} onInput={(event) => set({ control: event.currentTarget.value })} />
            </Field>
          )}
          <SelectField
            label={t("arena.concurrency")}
            narrow
            value={draft.concurrency}
            options={[[1, "1"], [2, "2"]]}
            onChange={(concurrency) => set({ concurrency })}
          />
          {draft.format === "swiss" && (
            <NumberField label={t("arena.rounds")} min={1} max={99} value={draft.rounds} onChange={(rounds) => set({ rounds })} />
          )}
          <Field label={t("arena.title")}>
            <input value={draft.title} maxLength={100} onInput={(event) => set({ title: event.currentTarget.value })} />
          </Field>
        </div>
      </details>
      {draft.format === "sprt" && (
        <div class="fields">
          <NumberField label={t("arena.elo0")} value={draft.elo0} step="any" onChange={(elo0) => set({ elo0 })} />
          <NumberField label={t("arena.elo1")} value={draft.elo1} step="any" onChange={(elo1) => set({ elo1 })} />
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
