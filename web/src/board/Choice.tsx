// Several deeds with one path: what the pawn becomes, or which way was meant. Shown at the square where it ends.
import { useEffect, useRef } from "preact/hooks";
import type { Board, Deed, GameCard } from "../api";
import { ManPicture } from "../pieces/ManPicture";
import type { Colour } from "../pieces/colour";
import { familyMoveText, kindName } from "../words/names";
import { t } from "../words/words";
import { middleOf, UNIT, type Geometry } from "./geometry";

interface ChoiceProps {
  deeds: Deed[];
  board: Board;
  at: Geometry;
  family: GameCard["family"] | undefined;
  colour: Colour;
  onDeed: (deed: Deed) => void;
  onCancel: () => void;
}

export function Choice({ deeds, board, at, family, colour, onDeed, onCancel }: ChoiceProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.querySelector("button")?.focus(), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") onCancel();
    };
    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) onCancel();
    };
    addEventListener("keydown", onKey);
    addEventListener("pointerdown", onDown);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("pointerdown", onDown);
    };
  });
  const [x, y] = middleOf(at, deeds[0]?.path.at(-1) ?? 0);
  const isHigh = y < (board.ranks * UNIT) / 2;
  const place = {
    left: `${((x / (board.files * UNIT)) * 100).toFixed(2)}%`,
    [isHigh ? "top" : "bottom"]: `${((isHigh ? y + 50 : board.ranks * UNIT - y + 50) / (board.ranks * UNIT)) * 100}%`,
    transform: `translateX(${((-x / (board.files * UNIT)) * 100).toFixed(2)}%)`,
  };
  return (
    <div class="choice" ref={ref} role="group" aria-label={t("play.which-move")} style={place}>
      {deeds.map((deed) => (
        <button key={deed.code} onClick={() => onDeed(deed)} aria-label={deed.makes ? kindName(deed.makes) : undefined}>
          {deed.makes ? (
            <svg viewBox="-50 -50 100 100" width="44" height="44" aria-hidden="true">
              <ManPicture kind={deed.makes} letter={deed.makes} colour={colour} />
            </svg>
          ) : (
            familyMoveText(deed.text, family)
          )}
        </button>
      ))}
    </div>
  );
}
