// The games as cards, by family, each with a picture of its start.

import type { GameCard } from "../api";
import { Board } from "../board/Board";
import { gameAbout, gameName } from "../words/names";
import { t } from "../words/words";

const families = ["chess", "draughts", "go", "rows"] as const;

export function Games({ cards }: { cards: GameCard[] }) {
  return (
    <>
      {families.map((family) => {
        const shown = cards.filter((card) => card.family === family);
        return shown.length === 0 ? null : (
          <section key={family}>
            <h2>{t(`games.family-${family}`)}</h2>
            <ul class="cards">
              {shown.map((card) => (
                <li key={card.id}>
                  <a class="shelf-card" href={`/library?game=${encodeURIComponent(card.id)}`}>
                    <span class="shelf-picture" aria-hidden="true">
                      <Board board={card.start} small label={gameName(card.id)} family={card.family} />
                    </span>
                    <span class="shelf-words">
                      <strong>{gameName(card.id)}</strong>
                      <span class="muted">{gameAbout(card)}</span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
