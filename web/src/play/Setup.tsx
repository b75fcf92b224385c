// First visit: a board, already set up, and three choices above it. Everything else is under "More".
import { useEffect, useState } from "preact/hooks";
import type { Board as BoardData, GameCard, Look, LookAsk } from "../api";
import { cards, engines, loadCards, loadEngines } from "../api/games";
import { post } from "../api/fetch";
import { Board } from "../board/Board";
import { complain } from "../shell/toast";
import { gameAbout, gameName, levelName } from "../words/names";
import { number, t } from "../words/words";
import { begin } from "./begin";
import { askFor, choice, choose, enginesFor } from "./choice";
import { Editor } from "./Editor";
import { GamePicker } from "./GamePicker";
import { More } from "./More";

export function Setup({ query }: { query: URLSearchParams }) {
  const [failed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    loadCards().catch((failure: unknown) => {
      setFailed(true);
      complain(failure);
    });
    loadEngines().catch(() => undefined);
  };
  useEffect(load, []);
  useEffect(() => {
    const game = query.get("game");
    const run = query.get("run");
    if (game && run) choose({ game, run, opponent: "run" });
    else if (game) choose({ game });
  }, [query]);
  const all = cards.value;
  if (!all) return failed ? <NotLoaded onRetry={load} /> : <div class="setup" aria-busy="true" />;
  const card = all.find(({ id }) => id === choice.value.game) ?? all[0];
  if (!card) return <p class="empty">{t("play.no-games")}</p>;
  const start = query.get("game") === card.id ? query.get("start") || null : null;
  const moves = query.get("game") === card.id ? (query.get("moves") ?? "").split(/[\s,]+/).filter(Boolean) : [];
  return <Choices key={`${start ?? ""} ${moves.join()}`} card={card} start={start} moves={moves} />;
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <p class="empty">
      {t("shell.no-answer")} <button onClick={onRetry}>{t("shell.retry")}</button>
    </p>
  );
}

function Choices({ card, start, moves }: { card: GameCard; start: string | null; moves: string[] }) {
  const wanted = choice.value;
  const [picking, setPicking] = useState(false);
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  // What belongs to another game than the chosen one is forgotten by not being looked at.
  const [own, setOwn] = useState({ game: card.id, text: start ?? "" });
  const [seen, setSeen] = useState<{ game: string; board: BoardData } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const position = own.game === card.id ? own.text : "";
  const shown = seen?.game === card.id ? seen.board : card.start;
  const setPosition = (text: string) => setOwn({ game: card.id, text });

  // A position of one's own is shown as soon as the server has understood it.
  useEffect(() => {
    if (position === "" && moves.length === 0) {
      setSeen(null);
      setFault(null);
      return;
    }
    const timer = setTimeout(() => {
      const ask: LookAsk = { game: card.id, start: position || null, moves };
      post<Look>("/api/look", ask).then(
        (look) => {
          setSeen({ game: card.id, board: look.board });
          setFault(null);
        },
        (failure: unknown) => setFault(failure instanceof Error ? failure.message : String(failure)),
      );
    }, 200);
    return () => clearTimeout(timer);
  }, [card.id, position]);

  const play = () => {
    setBusy(true);
    const engine = enginesFor(engines.value, card).find(({ id }) => id === wanted.engine) ?? enginesFor(engines.value, card)[0];
    const ready = wanted.opponent === "engine" ? { ...wanted, engine: engine?.id ?? "" } : wanted;
    begin(askFor(ready, card, { start: position || null, moves }))
      .catch(complain)
      .finally(() => setBusy(false));
  };

  return (
    <div class="setup">
      <h1 class="hidden-text">{t("play.title")}</h1>
      <form
        class="choices"
        onSubmit={(event) => {
          event.preventDefault();
          play();
        }}
      >
        <button
          type="button"
          class="game-choice"
          aria-haspopup="dialog"
          aria-label={t("play.choose-game", { game: gameName(card.id) })}
          onClick={() => setPicking(true)}
        >
          <span class="game-picture" aria-hidden="true">
            <Board board={card.start} family={card.family} small />
          </span>
          <span>{gameName(card.id)}</span>
        </button>
        {wanted.opponent === "level" ? <LevelSlider card={card} /> : <OtherOpponent />}
        <button class="primary play-button" disabled={busy}>
          {t("play.play")}
        </button>
        <More card={card} position={position} fault={fault} onPosition={setPosition} onEdit={() => setEditing(true)} />
      </form>
      <div class="setup-board">
        <Board
          board={shown}
          family={card.family}
          flipped={wanted.colour === "second"}
          label={t("play.start-of", { game: gameName(card.id) })}
        />
        <p class="about muted">{gameAbout(card)}</p>
      </div>
      {picking && (
        <GamePicker
          cards={cards.value ?? []}
          chosen={card.id}
          onChoose={(game) => {
            choose({ game });
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
      {editing && (
        <Editor
          card={card}
          from={position || null}
          onDone={(text) => {
            setPosition(text);
            setEditing(false);
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}

/** "3, club beginner, 1180 ± 40"; the error only where it was measured. */
export function levelText(card: GameCard, level: number): string {
  const found = card.levels.find((one) => one.level === level);
  const name = levelName(level);
  if (!found) return t("play.level-plain", { level, name });
  const rating = number(found.rating, { useGrouping: false });
  if (found.error === null) return t("play.level-rated", { level, name, rating });
  return t("play.level-measured", { level, name, rating, error: found.error });
}

function LevelSlider({ card }: { card: GameCard }) {
  const { level } = choice.value;
  const text = levelText(card, level);
  return (
    <div class="level">
      <label for="level">{t("play.opponent")}</label>
      <input
        id="level"
        type="range"
        min="1"
        max="10"
        step="1"
        value={level}
        aria-valuetext={text}
        onInput={(event) => choose({ level: Number(event.currentTarget.value) })}
      />
      <output for="level" class="numbers">
        {text}
      </output>
    </div>
  );
}

function OtherOpponent() {
  return (
    <div class="level">
      <span>{t("play.opponent")}</span>
      <span class="other">
        {t(`play.opponent-${choice.value.opponent}`)}
        {choice.value.opponent === "run" && ` (${choice.value.run})`}
      </span>
      <button type="button" class="bare" onClick={() => choose({ opponent: "level" })}>
        {t("play.choose-level")}
      </button>
    </div>
  );
}
