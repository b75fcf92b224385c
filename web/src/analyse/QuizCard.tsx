// The card of "find the better move", and what happens when a move is tried.

import { useEffect, useRef } from "preact/hooks";
import type { Deed, Line, Thought } from "../api";
import { stream } from "../api/stream";
import { codes, node, parent, path } from "../tree/tree";
import { numbered, type Counting } from "../tree/text";
import { moveText } from "../words/names";
import { t } from "../words/words";
import type { Desk } from "./desk";
import { failed, judge, loss, opened, tolerance, type Phase, type Quiz } from "./quiz";

const checkMillis = 600;
const stepMillis = 900;

/** Judges a try: at once where it is known, else by a short look of the engine. Gives the next phase. */
export async function attempt(desk: Desk, quiz: Quiz, deed: Deed, signal: AbortSignal): Promise<Phase> {
  const tree = desk.tree.value;
  const at = quiz.list[quiz.index] ?? 0;
  const { judged, code, by } = node(tree, at);
  if (!judged) return { is: "shown" };
  const known = judge(deed.code, code, judged);
  if (known.kind === "best") return { is: "found", move: deed.text, best: true };
  if (known.kind === "played" || by === null) return failed(quiz.phase, deed.text);
  const moves = [...codes(tree, parent(tree, at) ?? 0), deed.code];
  let best: Line | undefined;
  const ask = { game: tree.game, start: tree.start, moves, lines: 1, millis: checkMillis };
  for await (const thought of stream<Thought>("/api/think", ask, signal)) {
    if ("lines" in thought) best = thought.lines[0] ?? best;
  }
  const good = best !== undefined && loss(judged.before.share, best.value.share, by) <= tolerance;
  return good ? { is: "found", move: deed.text, best: false } : failed(quiz.phase, deed.text);
}

interface QuizCardProps {
  desk: Desk;
  quiz: Quiz;
  counting: Counting;
  sides: [string, string];
  onQuiz: (quiz: Quiz | null) => void;
}

export function QuizCard({ desk, quiz, counting, sides, onQuiz }: QuizCardProps) {
  const tree = desk.tree.value;
  const at = quiz.list[quiz.index] ?? 0;
  const one = node(tree, at);
  const { judged } = one;
  const { phase } = quiz;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  function still(): void {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }

  /** Plays a line out on the board, one move at a time, from the position at `from`. */
  function playOut(from: number, line: string[], count = 0): void {
    still();
    if (desk.at.value !== from) desk.go(from);
    desk.preview.value = line.slice(0, count);
    if (count < line.length) timer.current = setTimeout(() => playOut(from, line, count + 1), stepMillis);
  }

  useEffect(() => {
    desk.go(parent(tree, at) ?? 0);
    return still;
  }, [quiz.index]);
  useEffect(() => {
    if (phase.is === "shown" && judged) playOut(at, judged.reply.codes.slice(0, 6));
  }, [phase.is]);

  if (!judged || one.by === null) return null;
  const played = moveText(one.text, tree.game);
  const move = (text: string) => moveText(text, tree.game);
  const next = () => {
    still();
    onQuiz(quiz.index + 1 < quiz.list.length ? { ...quiz, index: quiz.index + 1, phase: opened } : null);
  };
  const line = (from: number, { codes: along, texts }: { codes: string[]; texts: string[] }, mover: 0 | 1) => (
    <span class="line-moves">
      {numbered(tree, from, texts.slice(0, 6), mover, counting).map((part, i) => (
        <button type="button" class="ply" key={i} onClick={() => playOutTo(from, along, i + 1)}>
          {part.number && <span class="tree-number">{part.number} </span>}
          {move(part.text)}
        </button>
      ))}
    </span>
  );
  function playOutTo(from: number, along: string[], count: number): void {
    still();
    if (desk.at.value !== from) desk.go(from);
    desk.preview.value = along.slice(0, count);
  }
  const before = parent(tree, at) ?? 0;
  const other = one.by === 0 ? 1 : 0;
  return (
    <section class="quiz" aria-label={t("analyse.find-better")} data-testid="quiz">
      <p class="muted">
        {t("analyse.quiz-place", { n: quiz.index + 1, of: quiz.list.length, move: Math.ceil(path(tree, at).length / 2) })}
      </p>
      <div role="status">
        {phase.is === "asking" && phase.tries === 0 && (
          <p>{t("analyse.quiz-ask", { side: sides[one.by], move: played, verdict: t(`analyse.verdict-${judged.verdict}`) })}</p>
        )}
        {phase.is === "asking" && phase.tries === 1 && (
          <p>{t("analyse.quiz-again", { move: move(phase.wrong ?? "") })}</p>
        )}
        {phase.is === "checking" && <p>{t("analyse.quiz-checking", { move: move(phase.move) })}</p>}
        {phase.is === "found" && (
          <p class="good-text">
            {phase.best
              ? t("analyse.quiz-best", { move: move(phase.move) })
              : t("analyse.quiz-good", { move: move(phase.move), best: move(judged.best.texts[0] ?? "") })}
          </p>
        )}
        {phase.is === "shown" && <p>{t("analyse.quiz-shown", { move: move(judged.best.texts[0] ?? "") })}</p>}
      </div>
      {(phase.is === "shown" || phase.is === "found") && (
        <dl class="quiz-lines">
          <dt>{t("analyse.better-line")}</dt>
          <dd>{line(before, judged.best, one.by)}</dd>
          {judged.reply.codes.length > 0 && (
            <>
              <dt>{t("analyse.refutation", { move: played })}</dt>
              <dd>
                {line(at, judged.reply, other)}{" "}
                <button type="button" class="link" onClick={() => playOut(at, judged.reply.codes.slice(0, 6))}>
                  {t("analyse.play-out")}
                </button>
              </dd>
            </>
          )}
        </dl>
      )}
      <div class="row">
        {(phase.is === "asking" || phase.is === "checking") && (
          <button type="button" onClick={() => onQuiz({ ...quiz, phase: { is: "shown" } })}>
            {t("analyse.show-solution")}
          </button>
        )}
        <button type="button" class={phase.is === "found" || phase.is === "shown" ? "primary" : ""} onClick={next}>
          {quiz.index + 1 < quiz.list.length ? t("analyse.next-mistake") : t("analyse.end-quiz")}
        </button>
        {quiz.index + 1 < quiz.list.length && (
          <button type="button" onClick={() => onQuiz(null)}>
            {t("analyse.end-quiz")}
          </button>
        )}
      </div>
    </section>
  );
}
