// One engine beside the board: asks the server about the current position while the engines are on, and shows its lines.
// The first of several also feeds the bar, the graph and the overlays.

import { useEffect, useState } from "preact/hooks";
import type { Engine, GameCard, Known, Line, Thought } from "../api";
import { stream } from "../api/stream";
import { PlayerChoice, type Bot } from "../players/PlayerChoice";
import { numbered, type Counting } from "../tree/text";
import { moveText } from "../words/names";
import { number, t } from "../words/words";
import type { Column, Desk } from "./desk";
import { short } from "./value";

interface Heard {
  position: string;
  lines: Line[];
  known: Known[];
  waiting: number | null;
  done: "time" | "enough" | "turn" | null;
  error: string | null;
}

/** Holding an arrow key should not start an engine at every position it passes. */
const settle = 150;
/** No eye follows more than ten changes a second. */
const pace = 100;

/** Room for all lines is kept from the beginning, so that nothing below jumps when they come. */
const rowHeight = 30;

interface EngineColumnProps {
  desk: Desk;
  column: Column;
  card: GameCard;
  engines: Engine[];
  counting: Counting;
  first: boolean;
}

export function EngineColumn({ desk, column, card, engines, counting, first }: EngineColumnProps) {
  const [heard, setHeard] = useState<Heard | null>(null);
  const [again, setAgain] = useState(0);
  const position = desk.key.value;
  const on = desk.running.value;
  const look = desk.preview.value.length === 0 ? desk.look.value : null;
  const over = look?.outcome != null;
  // Nobody thinks about what a die will do.
  const idle = look?.mover === null;

  useEffect(() => {
    if (!on || idle) return;
    const stop = new AbortController();
    const { tree } = desk.spot.value;
    const moves = desk.codes.value;
    const state: Heard = { position, lines: [], known: [], waiting: null, done: null, error: null };
    let best: Line | undefined;
    let shown = 0;
    let later: ReturnType<typeof setTimeout> | null = null;
    let owner: number[] | null = null;
    const show = () => {
      later = null;
      shown = Date.now();
      setHeard({ ...state });
      if (first) desk.word.value = { position, lines: state.lines, owner, known: state.known };
    };
    const listen = async () => {
      const { player, lines } = column;
      const ask = { game: tree.game, start: tree.start, moves, lines, ...(player ? { player } : {}) };
      try {
        for await (const thought of stream<Thought>("/api/think", ask, stop.signal)) {
          if ("waiting" in thought) state.waiting = thought.waiting;
          else if ("done" in thought) state.done = thought.done ? thought.why : null;
          else if ("error" in thought) state.error = thought.error.error;
          else {
            state.waiting = null;
            state.lines = thought.lines;
            state.known = thought.known;
            owner = thought.owner;
            best = thought.lines[0];
          }
          later ??= setTimeout(show, Math.max(0, shown + pace - Date.now()));
        }
      } catch (error) {
        if (stop.signal.aborted) return;
        state.error = error instanceof Error ? error.message : String(error);
        show();
      }
    };
    const begin = setTimeout(() => void listen(), settle);
    return () => {
      clearTimeout(begin);
      if (later !== null) clearTimeout(later);
      stop.abort();
      if (first && best) desk.keep(moves, best.value);
    };
  }, [position, on, idle, again, first, JSON.stringify([column.player, column.lines])]);

  const now = heard?.position === position ? heard : null;
  const lead = now?.lines[0];
  const player: Bot = column.player && column.player.kind !== "human" && column.player.kind !== "run" ? column.player : { kind: "search" };
  return (
    <section class="engine" aria-label={t("analyse.engine")} data-testid="engine">
      <div class="engine-head">
        {now?.error ? (
          <span class="engine-trouble" role="alert">{now.error}</span>
        ) : over ? (
          <span>{t("analyse.game-over")}</span>
        ) : idle ? (
          <span>{t("analyse.die")}</span>
        ) : !on ? (
          <span class="muted">{t("analyse.engine-off")}</span>
        ) : now?.waiting ? (
          <span>{t("analyse.waiting", { n: now.waiting })}</span>
        ) : lead ? (
          <span class="engine-figures">
            <strong>{short(lead.value)}</strong> {t("analyse.depth", { n: lead.depth })} ·{" "}
            {t("analyse.speed", { n: number(lead.speed, { notation: "compact", maximumFractionDigits: 1 }) })}
          </span>
        ) : (
          <span class="muted">{t("analyse.thinking")}</span>
        )}
        {on && now?.done && (
          <button type="button" class="link" onClick={() => setAgain(again + 1)}>
            {now.done === "turn" ? t("analyse.others-waited") : t("analyse.think-on")}
          </button>
        )}
        {on && !now?.done && !now?.error && !idle && <span class="busy-line" aria-hidden="true" />}
      </div>
      {on && now && now.known.length > 0 && (
        <ul class="known" aria-label={t("analyse.known")}>
          {now.known.map((one) => (
            <li key={`${one.source}${one.code}`}>
              <button type="button" class="ply" onClick={() => void desk.enter([one.code], 1)}>
                {moveText(one.text, card.id)}
              </button>{" "}
              {resultWords(one.result)} <span class="muted">{t(`analyse.source-${one.source}`)}</span>
            </li>
          ))}
        </ul>
      )}
      {on && !idle && (
        <ol class="engine-lines" aria-label={t("analyse.lines")} style={{ minHeight: `${column.lines * rowHeight}px` }}>
          {now?.lines.map((line) => (
            <LineRow key={line.rank} desk={desk} line={line} counting={counting} game={card.id} />
          ))}
        </ol>
      )}
      <details class="engine-more">
        <summary>{t("analyse.engine-settings")}</summary>
        <div class="row">
          <label class="field narrow">
            <span>{t("analyse.how-many-lines")}</span>
            <select
              value={column.lines}
              onChange={(event) => desk.setColumn(column.id, { lines: Number(event.currentTarget.value) })}
            >
              {[1, 2, 3, 4, 5].map((n) => (
                <option key={n} value={n}>
                  {n}
                </option>
              ))}
            </select>
          </label>
          <label class="field check">
            <input
              type="checkbox"
              checked={column.player === null}
              onChange={(event) =>
                desk.setColumn(column.id, {
                  player: event.currentTarget.checked
                    ? null
                    : { kind: "search", search: card.searches[0]?.id, eval: card.evaluators[0]?.id },
                })
              }
            />
            <span>{t("analyse.our-best")}</span>
          </label>
        </div>
        {column.player !== null && (
          <PlayerChoice
            value={player}
            card={card}
            engines={engines}
            kinds={["search", "engine"]}
            label={t("analyse.engine")}
            onChange={(to) => desk.setColumn(column.id, { player: to })}
          />
        )}
        {!first && (
          <button type="button" onClick={() => desk.dropColumn(column.id)}>
            {t("analyse.drop-engine")}
          </button>
        )}
      </details>
    </section>
  );
}

