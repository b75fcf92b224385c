// The tree as running text; every move is a button that goes there.

import { useEffect, useRef } from "preact/hooks";
import { moveText } from "../words/names";
import { t } from "../words/words";
import { signs, tokens, type Counting, type Token } from "../tree/text";
import { node, type Grove } from "../tree/tree";
import { verdictSign } from "./summary";

interface MoveTreeProps {
  tree: Grove;
  at: number;
  counting: Counting;
  onGo: (at: number) => void;
}

export function MoveTree({ tree, at, counting, onGo }: MoveTreeProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = frame.current;
    const here = place?.querySelector<HTMLElement>("[aria-current]");
    if (!place) return;
    if (!here) place.scrollTop = 0;
    else if (here.offsetTop < place.scrollTop || here.offsetTop + here.offsetHeight > place.scrollTop + place.clientHeight) {
      place.scrollTop = here.offsetTop - place.clientHeight / 2;
    }
  }, [tree, at]);

  const show = (token: Token) => {
    switch (token.kind) {
      case "comment":
        return <span class="tree-comment">{token.text} </span>;
      case "variation":
        return <div class={`tree-variation deep-${Math.min(token.deep, 4)}`}>{token.tokens.map(show)}</div>;
      case "move": {
        const one = node(tree, token.at);
        const verdict = one.judged?.verdict;
        const sign = signs(one.signs) || (verdict ? verdictSign[verdict] : "");
        return (
          <span class="tree-move">
            {token.number && <span class="tree-number">{token.number}</span>}
            <button
              type="button"
              class={`ply${one.by === null ? " die" : ""}${verdict ? ` ${verdict}` : ""}`}
              aria-current={token.at === at ? "true" : undefined}
              onClick={() => onGo(token.at)}
            >
              {moveText(token.text, tree.game)}
              {sign}
            </button>{" "}
          </span>
        );
      }
    }
  };
  const list = tokens(tree, counting);
  const intro = node(tree, 0).comment;
  return (
    <div class="tree" ref={frame} role="group" aria-label={t("analyse.moves")} tabIndex={0}>
      {intro && <p class="tree-comment">{intro}</p>}
      {list.length === 0 ? <p class="empty">{t("analyse.no-moves")}</p> : list.map(show)}
      {list.length > 0 && tree.result !== "*" && <span class="tree-result">{tree.result.replace(/1\/2/g, "½")}</span>}
    </div>
  );
}
