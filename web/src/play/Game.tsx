// A game: board, clocks, moves and what can be done.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Deed, GameCard, Play, Side } from "../api";
import { cardOf, loadCards } from "../api/games";
import { Board } from "../board/Board";
import type { Mark } from "../board/Overlays";
import { isBoolean, keep, recall } from "../shell/storage";
import { complain } from "../shell/toast";
import { causeSentence, gameName, moveText, noteLine, sideNames } from "../words/names";
import { language, t } from "../words/words";
import { CountingPanel } from "./CountingPanel";
import { EndCard } from "./EndCard";
import { MoveBox } from "./MoveBox";
import { MoveList } from "./MoveList";
import { OfferPanel } from "./OfferPanel";
import { pieces, recentRolls, rollOf } from "./roll";
import { RollPanel, rollSentence } from "./RollPanel";
import { noteText, seatName } from "./seat";
import { SeatRow } from "./SeatRow";
import { Session } from "./session";
import { Tools } from "./Tools";

const NO_DEEDS: Deed[] = [];

export function Game({ id }: { id: string }) {
  const session = useMemo(() => new Session(id), [id]);
  useEffect(() => session.attend(), [session]);
  useEffect(() => void loadCards().catch(complain), []);
  const play = session.play.value;
  if (session.missing.value) {
    const isGone = session.missing.value.status === 404;
    return (
      <p class="empty">
        {isGone ? t("play.no-such-game") : session.missing.value.message} <a href="/">{t("play.new-game")}</a>
      </p>
    );
  }
  if (!play) return <div class="game" aria-busy="true" />;
  return <GameBody session={session} play={play} card={cardOf(play.look.game)} />;
}

