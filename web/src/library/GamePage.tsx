// One game: its start, its rule in a sentence, its men and how they move, its definition where it has one.

import { useEffect, useState } from "preact/hooks";
import type { GameCard } from "../api";
import { get, Refusal } from "../api/fetch";
import { Board } from "../board/Board";
import { complain } from "../shell/toast";
import { gameAbout, evaluatorName, gameName, kindName, searchName } from "../words/names";
import { number, t } from "../words/words";
import { Reach } from "./Reach";

export function GamePage({ card }: { card: GameCard }) {
  const [definition, setDefinition] = useState<string | null>(null);
  useEffect(() => {
    get<{ text: string }>(`/api/games/${encodeURIComponent(card.id)}/definition`).then(
      ({ text }) => setDefinition(text),
      (failure: unknown) => {
        if (!(failure instanceof Refusal && failure.status === 404)) complain(failure);
      },
    );
  }, [card.id]);
  const id = encodeURIComponent(card.id);
  return (
    <article class="game-page">
      <h2>{gameName(card.id)}</h2>
      <p>{gameAbout(card)}</p>
      <div class="row">
        <a class="button primary" href={`/?game=${id}`}>
          {t("library.play")}
        </a>
        <a class="button" href={`/analyse?game=${id}`}>
          {t("library.analyse")}
        </a>
      </div>
      <GameFacts card={card} />
      {definition !== null && (
        <section>
          <h3>{t("library.definition")}</h3>
          <p class="muted">{t("library.definition-about")}</p>
          <pre class="definition" tabIndex={0} role="region" aria-label={t("library.definition")}>
            {definition}
          </pre>
        </section>
      )}
    </article>
  );
}

/** What a card tells of a game; also the preview of a definition that was just read. */
export function GameFacts({ card }: { card: GameCard }) {
  return (
    <>
      <div class="game-start">
        <Board board={card.start} small label={t("library.start-of", { game: gameName(card.id) })} family={card.family} />
      </div>
      <p class="muted">
        {t("library.size", { files: card.files, ranks: card.ranks })}
        {card.dealt && ` · ${t("library.dealt")}`}
        {card.chance && ` · ${t("library.chance")}`}
      </p>
      {card.kinds.length > 0 && (
        <section>
          <h3>{t("library.men")}</h3>
          <ul class="kinds">
            {card.kinds.map((kind) => (
              <li key={kind.letter}>
                {kind.moves && <Reach moves={kind.moves} />}
                <span>
                  <strong>{kindName(kind.name)}</strong> <code>{kind.letter}</code>
                  {kind.moves && (
                    <span class="muted">
                      {" "}
                      {t("library.betza")} <code>{kind.moves}</code>
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {card.searches.length > 0 && (
        <section>
          <h3>{t("library.minds")}</h3>
          <p>
            {[...card.searches.map((one) => searchName(one.id)), ...card.evaluators.map((one) => evaluatorName(one.id))].join(
              ", ",
            )}
          </p>
        </section>
      )}
      {card.levels.length > 0 && (
        <section>
          <h3>{t("library.levels")}</h3>
          <p>
            {card.levels
              .map(({ level, rating, error }) => `${level}: ${number(rating)}${error === null ? "" : ` ± ${number(error)}`}`)
              .join(" · ")}
          </p>
        </section>
      )}
    </>
  );
}
