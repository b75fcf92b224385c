// An empty board: any game, and a position of one's own where wanted.

import { useState } from "preact/hooks";
import type { GameCard } from "../api";
import { Field, SelectField } from "../players/Field";
import { Dialog } from "../shell/dialog";
import { gameName } from "../words/names";
import { t } from "../words/words";
import { lookAt } from "./looks";

interface NewBoardDialogProps {
  cards: GameCard[];
  game: string;
  onOpen: (game: string, start: string | null) => void;
  onClose: () => void;
}

export function NewBoardDialog({ cards, game: first, onOpen, onClose }: NewBoardDialogProps) {
  const [game, setGame] = useState(first);
  const [start, setStart] = useState("");
  const [trouble, setTrouble] = useState<string | null>(null);
  const open = async () => {
    const text = start.trim() || null;
    try {
      await lookAt({ game, start: text });
      onOpen(game, text);
    } catch (failure) {
      setTrouble(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <Dialog title={t("analyse.new-board")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <SelectField
          label={t("analyse.game")}
          value={game}
          options={cards.map(({ id }) => [id, gameName(id)] as const)}
          onChange={setGame}
        />
        <Field label={t("analyse.position")}>
          <textarea
            rows={2}
            class="mono"
            spellcheck={false}
            placeholder={t("analyse.usual-start")}
            value={start}
            onInput={(event) => setStart(event.currentTarget.value)}
          />
        </Field>
        {trouble && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
        <div class="buttons end">
          <button type="button" onClick={onClose}>
            {t("shell.cancel")}
          </button>
          <button class="primary">{t("analyse.open")}</button>
        </div>
      </form>
    </Dialog>
  );
}