/** "win 12", "draw" and "loss 3" of the tables in the reader's language; what a book says is figures anyway. */
function resultWords(result: string): string {
  const [, kind, count] = /^(win|draw|loss)(?: (\d+))?$/.exec(result) ?? [];
  if (kind === "draw") return t("analyse.known-draw");
  if (kind !== "win" && kind !== "loss") return result;
  return count === undefined ? t(`analyse.known-${kind}`) : t(`analyse.known-${kind}-in`, { n: Number(count) });
}

interface LineRowProps {
  desk: Desk;
  line: Line;
  counting: Counting;
  game: string;
}

function LineRow({ desk, line, counting, game }: LineRowProps) {
  const moves = numbered(desk.tree.value, desk.at.value, line.texts, desk.look.value?.mover ?? 0, counting);
  return (
    <li
      class="engine-line"
      onPointerEnter={() => void desk.point(line.codes, 5)}
      onPointerLeave={() => (desk.hover.value = null)}
      onFocusIn={() => void desk.point(line.codes, 5)}
      onFocusOut={() => (desk.hover.value = null)}
    >
      <span class="line-value">{short(line.value)}</span>
      <span class="line-moves">
        {moves.map((move, i) => (
          <button type="button" class="ply" key={i} onClick={() => void desk.enter(line.codes, i + 1)}>
            {move.number && <span class="tree-number">{move.number} </span>}
            {moveText(move.text, game)}
          </button>
        ))}
      </span>
      {line.visits !== null && <span class="line-visits">{number(line.visits)}</span>}
    </li>
  );
}
