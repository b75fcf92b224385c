// The analysis page: board, engines, tree, graph, review. What it shows is in the Desk; what it opens is in the address.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Deed, GameCard, Thought, Tree } from "../api";
import { cards, engines, loadCards, loadEngines } from "../api/games";
import { stream } from "../api/stream";
import { Board } from "../board/Board";
import { GameGraph, type Mark } from "../charts/GameGraph";
import { go } from "../shell/router";
import { complain, toast } from "../shell/toast";
import * as address from "../tree/address";
import type { Counting } from "../tree/text";
import { empty, lineThrough, node, path } from "../tree/tree";
import { causeSentence, gameName, noteLine, sideNames } from "../words/names";
import { t } from "../words/words";
import { Desk, type Overlay } from "./desk";
import { EngineColumn } from "./EngineColumn";
import { EvalBar } from "./EvalBar";
import { ExportDialog } from "./ExportDialog";
import { copy, textOf } from "./files";
import { ImportDialog, title } from "./ImportDialog";
import { onKey } from "./keys";
import { load, remember } from "./load";
import { MoveTree } from "./MoveTree";
import { NewBoardDialog } from "./NewBoardDialog";
import { NodeTools } from "./NodeTools";
import { begin, type Phase, type Quiz } from "./quiz";
import { attempt, QuizCard } from "./QuizCard";
import { Review } from "./Review";
import { isMistake, mistakes } from "./summary";
import { percent } from "./value";
import "../players/fields.css";
import "./analyse.css";

type Open = { is: "import"; text: string } | { is: "export" } | { is: "new" } | null;

const quickMillis = 700;

