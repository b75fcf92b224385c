// A sample game that replays itself. Who wants no motion goes through it by hand.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Look, RunGame } from "../api";
import { lookAt } from "../analyse/looks";
import { cardOf } from "../api/games";
import { Board } from "../board/Board";
import { SelectField } from "../players/Field";
import { write } from "../tree/address";
import { complain } from "../shell/toast";
import { moveText } from "../words/names";
import { number, t } from "../words/words";

/** Between two moves, and at the end of a game. */
const PACE = 700;
const REST = 3000;

const wantsMotion = (): boolean => !matchMedia("(prefers-reduced-motion: reduce)").matches;

export function Replay({ game, samples }: { game: string; samples: RunGame[] }) {
  // The latest one, unless somebody has chosen another.
  const [chosen, setChosen] = useState<number | null>(null);
  const [shown, setShown] = useState(samples[0]);
  const [ply, setPly] = useState(wantsMotion() ? 0 : (samples[0]?.moves.length ?? 0));
  const [goesOn, setGoesOn] = useState(wantsMotion);
  const [look, setLook] = useState<Look | null>(null);
  // Games come while one is shown: the next one is asked for when it is due.
  const wanted = useRef(samples[0]);
  wanted.current = samples.find(({ step }) => step === chosen) ?? samples[0];
  const show = (sample: RunGame | undefined, at: number) => {
    setShown(sample);
    setPly(at);
  };

  useEffect(() => {
    if (!shown) return;
    let gone = false;
    lookAt({ game, start: shown.start, moves: shown.moves.slice(0, ply) }).then((found) => !gone && setLook(found), complain);
    return () => {
      gone = true;
    };
  }, [game, shown, ply]);
  useEffect(() => {
    if (!goesOn || !shown) return;
    const isOver = ply >= shown.moves.length;
    const timer = setTimeout(() => (isOver ? show(wanted.current, 0) : setPly(ply + 1)), isOver ? REST : PACE);
    return () => clearTimeout(timer);
  }, [goesOn, shown, ply]);

  if (!shown || !look) return null;
  const last = look.played.at(-1);
  const step = (by: number) => {
    setGoesOn(false);
    setPly(Math.min(shown.moves.length, Math.max(0, ply + by)));
  };
  const steps = samples.some((one) => one.step === shown.step) ? samples : [shown, ...samples];
  return (
    <div class="replay">
      <div class="replay-board">
        <Board
          board={look.board}
          family={cardOf(game)?.family}
          last={last?.path ?? []}
          small
          label={t("lab.replay-board", { n: ply, of: shown.moves.length })}
        />
      </div>
      <p class="replay-line numbers">
        <span>{last ? `${number(ply)}. ${moveText(last.text, game)}` : t("lab.replay-start")}</span>
        <span class="muted">{ply === shown.moves.length ? shown.result : t("lab.replay-at", { n: ply, of: shown.moves.length })}</span>
      </p>
      <div class="row">
        <button type="button" aria-label={t("lab.replay-back")} disabled={ply === 0} onClick={() => step(-1)}>
          ←
        </button>
        <button
          type="button"
          onClick={() => {
            if (!goesOn && ply >= shown.moves.length) setPly(0);
            setGoesOn(!goesOn);
          }}
        >
          {goesOn ? t("lab.replay-pause") : t("lab.replay-play")}
        </button>
        <button type="button" aria-label={t("lab.replay-on")} disabled={ply === shown.moves.length} onClick={() => step(1)}>
          →
        </button>
        <a class="button" href={`/analyse?${write({ game, start: shown.start, moves: shown.moves, at: ply })}`}>
          {t("lab.replay-analyse")}
        </a>
      </div>
      {steps.length > 1 && (
        <SelectField
          label={t("lab.replay-which")}
          value={shown.step}
          options={steps.map((one) => [one.step, t("lab.replay-step", { n: one.step, result: one.result })] as const)}
          onChange={(to) => {
            setChosen(to === samples[0]?.step ? null : to);
            show(
              steps.find((one) => one.step === to),
              0,
            );
          }}
        />
      )}
    </div>
  );
}
