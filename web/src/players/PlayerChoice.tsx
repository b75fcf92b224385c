// Fields that name a player who is not a person: a level, a search with its evaluation, a configured engine, chance.

import type { Engine, GameCard, PlayerAsk } from "../api";
import { evaluatorName, searchName } from "../words/names";
import { t } from "../words/words";
import { Field, SelectField } from "./Field";

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
      <SelectField
        label={t("arena.kind")}
        value={value.kind}
        options={offered.map((kind) => [kind, t(`arena.kind-${kind}`)] as const)}
        onChange={(kind) => onChange(fresh(kind, card, engines))}
      />
      {value.kind === "level" && (
        <SelectField
          label={t("arena.level")}
          value={value.level}
          options={card.levels.map(({ level, rating }) => [level, t("arena.level-option", { level, rating })] as const)}
          onChange={(level) => onChange({ kind: "level", level })}
        />
      )}
      {value.kind === "search" && (
        <>
          <SelectField
            label={t("arena.search")}
            value={value.search ?? card.searches[0]?.id ?? ""}
            options={card.searches.map(({ id }) => [id, searchName(id)] as const)}
            onChange={(search) => onChange({ ...value, search })}
          />
          {card.evaluators.length > 1 && (
            <SelectField
              label={t("arena.evaluator")}
              value={value.eval ?? card.evaluators[0]?.id ?? ""}
              options={card.evaluators.map(({ id }) => [id, evaluatorName(id)] as const)}
              onChange={(to) => onChange({ ...value, eval: to })}
            />
          )}
          <Field label={t("arena.depth")} narrow>
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
          </Field>
        </>
      )}
      {value.kind === "engine" && (
        <SelectField
          label={t("arena.engine")}
          value={value.id}
          options={able.map(({ id, name }) => [id, name] as const)}
          onChange={(id) => onChange({ kind: "engine", id })}
        />
      )}
    </div>
  );
}