function GameBody({ session, play, card }: { session: Session; play: Play; card: GameCard | undefined }) {
  const mine = session.mine.value;
  const [turned, setTurned] = useState(() => recall(`turned.${session.id}`, false, isBoolean));
  const sitsSecond = mine.length === 1 && mine[0] === 1;
  const flipped = sitsSecond !== turned;
  const past = session.past.value;
  const look = past?.look ?? play.look;
  const { counting, outcome } = play;
  const isMyTurn = play.look.mover !== null && mine.includes(play.look.mover) && !outcome && !counting;
  const deeds = isMyTurn && !past ? play.look.deeds : NO_DEEDS;
  const bottom: Side = flipped ? 1 : 0;
  const top: Side = flipped ? 0 : 1;
  const sides = sideNames(card);

  const flip = () => {
    setTurned(!turned);
    keep(`turned.${session.id}`, !turned);
  };

  useEffect(() => {
    document.title = `${isMyTurn ? t("play.your-move") : gameName(play.look.game)} · Tabula`;
  }, [isMyTurn, play.look.game, language.value]);
  useArrowKeys(session, play);

  const moved = look.played.findLast((played) => played.by !== null);
  const rolls = recentRolls(look.played, mine);
  const roll = rollOf(look.played.at(-1), look.board, flipped);
  const last = useMemo(() => moved?.path ?? [], [look]);
  const arrows = useMemo(
    () => roll && pieces(roll.path, look.board.files).map((path) => ({ path, rank: 2 })),
    [look, flipped],
  );
  const hint = session.hint.value;
  const marks = useMemo((): Mark[] | undefined => {
    if (counting && !past) return counting.dead.map((on) => ({ on, kind: "dead" }));
    if (!hint || past) return undefined;
    const path = hint.shown === "man" ? hint.hint.path.slice(0, 1) : hint.hint.path;
    return path.map((on) => ({ on, kind: "hint" }));
  }, [counting, hint, past]);

  const seat = (side: Side) => (
    <SeatRow
      name={seatName(play.players[side], mine.length === 1 && mine[0] === side)}
      side={sides[side]}
      isBlack={card ? card.sides[side] === "Black" : side === 1}
      isTurn={!outcome && (play.running ?? play.look.mover) === side}
      thinking={play.thinking && !outcome && play.look.mover === side}
      clock={play.left && { left: play.left[side], heard: session.heard, running: play.running === side && !outcome }}
    />
  );

  return (
    <div class="game">
      <h1 class="hidden-text">
        {t("play.heading", {
          game: gameName(play.look.game),
          first: seatName(play.players[0], mine.length === 1 && mine[0] === 0),
          second: seatName(play.players[1], mine.length === 1 && mine[0] === 1),
        })}
      </h1>
      <div class="game-top">{seat(top)}</div>
      <div class="game-board">
        <Board
          board={look.board}
          family={card?.family}
          deeds={deeds}
          mover={play.look.mover}
          onDeed={(deed) => session.move(deed)}
          last={last}
          flipped={flipped}
          arrows={arrows ?? undefined}
          marks={marks}
          owner={counting && !past ? counting.owner : undefined}
          onSquare={counting && !past && mine.length > 0 ? (on) => void session.act({ act: "dead", on }) : undefined}
        />
      </div>
      <div class="game-bottom">{seat(bottom)}</div>
      <div class="game-news">
        {play.note !== null && (
          <p class="panel" role="status">
            {noteText(play.note)}
          </p>
        )}
        {session.key === null && <p class="panel muted">{t("play.watching")}</p>}
        {past && (
          <p class="panel past">
            {t("play.in-the-past")}{" "}
            <button onClick={() => void session.lookBack(play.look.played.length)}>{t("play.to-present")}</button>
          </p>
        )}
        {rolls.map((index) => (
          <RollPanel
            key={index}
            roll={rollOf(look.played[index], look.board, flipped)}
            board={look.board}
            fell={session.fell.value.get(index) ?? []}
          />
        ))}
        {counting && !outcome && <CountingPanel session={session} counting={counting} card={card} />}
        {!outcome && <OfferPanel session={session} play={play} card={card} />}
        {outcome && <EndCard session={session} play={play} outcome={outcome} card={card} />}
      </div>
      <div class="game-moves">
        <MoveList
          game={play.look.game}
          played={play.look.played}
          at={past?.plies ?? play.look.played.length}
          onLook={(plies) => void session.lookBack(plies)}
        />
        {look.board.notes.length > 0 && <p class="muted notes">{look.board.notes.map(noteLine).join(" · ")}</p>}
      </div>
      <div class="game-tools">
        <Tools session={session} play={play} deeds={deeds} isMyTurn={isMyTurn} onFlip={flip} />
        {mine.length > 0 && (
          <MoveBox
            game={play.look.game}
            deeds={deeds}
            disabled={!isMyTurn || past !== null}
            onMove={(move) => session.act({ act: "move", move })}
          />
        )}
      </div>
      <p class="hidden-text" role="status" aria-live="polite" data-testid="news">
        {spokenNews(session, play, card)}
      </p>
    </div>
  );
}

/** The last move, check and the result, for those who hear the game. */
function spokenNews(session: Session, play: Play, card: GameCard | undefined): string {
  const { played, board, game } = play.look;
  const said: string[] = [];
  const last = played.at(-1);
  const move = played.findLast(({ by }) => by !== null);
  if (move && move.by !== null) {
    said.push(t("play.said-move", { side: sideNames(card)[move.by], move: moveText(move.text, game) }));
  }
  for (const index of recentRolls(played, session.mine.value)) {
    const roll = rollOf(played[index], board, false);
    if (roll) said.push(...rollSentence(roll, board, session.fell.value.get(index) ?? []));
  }
  if (play.outcome) said.push(causeSentence(play.outcome, card, last?.by === null));
  else if (play.look.board.alarm !== null) said.push(t("play.check"));
  return said.join(" ");
}

/** Left and right look back and forth, except where they have another meaning. */
function useArrowKeys(session: Session, play: Play): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTaken = event.target instanceof Element && event.target.closest("input, select, textarea, dialog, [role=grid]");
      if (isTaken || event.altKey || event.ctrlKey || event.metaKey) return;
      const total = play.look.played.length;
      const at = session.past.value?.plies ?? total;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: total }[event.key];
      if (to === undefined || to < 0 || to > total) return;
      event.preventDefault();
      void session.lookBack(to);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [session, play]);
}
