// The moves so far; one row on phones. A click shows the position after a move.
import { useEffect, useRef } from "preact/hooks";
import type { Played } from "../api";
import { moveText } from "../words/names";
import { t } from "../words/words";
import { entries } from "./moves";

interface MoveListProps {
  game: string;
  played: Played[];
  at: number; // moves played where one looks
  onLook: (plies: number) => void;
}

export function MoveList({ game, played, at, onLook }: MoveListProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = ref.current;
    const current = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !current) return;
    list.scrollTop = current.offsetTop - list.clientHeight / 2;
    list.scrollLeft = current.offsetLeft - list.clientWidth / 2;
  }, [at, played.length]);
  return (
    <div class="moves numbers" ref={ref} role="region" aria-label={t("play.moves")} tabIndex={0}>
      {played.length === 0 && <span class="muted">{t("play.no-moves")}</span>}
      {entries(played).map(({ plies, number, text, roll }) => (
        <span key={plies} class={roll ? "move roll" : number?.endsWith(".") ? "move first" : "move"}>
          {number && <span class="move-number muted">{number}</span>}
          <button class="bare" aria-current={plies === at ? "step" : undefined} onClick={() => onLook(plies)}>
            {moveText(text, game)}
          </button>
        </span>
      ))}
    </div>
  );
}
