// All games with a small picture of each start position.
import type { GameCard } from "../api";
import { Board } from "../board/Board";
import { Dialog } from "../shell/dialog";
import { gameAbout, gameName } from "../words/names";
import { t } from "../words/words";

const FAMILIES = ["chess", "draughts", "go", "rows"] as const;

interface GamePickerProps {
  cards: GameCard[];
  chosen: string;
  onChoose: (game: string) => void;
  onClose: () => void;
}

export function GamePicker({ cards, chosen, onChoose, onClose }: GamePickerProps) {
  return (
    <Dialog title={t("play.which-game")} wide onClose={onClose}>
      {FAMILIES.map((family) => {
        const found = cards.filter((card) => card.family === family);
        return (
          found.length > 0 && (
            <section key={family}>
              <h3 class="family">{t(`games.family-${family}`)}</h3>
              <div class="game-grid">
                {found.map((card) => (
                  <button key={card.id} class="game-card" aria-pressed={card.id === chosen} onClick={() => onChoose(card.id)}>
                    <span class="game-picture" aria-hidden="true">
                      <Board board={card.start} family={card.family} small />
                    </span>
                    <span>
                      <strong>{gameName(card.id)}</strong>
                      <span class="muted game-about">{gameAbout(card)}</span>
                    </span>
                  </button>
                ))}
              </div>
            </section>
          )
        );
      })}
      <div class="buttons end">
        <button onClick={onClose}>{t("shell.close")}</button>
      </div>
    </Dialog>
  );
}
