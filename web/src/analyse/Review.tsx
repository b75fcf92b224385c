// Review of the whole game: one button, every move of the main line judged as the verdicts come in, then a table.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Judged, Problem, Side } from "../api";
import { stream } from "../api/stream";
import { complain } from "../shell/toast";
import { codes, mainLine, node, setJudged, clearJudged, type Grove } from "../tree/tree";
import { number, t } from "../words/words";
import type { Desk } from "./desk";
import { begin, type Quiz } from "./quiz";
import { mistakes, summary, verdicts } from "./summary";

interface ReviewProps {
  desk: Desk;
  sides: [string, string];
  auto: boolean; // begins by itself
  quiz: Quiz | null;
  onQuiz: (quiz: Quiz | null) => void;
}

const isJudged = (tree: Grove) => mainLine(tree).some((at) => node(tree, at).judged);

export function Review({ desk, sides, auto, quiz, onQuiz }: ReviewProps) {
  const tree = desk.tree.value;
  const line = mainLine(tree);
  const [done, setDone] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => {
    if (auto && !isJudged(desk.tree.value)) void run();
  }, [auto]);

  async function run(): Promise<void> {
    const { game, start } = desk.tree.value;
    const whole = mainLine(desk.tree.value);
    const moves = codes(desk.tree.value, whole.at(-1) ?? 0);
    if (moves.length === 0) return;
    onQuiz(null);
    stop.current?.abort();
    const mine = new AbortController();
    stop.current = mine;
    desk.running.value = false;
    desk.setTree(clearJudged(desk.tree.value));
    setDone(0);
    try {
      type Word = Judged | { done: true } | { waiting: number } | { error: Problem };
      for await (const word of stream<Word>("/api/review", { game, start, moves }, mine.signal)) {
        if ("error" in word) throw new Error(word.error.error);
        if (!("ply" in word)) continue;
        const at = mainLine(desk.tree.value)[word.ply];
        // Whoever changes the main line meanwhile has another game; its verdicts would not fit.
        if (at === undefined || node(desk.tree.value, at).code !== moves[word.ply]) break;
        desk.setTree(setJudged(desk.tree.value, at, word));
        setDone(word.ply + 1);
      }
    } catch (failure) {
      complain(failure);
    }
    if (stop.current === mine) setDone(null);
  }

  const judged = isJudged(tree);
  const wrong = mistakes(tree);
  if (line.length === 0 || quiz) return null;
  return (
    <section class="review" aria-label={t("analyse.review")}>
      {done !== null ? (
        <div class="row">
          <progress max={line.length} value={done} aria-label={t("analyse.reviewing")} />
          <span class="muted">{t("analyse.reviewed", { n: done, of: line.length })}</span>
          <button type="button" onClick={() => stop.current?.abort()}>
            {t("analyse.stop")}
          </button>
        </div>
      ) : (
        <div class="row">
          <button type="button" class={judged ? "" : "primary"} onClick={() => void run()}>
            {judged ? t("analyse.review-again") : t("analyse.review-game")}
          </button>
          {judged && wrong.length > 0 && (
            <button type="button" class="primary" onClick={() => onQuiz(begin(wrong))}>
              {t("analyse.find-better")}
            </button>
          )}
        </div>
      )}
      {judged && <SummaryTable tree={tree} sides={sides} />}
      {judged && done === null && wrong.length === 0 && <p class="muted">{t("analyse.no-mistakes")}</p>}
    </section>
  );
}

function SummaryTable({ tree, sides }: { tree: Grove; sides: [string, string] }) {
  const both = ([0, 1] as Side[]).map((side) => summary(tree, side));
  const figure = (value: number | null) =>
    value === null ? "–" : number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <table class="figures summary">
      <thead>
        <tr>
          <td />
          {sides.map((side) => (
            <th scope="col" key={side}>
              {side}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t("analyse.accuracy")}</th>
          {both.map((one, side) => (
            <td key={side}>
              <strong>{figure(one.accuracy)}</strong>
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t("analyse.mean-loss")}</th>
          {both.map((one, side) => (
            <td key={side}>{figure(one.loss)}</td>
          ))}
        </tr>
        {verdicts.map((verdict) => (
          <tr key={verdict}>
            <th scope="row">
              <span class={`verdict-dot ${verdict}`} aria-hidden="true" /> {t(`analyse.verdicts-${verdict}`)}
            </th>
            {both.map((one, side) => (
              <td key={side}>{number(one.counts[verdict])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
