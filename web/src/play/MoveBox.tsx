// A move typed in the game's own notation.
import { useState } from "preact/hooks";
import type { Deed } from "../api";
import { moveText } from "../words/names";
import { t } from "../words/words";

interface MoveBoxProps {
  game: string;
  deeds: Deed[];
  disabled: boolean;
  onMove: (move: string) => Promise<unknown>; // resolves to something true if it was played
}

export function MoveBox({ game, deeds, disabled, onMove }: MoveBoxProps) {
  const [text, setText] = useState("");
  const example = deeds[0] ? moveText(deeds[0].text, game) : "";
  const submit = async (event: Event) => {
    event.preventDefault();
    const typed = text.trim();
    if (typed === "" || disabled) return;
    if (await onMove(meant(typed, deeds, game))) setText("");
  };
  return (
    <form class="move-box" onSubmit={(event) => void submit(event)}>
      <label>
        <span class="hidden-text">{t("play.move-box")}</span>
        <input
          type="text"
          value={text}
          placeholder={example === "" ? t("play.move-box") : t("play.move-example", { move: example })}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          enterkeyhint="go"
          data-testid="move-box"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button disabled={disabled}>{t("play.do-move")}</button>
    </form>
  );
}

/** The code of the move that is written so in this language; otherwise what was typed, for the server to read. */
export function meant(typed: string, deeds: readonly Deed[], game: string): string {
  const plain = (text: string) => text.replace(/[+#!?]+$/, "");
  const found = deeds.filter((deed) => plain(moveText(deed.text, game)) === plain(typed) || deed.code === typed);
  return found.length === 1 && found[0] ? found[0].code : typed;
}
