// The form that begins a run, from a recipe or as a fork of another run. It opens ready to send.

import { useState } from "preact/hooks";
import type { Recipe, RunAsk, RunCard, Setting } from "../api";
import { post } from "../api/fetch";
import { Field, NumberField, SelectField } from "../players/Field";
import { go } from "../shell/router";
import { complain } from "../shell/toast";
import { gameName } from "../words/names";
import { maybe, t } from "../words/words";
import { ask, isNumber, unfit, type Values } from "./ask";

/** What is asked for without opening anything. */
const first = ["rounds", "passes", "epochs", "steps", "optimiser", "manner.nodes", "play.games", "play.simulations"];

const settingName = (name: string): string => maybe(`lab.set-${name}`) ?? name;
const choiceName = (word: string): string => maybe(`lab.choice-${word}`) ?? word;

/** "Tic-tac-toe (self-play)": where a kind has several ways to learn a game they have names; others are told apart by their ids. */
export function recipeName(recipe: Recipe, all: Recipe[]): string {
  const way = maybe(`lab.recipe-${recipe.kind}-${recipe.id.slice(recipe.game.length + 1)}`);
  if (way) return `${gameName(recipe.game)} (${way})`;
  const kind = maybe(`lab.recipe-${recipe.kind}`) ?? recipe.kind;
  const twins = all.filter((one) => one.game === recipe.game && one.kind === recipe.kind);
  const id = twins.length > 1 && recipe.id !== recipe.game ? `, ${recipe.id}` : "";
  return `${gameName(recipe.game)} (${kind}${id})`;
}

export function NewRun({ recipes }: { recipes: Recipe[] }) {
  const [chosen, setChosen] = useState(`${recipes[0]?.kind}/${recipes[0]?.id}`);
  const recipe = recipes.find((one) => `${one.kind}/${one.id}` === chosen) ?? recipes[0];
  if (!recipe) return <p class="empty">{t("lab.no-recipes")}</p>;
  return (
    <RunForm key={chosen} label={t("lab.new-run")} settings={recipe.settings} base={{ kind: recipe.kind, recipe: recipe.id }} start={t("lab.start")}>
      <SelectField
        label={t("lab.recipe")}
        value={chosen}
        options={recipes.map((one) => [`${one.kind}/${one.id}`, recipeName(one, recipes)] as const)}
        onChange={setChosen}
      />
    </RunForm>
  );
}

interface ForkProps {
  id: string;
  settings: Setting[];
  learnt: RunCard["learnt"];
}

export function Fork({ id, settings, learnt }: ForkProps) {
  const [net, setNet] = useState(learnt !== null);
  return (
    <RunForm label={t("lab.fork")} settings={settings} base={{ from: id, net }} start={t("lab.start-fork")}>
      {learnt && (
        <label class="tick">
          <input type="checkbox" checked={net} onChange={(event) => setNet(event.currentTarget.checked)} /> {t(`lab.with-${learnt}`)}
        </label>
      )}
    </RunForm>
  );
}

interface RunFormProps {
  label: string;
  settings: Setting[];
  base: RunAsk;
  start: string;
  children: preact.ComponentChildren;
}

function RunForm({ label, settings, base, start, children }: RunFormProps) {
  const [values, setValues] = useState<Values>({});
  const [title, setTitle] = useState("");
  const [busy, setBusy] = useState(false);
  const wrong = unfit(settings, values);

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    if (wrong) return;
    setBusy(true);
    try {
      const { id } = await post<{ id: string }>("/api/runs", ask(base, settings, values, title));
      go(`/lab/runs/${encodeURIComponent(id)}`);
    } catch (failure) {
      complain(failure);
      setBusy(false);
    }
  }

  const set = (name: string) => (to: number | string) => setValues({ ...values, [name]: to });
  const field = (setting: Setting) =>
    isNumber(setting) ? (
      <NumberField
        key={setting.name}
        label={settingName(setting.name)}
        value={Number(values[setting.name] ?? setting.value)}
        min={setting.least}
        max={setting.most}
        step={setting.whole ? 1 : "any"}
        onChange={set(setting.name)}
      />
    ) : (
      <SelectField
        key={setting.name}
        label={settingName(setting.name)}
        value={String(values[setting.name] ?? setting.value)}
        options={setting.choices.map((word) => [word, choiceName(word)] as const)}
        onChange={set(setting.name)}
      />
    );
  return (
    <form class="run-form" onSubmit={(event) => void send(event)} aria-label={label}>
      <div class="fields">
        {children}
        {settings.filter(({ name }) => first.includes(name)).map(field)}
      </div>
      <details>
        <summary>{t("lab.more")}</summary>
        <div class="fields">
          <Field label={t("lab.title")}>
            <input value={title} maxLength={80} onInput={(event) => setTitle(event.currentTarget.value)} />
          </Field>
          {settings.filter(({ name }) => !first.includes(name)).map(field)}
        </div>
      </details>
      {wrong && (
        <p class="trouble" role="alert">
          {t("lab.wrong-number", { name: settingName(wrong.name), least: wrong.least, most: wrong.most })}
        </p>
      )}
      <div class="buttons">
        <button class="primary" disabled={busy}>
          {start}
        </button>
      </div>
    </form>
  );
}
