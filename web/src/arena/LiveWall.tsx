// The wall of boards that are being played on. Each is drawn anew only when its own game has moved.

import { useMemo } from "preact/hooks";
import type { LiveBoard } from "../api";
import { Board } from "../board/Board";
import { moveText, playerName } from "../words/names";
import { t } from "../words/words";
import { short } from "../analyse/value";

export function LiveWall({ boards, game }: { boards: LiveBoard[]; game: string }) {
  if (boards.length === 0) return null;
  return (
    <ul class="wall" aria-label={t("arena.live")}>
      {boards.map((one) => (
        <LiveCard key={one.game} one={one} game={game} />
      ))}
    </ul>
  );
}

function LiveCard({ one, game }: { one: LiveBoard; game: string }) {
  const drawn = useMemo(
    () => (
      <li class="live-card">
        <div class="live-name">{playerName(one.second)}</div>
        <div class="live-board">
          <Board
            board={one.board}
            last={one.trail}
            small
            label={t("arena.live-board", { n: one.game, first: playerName(one.first), second: playerName(one.second), plies: one.plies })}
          />
        </div>
        <div class="live-name">{playerName(one.first)}</div>
        <div class="live-foot muted">
          <span>{one.last && `${one.plies}. ${moveText(one.last, game)}`}</span>
          <span>{one.value && short(one.value)}</span>
        </div>
      </li>
    ),
    [one.game, one.plies, one.value?.share],
  );
  return drawn;
}