export default function AnalysePage({ place }: { place: URL }) {
  const desk = useMemo(() => new Desk(), []);
  const [ready, setReady] = useState(false);
  const [open, setOpen] = useState<Open>(null);
  const [quiz, setQuiz] = useState<Quiz | null>(null);
  const [auto, setAuto] = useState(false);
  const written = useRef<string | null>(null);

  useEffect(() => {
    loadCards().catch(complain);
    loadEngines().catch(complain);
    return desk.attend();
  }, []);

  // The address leads: what it asks for is opened, unless we wrote it ourselves.
  useEffect(() => {
    if (place.search === written.current) return;
    setQuiz(null);
    setAuto(false);
    let stale = false;
    const query = place.searchParams;
    load(query)
      .then((spot) => {
        if (stale) return;
        desk.open(spot);
        if (query.get("review") === "1") setAuto(true);
      })
      .catch(complain)
      .finally(() => !stale && setReady(true));
    return () => (stale = true);
  }, [place.search]);

  // And follows: the line one looks at is written there, a little later, because browsers count such changes.
  const spot = desk.spot.value;
  useEffect(() => {
    if (!ready) return;
    const write = () => {
      remember(spot);
      const query = `?${address.write(address.ofSpot(spot))}`;
      const search = query.length > address.longestAddress ? "" : query;
      written.current = new URL(`/analyse${search}`, location.href).search;
      if (location.pathname === "/analyse" && location.search !== written.current) go(`/analyse${search}`, "replace");
    };
    const later = setTimeout(write, 250);
    const now = () => remember(spot);
    addEventListener("pagehide", now);
    return () => {
      clearTimeout(later);
      removeEventListener("pagehide", now);
      now();
    };
  }, [spot, ready]);

  useEffect(() => {
    const press = onKey(desk, () => void playBest(desk), () => setQuiz(null));
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  const card = cards.value?.find((one) => one.id === desk.tree.value.game);
  const openTree = (tree: Tree) => {
    setOpen(null);
    setQuiz(null);
    desk.open({ tree, at: 0 });
  };
  return (
    <div
      class="analyse"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const file = event.dataTransfer?.files[0];
        if (!file) return;
        event.preventDefault();
        textOf(file).then((text) => setOpen({ is: "import", text }), complain);
      }}
    >
      <h1 class="hidden-text">{t("shell.analyse")}</h1>
      <Toolbar desk={desk} onOpen={setOpen} />
      {card && ready ? (
        <Workbench desk={desk} card={card} quiz={quiz} auto={auto} onQuiz={setQuiz} />
      ) : (
        <p class="empty">{t("shell.loading")}</p>
      )}
      {open?.is === "import" && (
        <ImportDialog game={desk.tree.value.game} text={open.text} onTree={openTree} onClose={() => setOpen(null)} />
      )}
      {open?.is === "export" && card && (
        <ExportDialog spot={desk.spot.value} formats={card.formats} onClose={() => setOpen(null)} />
      )}
      {open?.is === "new" && cards.value && (
        <NewBoardDialog
          cards={cards.value}
          game={desk.tree.value.game}
          onOpen={(game, start) => openTree(empty(game, start))}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/** Plays the engine's first choice; asks for one where no engine runs. */
async function playBest(desk: Desk): Promise<void> {
  if (desk.look.value?.mover === null) {
    desk.roll();
    return;
  }
  const told = desk.said.value?.lines[0]?.codes;
  if (told && told.length > 0) return desk.enter(told, 1);
  const { tree } = desk.spot.value;
  const key = desk.key.value;
  let best: string[] = [];
  try {
    const ask = { game: tree.game, start: tree.start, moves: desk.codes.value, lines: 1, millis: quickMillis };
    for await (const thought of stream<Thought>("/api/think", ask, new AbortController().signal)) {
      if ("lines" in thought) best = thought.lines[0]?.codes ?? best;
      if ("error" in thought) throw new Error(thought.error.error);
    }
    if (desk.key.value === key && best.length > 0) await desk.enter(best, 1);
  } catch (failure) {
    complain(failure);
  }
}

function Toolbar({ desk, onOpen }: { desk: Desk; onOpen: (open: Open) => void }) {
  const spot = desk.spot.value;
  const share = async () => {
    const link = `${location.origin}/analyse?${address.write(address.ofSpot(spot))}`;
    if (link.length > address.longestAddress) {
      toast(t("analyse.too-long", { n: address.longestAddress }));
      onOpen({ is: "export" });
      return;
    }
    toast((await copy(link)) ? t("analyse.link-copied") : t("analyse.not-copied"));
  };
  return (
    <div class="toolbar row" role="toolbar" aria-label={t("analyse.tools")}>
      <strong class="toolbar-title">{spot.tree.tags.length > 0 ? title(spot.tree) : gameName(spot.tree.game)}</strong>
      <button type="button" onClick={() => onOpen({ is: "new" })}>
        {t("analyse.new-board")}
      </button>
      <button type="button" onClick={() => onOpen({ is: "import", text: "" })}>
        {t("analyse.import")}
      </button>
      <button type="button" onClick={() => onOpen({ is: "export" })}>
        {t("analyse.export")}
      </button>
      <button type="button" onClick={() => void share()}>
        {t("analyse.share")}
      </button>
      <a class="button" href={`/?${address.write(address.fromHere(spot))}`}>
        {t("analyse.play-from-here")}
      </a>
    </div>
  );
}

interface WorkbenchProps {
  desk: Desk;
  card: GameCard;
  quiz: Quiz | null;
  auto: boolean;
  onQuiz: (quiz: Quiz | null) => void;
}

function Workbench({ desk, card, quiz, auto, onQuiz }: WorkbenchProps) {
  const { tree, at } = desk.spot.value;
  const look = desk.look.value;
  const sides = sideNames(card);
  const counting: Counting = card.family === "chess" || card.family === "draughts" ? "pairs" : "each";
  const said = quiz ? null : desk.said.value;
  const checking = useRef<AbortController | null>(null);
  useEffect(() => () => checking.current?.abort(), []);

  const start = (to: Quiz | null) => {
    checking.current?.abort();
    if (to) desk.running.value = false;
    desk.preview.value = [];
    onQuiz(to);
  };

  /** Whoever goes elsewhere has finished with the question. */
  const goTo = (to: number) => {
    if (quiz) start(null);
    desk.go(to);
  };

  async function onDeed(deed: Deed): Promise<void> {
    if (!quiz) {
      desk.do(deed);
      return;
    }
    const { phase } = quiz;
    if (phase.is !== "asking") return;
    checking.current?.abort();
    const mine = new AbortController();
    checking.current = mine;
    onQuiz({ ...quiz, phase: { is: "checking", tries: phase.tries, move: deed.text } });
    desk.preview.value = [deed.code];
    let next: Phase = phase;
    try {
      next = await attempt(desk, quiz, deed, mine.signal);
    } catch (failure) {
      complain(failure);
    }
    if (mine.signal.aborted) return;
    if (next.is !== "found") desk.preview.value = [];
    onQuiz({ ...quiz, phase: next });
  }

  const arrows = useMemo(() => {
    if (desk.hover.value) return desk.hover.value;
    if (!said || !look || desk.preview.value.length > 0) return [];
    return said.lines.flatMap((line) => {
      const deed = look.deeds.find((one) => one.code === line.codes[0]);
      return deed && deed.path.length > 1 ? [{ path: deed.path, rank: line.rank }] : [];
    });
  }, [desk.hover.value, said, look, desk.preview.value]);

  const visits = useMemo(() => {
    const lines = said?.lines.filter((line) => line.visits !== null) ?? [];
    const most = Math.max(1, ...lines.map((line) => line.visits ?? 0));
    if (!look || lines.length === 0) return null;
    const heat = new Array<number | null>(look.board.files * look.board.ranks).fill(null);
    for (const line of lines) {
      const to = look.deeds.find((one) => one.code === line.codes[0])?.path.at(-1);
      if (to !== undefined) heat[to] = (line.visits ?? 0) / most;
    }
    return heat;
  }, [said, look]);
  const owner = said?.owner?.map((one) => one / 100) ?? null;
  const overlay = desk.overlay.value;
  const stoneMarks =
    look && said && arrows.length === 0
      ? said.lines.flatMap((line) => {
          const on = look.deeds.find((one) => one.code === line.codes[0])?.path.at(-1);
          return on === undefined ? [] : [{ on, text: `${line.rank}`, kind: "hint" as const }];
        })
      : [];

  const line = useMemo(() => lineThrough(tree, at), [tree, at]);
  const shares = useMemo(
    () => [0, ...line].map((one) => (one === 0 ? tree.nodes[0] : node(tree, one))?.value?.share ?? null),
    [tree, line],
  );
  const marks = useMemo<Mark[]>(
    () =>
      line.flatMap((one, i) => {
        const verdict = node(tree, one).judged?.verdict;
        return verdict && isMistake(verdict) ? [{ ply: i + 1, kind: verdict as Mark["kind"] }] : [];
      }),
    [tree, line],
  );
  const here = path(tree, at).length;
  const value = desk.value.value;
  const judged = node(tree, at).judged;
  const toQuiz = judged && !quiz ? mistakes(tree).indexOf(at) : -1;
  const last = look?.played.at(-1)?.path;
  return (
    <div class="workbench">
      <div class="board-and-bar" style={{ "--ratio": card.files / card.ranks }}>
        <EvalBar
          shown={!quiz && (desk.running.value || value !== null)}
          value={value}
          flipped={desk.flipped.value}
          sides={sides}
          darkFirst={card.sides[0].toLowerCase() === "black"}
        />
        <div class="board-place">
          {look && (
            <Board
              board={look.board}
              deeds={desk.preview.value.length > 0 || (quiz && quiz.phase.is !== "asking") ? [] : look.deeds}
              onDeed={onDeed}
              {...(last ? { last } : {})}
              flipped={desk.flipped.value}
              arrows={arrows}
              marks={stoneMarks}
              {...(overlay === "visits" && visits ? { heat: visits } : {})}
              {...(overlay === "owner" && owner ? { owner } : {})}
              label={gameName(tree.game)}
              family={card.family}
              mover={look.mover}
            />
          )}
        </div>
      </div>
      <div class="panel">
        <Steps desk={desk} deeds={quiz ? [] : (look?.deeds ?? [])} />
        {look && look.mover === null && !look.outcome && !quiz && (
          <p class="row">
            {t("analyse.die")}
            {look.deeds.length > 0 && (
              <button type="button" onClick={() => desk.roll()}>
                {t("analyse.roll")}
              </button>
            )}
          </p>
        )}
        {desk.trouble.value && (
          <p class="trouble" role="alert">
            {desk.trouble.value}
          </p>
        )}
        {look && (look.outcome || look.board.notes.length > 0) && (
          <p class="notes">
            {look.outcome && <strong>{causeSentence(look.outcome, card)} </strong>}
            {look.board.notes.map(noteLine).join(" · ")}
          </p>
        )}
        {value && !quiz && (
          <p class="shares">
            {t("analyse.shares", {
              first: sides[0], one: percent(value.share), second: sides[1], two: percent(1 - value.share),
            })}
          </p>
        )}
        {quiz ? (
          <QuizCard desk={desk} quiz={quiz} counting={counting} sides={sides} onQuiz={start} />
        ) : (
          <>
            {judged && (
              <p class={`verdict ${judged.verdict}`}>
                {t("analyse.verdict-here", { verdict: t(`analyse.verdict-${judged.verdict}`), loss: judged.loss.toFixed(0) })}{" "}
                {toQuiz >= 0 && (
                  <button type="button" class="link" onClick={() => start(begin(mistakes(tree), toQuiz))}>
                    {t("analyse.find-better")}
                  </button>
                )}
              </p>
            )}
            <EngineBar desk={desk} hasOwner={owner !== null} hasVisits={visits !== null} />
            {desk.columns.value.map((column, i) => (
              <EngineColumn
                key={column.id}
                desk={desk}
                column={column}
                card={card}
                engines={engines.value}
                counting={counting}
                first={i === 0}
              />
            ))}
          </>
        )}
        <MoveTree tree={tree} at={at} counting={counting} onGo={goTo} />
        {!quiz && <NodeTools desk={desk} />}
        <Review desk={desk} sides={sides} auto={auto} quiz={quiz} onQuiz={start} />
      </div>
      {shares.some((share) => share !== null) && line.length > 0 && (
        <div class="graph">
          <GameGraph
            shares={shares}
            marks={marks}
            here={here}
            label={t("analyse.graph", { side: sides[0] })}
            onGo={(ply) => goTo(ply === 0 ? 0 : (line[ply - 1] ?? 0))}
          />
        </div>
      )}
      <p class="keys muted wide-only">{t("analyse.keys")}</p>
    </div>
  );
}

const stepIcons = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  flip: "M8 20V5m-4 4 4-4 4 4M16 4v15m-4-4 4 4 4-4",
} as const;

function Steps({ desk, deeds }: { desk: Desk; deeds: Deed[] }) {
  const button = (name: keyof typeof stepIcons, deed: () => void) => (
    <button type="button" class="step" aria-label={t(`analyse.${name}`)} title={t(`analyse.${name}`)} onClick={deed}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={stepIcons[name]} />
      </svg>
    </button>
  );
  const passes = deeds.filter((deed) => deed.path.length === 0);
  return (
    <div class="row steps">
      {button("first", () => desk.first())}
      {button("back", () => desk.back())}
      {button("forward", () => desk.forward())}
      {button("last", () => desk.last())}
      {button("flip", () => (desk.flipped.value = !desk.flipped.value))}
      {passes.map((deed) => (
        <button type="button" key={deed.code} onClick={() => desk.do(deed)}>
          {t("analyse.pass")}
        </button>
      ))}
    </div>
  );
}

interface EngineBarProps {
  desk: Desk;
  hasOwner: boolean;
  hasVisits: boolean;
}

function EngineBar({ desk, hasOwner, hasVisits }: EngineBarProps) {
  const on = desk.running.value;
  const offered: Exclude<Overlay, "none">[] = [
    ...(hasOwner ? (["owner"] as const) : []),
    ...(hasVisits ? (["visits"] as const) : []),
  ];
  return (
    <div class="row engine-bar">
      <button type="button" class={on ? "" : "primary"} aria-pressed={on} onClick={() => (desk.running.value = !on)}>
        {on ? t("analyse.stop-engine") : t("analyse.start-engine")}
      </button>
      {on && (
        <button type="button" onClick={() => desk.addColumn()} disabled={desk.columns.value.length >= 3}>
          {t("analyse.add-engine")}
        </button>
      )}
      {on &&
        offered.map((one) => (
          <button
            type="button"
            key={one}
            aria-pressed={desk.overlay.value === one}
            onClick={() => (desk.overlay.value = desk.overlay.value === one ? "none" : one)}
          >
            {t(`analyse.overlay-${one}`)}
          </button>
        ))}
    </div>
  );
}
