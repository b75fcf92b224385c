// A reader for definitions: paste one, see its faults by line, or the game that it makes.

import { useState } from "preact/hooks";
import type { GameCard, VariantAnswer } from "../api";
import { get, post } from "../api/fetch";
import { complain } from "../shell/toast";
import { gameName } from "../words/names";
import { t } from "../words/words";
import { GameFacts } from "./GamePage";

export function Reader({ cards }: { cards: GameCard[] }) {
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<{ of: string; said: VariantAnswer } | null>(null);
  const [busy, setBusy] = useState(false);

  async function read(event: Event): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      setAnswer({ of: text, said: await post<VariantAnswer>("/api/variant", { text }) });
    } catch (failure) {
      complain(failure);
    }
    setBusy(false);
  }

  const fetchOne = (id: string) =>
    get<{ text: string }>(`/api/games/${encodeURIComponent(id)}/definition`).then(
      (found) => setText(found.text),
      complain,
    );
  const lines = answer?.of.split("\n") ?? [];
  return (
    <section class="reader">
      <p class="muted">{t("library.reader-about")}</p>
      <form onSubmit={(event) => void read(event)}>
        <label class="field">
          <span>{t("library.begin-with")}</span>
          <select value="" onChange={(event) => void fetchOne(event.currentTarget.value)}>
            <option value="" disabled>
              {t("library.choose-game")}
            </option>
            {cards
              .filter((card) => card.family === "chess")
              .map((card) => (
                <option key={card.id} value={card.id}>
                  {gameName(card.id)}
                </option>
              ))}
          </select>
        </label>
        <label class="field">
          <span>{t("library.definition")}</span>
          <textarea
            rows={16}
            class="mono"
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button class="primary" disabled={busy || text.trim() === ""}>
          {t("library.check")}
        </button>
      </form>
      {answer && (
        <div role="status">
          {answer.said.faults.length > 0 && (
            <>
              <p class="trouble">{t("library.faults", { n: answer.said.faults.length })}</p>
              <ul class="faults">
                {answer.said.faults.map(({ line, what }, i) => (
                  <li key={i}>
                    {line !== null && <strong>{t("library.line", { n: line })}: </strong>}
                    {what}
                    {line !== null && lines[line - 1] !== undefined && <code class="fault-line">{lines[line - 1]}</code>}
                  </li>
                ))}
              </ul>
            </>
          )}
          {answer.said.card && (
            <>
              <p class="good-text">{t("library.sound")}</p>
              <h2>{answer.said.card.name}</h2>
              <GameFacts card={answer.said.card} />
            </>
          )}
        </div>
      )}
    </section>
  );
}
