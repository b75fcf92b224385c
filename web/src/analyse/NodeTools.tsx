// What one may do to the current node: signs, comment, promote, delete.

import { useEffect, useState } from "preact/hooks";
import { t } from "../words/words";
import { signText } from "../tree/text";
import { node, onMainLine } from "../tree/tree";
import type { Desk } from "./desk";

export function NodeTools({ desk }: { desk: Desk }) {
  const tree = desk.tree.value;
  const at = desk.at.value;
  const one = node(tree, at);
  const [text, setText] = useState(one.comment);
  useEffect(() => setText(one.comment), [at, one.comment]);
  return (
    <div class="node-tools">
      {at !== 0 && (
        <div class="row" role="group" aria-label={t("analyse.signs")}>
          {Object.entries(signText).map(([number, sign]) => (
            <button
              type="button"
              class="sign-button"
              key={number}
              aria-pressed={one.signs.includes(Number(number))}
              aria-label={t(`analyse.sign-${number as "1" | "2" | "3" | "4" | "5" | "6"}`)}
              title={t(`analyse.sign-${number as "1" | "2" | "3" | "4" | "5" | "6"}`)}
              onClick={() => desk.sign(at, Number(number))}
            >
              {sign}
            </button>
          ))}
        </div>
      )}
      <label class="field">
        <span>{t("analyse.comment")}</span>
        <textarea
          rows={2}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={() => desk.comment(at, text.trim())}
        />
      </label>
      <div class="row">
        {at !== 0 && !onMainLine(tree, at) && (
          <button type="button" onClick={() => desk.promote(at)}>
            {t("analyse.promote")}
          </button>
        )}
        {at !== 0 && (
          <button type="button" onClick={() => desk.remove(at)}>
            {t("analyse.delete")}
          </button>
        )}
        {desk.undo.value && (
          <button type="button" onClick={() => desk.restore()}>
            {t("analyse.undo")}
          </button>
        )}
      </div>
    </div>
  );
}
