// The position editor: men from a palette are put on the board by clicks; the server says whether the position can be.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Board as BoardData, GameCard, Look, LookAsk, Man, Side, Square } from "../api";
import { post } from "../api/fetch";
import { Board } from "../board/Board";
import { manName } from "../board/spoken";
import { colourOf } from "../pieces/colour";
import { ManPicture } from "../pieces/ManPicture";
import { Dialog } from "../shell/dialog";
import { complain } from "../shell/toast";
import { sideNames } from "../words/names";
import { t } from "../words/words";
import { positionText } from "./position";

type Stamp = Omit<Man, "on">;

/** What can be put down: every kind for both sides, and whatever neutral men the start has. */
export function palette(card: GameCard): Stamp[] {
  const bare = ({ side, letter, kind }: Man): Stamp => ({ side, letter, kind });
  const neutral = card.start.men.filter((man) => man.side === null).slice(0, 1).map(bare);
  if (card.kinds.length === 0) {
    if (card.start.cells === "grid") {
      return [
        { side: 0, letter: "x", kind: "cross" },
        { side: 1, letter: "o", kind: "nought" },
      ];
    }
    const [first, second] = card.family === "go" ? ["X", "O"] : ["x", "o"];
    return [
      { side: 0, letter: first, kind: "stone" },
      { side: 1, letter: second, kind: "stone" },
    ];
  }
  const kinds = card.kinds.filter(({ name }) => !neutral.some(({ kind }) => kind === name));
  const isWhiteFirst = card.sides[0] !== "Black";
  const stamps = ([0, 1] as const).flatMap((side) =>
    kinds.map(({ letter, name }): Stamp => {
      const isCapital = (side === 0) === isWhiteFirst;
      return { side, letter: isCapital ? letter.toUpperCase() : letter.toLowerCase(), kind: name };
    }),
  );
  return [...stamps, ...neutral];
}

interface EditorProps {
  card: GameCard;
  from: string | null;
  onDone: (text: string) => void;
  onClose: () => void;
}

export function Editor({ card, from, onDone, onClose }: EditorProps) {
  const [board, setBoard] = useState<BoardData>(card.start);
  const [like, setLike] = useState("");
  const [turn, setTurn] = useState<Side>(0);
  const [castling, setCastling] = useState(true);
  const [stamp, setStamp] = useState<Stamp | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const stamps = useMemo(() => palette(card), [card]);
  const [first, second] = sideNames(card);

  useEffect(() => {
    const ask: LookAsk = { game: card.id, start: from };
    post<Look>("/api/look", ask).then((look) => {
      setBoard(look.board);
      setLike(look.position);
      setTurn(look.mover ?? 0);
    }, complain);
  }, []);

  const text = positionText(card, board, board.men, turn, like, castling);
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => {
      const hear = (what: string | null) => {
        if (!stale) setFault(what);
      };
      post<Look>("/api/look", { game: card.id, start: text } satisfies LookAsk).then(
        () => hear(null),
        (failure: unknown) => hear(failure instanceof Error ? failure.message : String(failure)),
      );
    }, 250);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [text]);

  const put = (on: Square) => {
    const there = board.men.find((man) => man.on === on);
    const rest = board.men.filter((man) => man.on !== on);
    const isSame = there && stamp && there.kind === stamp.kind && there.side === stamp.side;
    const men = stamp && !isSame ? [...rest, { ...stamp, on }] : rest;
    setBoard({ ...board, men: men.sort((a, b) => a.on - b.on), alarm: null });
  };

  return (
    <Dialog title={t("play.set-up-title")} wide onClose={onClose}>
      <div class="editor">
        <Board board={board} family={card.family} onSquare={put} />
        <div class="editor-tools">
          <div class="palette" role="group" aria-label={t("play.palette")}>
            {stamps.map((one) => (
              <button
                key={`${one.side}${one.letter}`}
                aria-pressed={stamp === one}
                aria-label={manName({ ...one, on: 0 })}
                onClick={() => setStamp(one)}
              >
                <svg viewBox="-50 -50 100 100" width="36" height="36" aria-hidden="true">
                  <ManPicture kind={one.kind} letter={one.letter} colour={colourOf(one)} />
                </svg>
              </button>
            ))}
            <button aria-pressed={stamp === null} onClick={() => setStamp(null)}>
              {t("play.remove")}
            </button>
          </div>
          <p class="muted">{t("play.palette-help")}</p>
          {card.family !== "rows" && (
            <label>
              {t("play.whose-turn")}
              <select value={turn} onChange={(event) => setTurn(event.currentTarget.value === "1" ? 1 : 0)}>
                <option value={0}>{first}</option>
                <option value={1}>{second}</option>
              </select>
            </label>
          )}
          {card.family === "chess" && like.split(" ")[2] !== "-" && (
            <label class="tick">
              <input type="checkbox" checked={castling} onChange={(event) => setCastling(event.currentTarget.checked)} />
              {t("play.castling")}
            </label>
          )}
          <div class="buttons">
            <button onClick={() => setBoard({ ...board, men: [], alarm: null })}>{t("play.clear")}</button>
            <button onClick={() => setBoard(card.start)}>{t("play.usual-start")}</button>
          </div>
          <label>
            {t("play.as-text")}
            <input type="text" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
          </label>
          {fault !== null && (
            <p class="fault" role="alert">
              {fault}
            </p>
          )}
        </div>
      </div>
      <div class="buttons end">
        <button onClick={onClose}>{t("shell.cancel")}</button>
        <button class="primary" disabled={fault !== null} onClick={() => onDone(text)}>
          {t("play.use-position")}
        </button>
      </div>
    </Dialog>
  );
}
