// One player: name, colour, clock, and a thin moving line while an engine thinks.
import { Clock } from "./Clock";
import { t } from "../words/words";

interface SeatRowProps {
  name: string;
  side: string;
  isBlack: boolean;
  isTurn: boolean;
  thinking: boolean;
  clock: { left: number; heard: number; running: boolean } | null;
}

export function SeatRow({ name, side, isBlack, isTurn, thinking, clock }: SeatRowProps) {
  return (
    <div class={isTurn ? "seat turn" : "seat"}>
      <span class={isBlack ? "seat-colour black" : "seat-colour white"} aria-hidden="true" />
      <span class="seat-name">
        <strong>{name}</strong> <span class="muted">{side}</span>
        {isTurn && <span class="hidden-text">{thinking ? t("play.thinking") : t("play.to-move")}</span>}
      </span>
      {clock && <Clock {...clock} />}
      {thinking && <span class="thinking" aria-hidden="true" />}
    </div>
  );
}
