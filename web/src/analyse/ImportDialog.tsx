// "Paste anything": a text or a file goes to the server, which finds out what it is. Several games make a list to choose
// from; faults are shown together with what was kept.

import { useEffect, useState } from "preact/hooks";
import type { ReadAnswer, Tree } from "../api";
import { post } from "../api/fetch";
import { cardOf } from "../api/games";
import { Dialog } from "../shell/dialog";
import { gameName } from "../words/names";
import { t } from "../words/words";
import { textOf } from "./files";

interface ImportDialogProps {
  game: string; // helps where the text does not say
  text: string; // what was dropped, or nothing
  onTree: (tree: Tree) => void;
  onClose: () => void;
}

export function ImportDialog({ game, text: dropped, onTree, onClose }: ImportDialogProps) {
  const [text, setText] = useState(dropped);
  const [answer, setAnswer] = useState<ReadAnswer | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (dropped) void read(dropped);
  }, [dropped]);

  async function read(from: string): Promise<void> {
    setBusy(true);
    setTrouble(null);
    setAnswer(null);
    try {
      // What is no move of the game on the board may still be one of another.
      const found = await post<ReadAnswer>("/api/read", { text: from, game }).catch((refused: unknown) =>
        post<ReadAnswer>("/api/read", { text: from }).catch(() => Promise.reject(refused)),
      );
      const [only] = found.games;
      if (only && found.games.length === 1 && found.faults.length === 0) onTree(only);
      else setAnswer(found);
    } catch (failure) {
      setTrouble(failure instanceof Error ? failure.message : String(failure));
    }
    setBusy(false);
  }

  async function choose(files: FileList | null): Promise<void> {
    const file = files?.[0];
    if (!file) return;
    const inside = await textOf(file);
    setText(inside);
    await read(inside);
  }

  return (
    <Dialog title={t("analyse.import")} wide onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void read(text);
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void choose(event.dataTransfer?.files ?? null);
        }}
      >
        <label class="field">
          <span>{t("analyse.paste-anything")}</span>
          <textarea
            rows={8}
            class="mono"
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <div class="row">
          <button class="primary" disabled={busy || text.trim() === ""}>
            {t("analyse.read")}
          </button>
          <label class="field">
            <span>{t("analyse.or-file")}</span>
            <input
              type="file"
              accept=".pgn,.sgf,.pdn,.fen,.epd,.txt,text/*"
              onChange={(event) => void choose(event.currentTarget.files)}
            />
          </label>
        </div>
      </form>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {answer && (
        <div role="status">
          {answer.faults.length > 0 && (
            <>
              <p>{t("analyse.faults", { n: answer.faults.length })}</p>
              <ul class="faults">
                {answer.faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            </>
          )}
          {answer.games.length > 0 ? (
            <>
              <p>{t("analyse.games-found", { n: answer.games.length })}</p>
              <ol class="found">
                {answer.games.map((tree, i) => (
                  <li key={i}>
                    <button type="button" onClick={() => onTree(tree)}>
                      {title(tree)}
                    </button>
                  </li>
                ))}
              </ol>
            </>
          ) : (
            <p>{t("analyse.nothing-found")}</p>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** "Anna – Bob, 1-0, Opera 1858": what its tags tell of a game. */
export function title(tree: Tree): string {
  const tag = (...names: string[]) =>
    tree.tags.find(([name, value]) => names.includes(name) && value !== "" && value !== "?")?.[1];
  const white = tag("White", "PW");
  const black = tag("Black", "PB");
  const players = cardOf(tree.game)?.sides[0] === "Black" ? [black, white] : [white, black];
  const known = players.some((one) => one) ? players.map((one) => one ?? "?").join(" – ") : gameName(tree.game);
  const result = tree.result === "*" ? null : tree.result;
  const moves = t("analyse.plies", { n: tree.nodes.length - 1 });
  return [known, result, tag("Event", "EV", "GN"), moves].filter((one) => one).join(", ");
}
