// Fields that name a player who is not a person: a level, a search with its evaluation, a configured engine, chance.

import type { Engine, GameCard, PlayerAsk } from "../api";
import { evaluatorName, searchName } from "../words/names";
import { t } from "../words/words";

export type Bot = Exclude<PlayerAsk, { kind: "human" | "run" }>;
type BotKind = Bot["kind"];

interface PlayerChoiceProps {
  value: Bot;
  card: GameCard;
  engines: Engine[];
  kinds: BotKind[];
  label: string;
  onChange: (to: Bot) => void;
}

/** Engines that know the game, by its id or by its family. */
export function enginesFor(card: GameCard, engines: Engine[]): Engine[] {
  return engines.filter((one) => one.games.includes(card.id) || one.games.includes(card.family));
}

export function fresh(kind: BotKind, card: GameCard, engines: Engine[]): Bot {
  switch (kind) {
    case "level":
      return { kind, level: card.levels[0]?.level ?? 1 };
    case "search": {
      const search = card.searches[0]?.id;
      const evaluator = card.evaluators[0]?.id;
      return { kind, ...(search ? { search } : {}), ...(evaluator ? { eval: evaluator } : {}) };
    }
    case "engine":
      return { kind, id: enginesFor(card, engines)[0]?.id ?? "" };
    case "random":
      return { kind };
  }
}

export function PlayerChoice({ value, card, engines, kinds, label, onChange }: PlayerChoiceProps) {
  const able = enginesFor(card, engines);
  const offered = kinds.filter((kind) =>
    kind === "engine" ? able.length > 0 : kind === "level" ? card.levels.length > 0 : true,
  );
  return (
    <div class="player-choice" role="group" aria-label={label}>
      <label class="field">
        <span>{t("arena.kind")}</span>
        <select
          value={value.kind}
          onChange={(event) => onChange(fresh(event.currentTarget.value as BotKind, card, engines))}
        >
          {offered.map((kind) => (
            <option key={kind} value={kind}>
              {t(`arena.kind-${kind}`)}
            </option>
          ))}
        </select>
      </label>
      {value.kind === "level" && (
        <label class="field">
          <span>{t("arena.level")}</span>
          <select
            value={value.level}
            onChange={(event) => onChange({ kind: "level", level: Number(event.currentTarget.value) })}
          >
            {card.levels.map(({ level, rating }) => (
              <option key={level} value={level}>
                {t("arena.level-option", { level, rating })}
              </option>
            ))}
          </select>
        </label>
      )}
      {value.kind === "search" && (
        <>
          <label class="field">
            <span>{t("arena.search")}</span>
            <select value={value.search} onChange={(event) => onChange({ ...value, search: event.currentTarget.value })}>
              {card.searches.map(({ id }) => (
                <option key={id} value={id}>
                  {searchName(id)}
                </option>
              ))}
            </select>
          </label>
          {card.evaluators.length > 1 && (
            <label class="field">
              <span>{t("arena.evaluator")}</span>
              <select value={value.eval} onChange={(event) => onChange({ ...value, eval: event.currentTarget.value })}>
                {card.evaluators.map(({ id }) => (
                  <option key={id} value={id}>
                    {evaluatorName(id)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label class="field narrow">
            <span>{t("arena.depth")}</span>
            <input
              type="number"
              min={1}
              max={99}
              placeholder={t("arena.no-limit")}
              value={value.depth ?? ""}
              onChange={(event) => {
                const { depth: _, ...rest } = value;
                const depth = Number(event.currentTarget.value);
                onChange(depth > 0 ? { ...rest, depth } : rest);
              }}
            />
          </label>
        </>
      )}
      {value.kind === "engine" && (
        <label class="field">
          <span>{t("arena.engine")}</span>
          <select value={value.id} onChange={(event) => onChange({ kind: "engine", id: event.currentTarget.value })}>
            {able.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
