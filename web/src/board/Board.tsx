// The board: one picture for squares, points and grids of any size. It knows no rules: what may be done comes as deeds.
//
// Looking is drawn by layers (field, overlays, men), each made anew only when its own data change. While a man is dragged
// nothing is rendered: a copy of it follows the pointer by its transform alone. A deed is shown at once and stays until the
// caller's board changes; if `onDeed` returns a promise and the board has not changed when it settles, the man glides back.
//
// Optional props beyond the agreed ones: `family` says how moves are written where the person has to choose between
// several, `mover` whose stone is put down.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board as BoardData, Deed, GameCard, Side, Square } from "../api";
import { colourOf } from "../pieces/colour";
import { language, t } from "../words/words";
import "./board.css";
import { Cells, FocusRing } from "./Cells";
import { Choice } from "./Choice";
import { canonical, echoed, walked } from "./echo";
import { Field } from "./Field";
import { geometryOf, middleOf, squareAt, stepOf, UNIT } from "./geometry";
import { GLIDE, isCalm, useGlide } from "./glide";
import { HoverStone, LastStone, Men } from "./Men";
import { Overlays, type Arrow, type Mark } from "./Overlays";
import { click, nextSquares, origins } from "./path";
import { useSize } from "./size";

export interface BoardProps {
  board: BoardData;
  deeds?: Deed[]; // what may be done; empty or absent: only to look at
  onDeed?: (deed: Deed) => unknown; // a promise: until it settles the deed stays shown
  last?: Square[]; // path of the last move
  flipped?: boolean; // side 1 at the bottom
  arrows?: Arrow[];
  heat?: (number | null)[]; // per square 0..1
  owner?: number[]; // per square -1..1 for side 0
  marks?: Mark[];
  onSquare?: (on: Square) => void; // raw clicks
  small?: boolean; // a picture
  label?: string;
  family?: GameCard["family"];
  mover?: Side | null;
}

const NO_DEEDS: Deed[] = [];
const NO_PATH: Square[] = [];
const DRAG_FROM = 4; // pixels
const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Drag {
  pointer: number;
  from: Square;
  x: number; // where it began, in pixels
  y: number;
  wasPicked: boolean; // a click on a man in hand puts it back
  ghost: SVGGElement | null; // the copy, as soon as it moves
}

export function Board(props: BoardProps) {
  const { board, deeds = NO_DEEDS, last = NO_PATH, flipped = false, small = false } = props;
  const at = useMemo(() => geometryOf(board, flipped), [board.files, board.ranks, flipped]);
  const state = useMemo(() => board.men.map((man) => `${man.on}${man.letter}`).join() + deeds.length, [board, deeds]);
  const [way, setWay] = useState<Square[]>(NO_PATH);
  const [choice, setChoice] = useState<Deed[] | null>(null);
  const [pending, setPending] = useState<{ deed: Deed; state: string } | null>(null);
  const [focus, setFocus] = useState<Square>(0);
  const [hasFocus, setHasFocus] = useState(false);
  const svg = useRef<SVGSVGElement>(null);
  const menLayer = useRef<SVGGElement>(null);
  const ghostLayer = useRef<SVGGElement>(null);
  const hover = useRef<SVGGElement>(null);
  const drag = useRef<Drag | null>(null);
  const pressed = useRef<Square | null>(null);
  const dropped = useRef<Square | null>(null);
  const latest = useRef(state);
  latest.current = state;

  // What was in hand belongs to the position that was.
  useEffect(() => {
    setWay(NO_PATH);
    setChoice(null);
    setPending(null);
  }, [state]);

  const echo = pending?.state === state ? pending.deed : null;
  const may = echo ? NO_DEEDS : deeds;
  const men = useMemo(
    () => (echo ? echoed(board.men, echo, props.mover) : way.length > 1 ? walked(board.men, way) : board.men),
    [board, echo, way, props.mover],
  );
  const next = useMemo(() => (way.length > 0 ? nextSquares(may, way) : new Set<Square>()), [may, way]);
  const starts = useMemo(() => origins(may), [may]);
  const places = useMemo(() => new Set(may.filter((deed) => deed.path.length === 1).map((deed) => deed.path[0])), [may]);
  const manOn = useMemo(() => new Map(men.map((man) => [man.on, man])), [men]);
  const isLive = !small && (may.length > 0 || props.onSquare !== undefined);

  useGlide(menLayer, men, echo?.path ?? (way.length > 1 ? way : last), at, dropped);

  const commit = (deed: Deed) => {
    setWay(NO_PATH);
    setChoice(null);
    setPending({ deed: canonical(deeds, deed, board.men), state });
    const done = props.onDeed?.(deed);
    if (done instanceof Promise) {
      const settle = () => {
        if (latest.current === state) setPending(null);
      };
      done.then(settle, settle);
    }
  };

  const press = (on: Square) => {
    setFocus(on);
    props.onSquare?.(on);
    if (may.length === 0) return;
    const step = click(may, way, on);
    if ("way" in step) setWay(step.way);
    else if (step.done.length === 1) commit(step.done[0]);
    else setChoice(step.done);
  };

  const letGo = () => {
    setWay(NO_PATH);
    setChoice(null);
  };

  // ---- pointer

  const squareUnder = (event: PointerEvent): Square | null => {
    const box = svg.current?.querySelector(".plane")?.getBoundingClientRect();
    if (!box) return null;
    const column = Math.floor(((event.clientX - box.left) / box.width) * at.files);
    const row = Math.floor(((event.clientY - box.top) / box.height) * at.ranks);
    return squareAt(at, column, row);
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || !isLive || drag.current) return;
    const on = squareUnder(event);
    if (on === null) return;
    pressed.current = on;
    const isOrigin = starts.has(on) && !next.has(on) && way.length < 2;
    if (!isOrigin) return;
    const wasPicked = way[0] === on;
    drag.current = { pointer: event.pointerId, from: on, x: event.clientX, y: event.clientY, wasPicked, ghost: null };
    svg.current?.setPointerCapture(event.pointerId);
    setWay([on]);
  };

  const onPointerMove = (event: PointerEvent) => {
    const held = drag.current;
    if (!held) {
      showHover(event);
      return;
    }
    if (held.pointer !== event.pointerId) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_FROM) return;
      held.ghost = lift(held.from);
    }
    const box = svg.current?.querySelector(".plane")?.getBoundingClientRect();
    if (!box || !held.ghost) return;
    const x = ((event.clientX - box.left) / box.width) * at.files * UNIT;
    const y = ((event.clientY - box.top) / box.height) * at.ranks * UNIT;
    held.ghost.setAttribute("transform", `translate(${x} ${y}) scale(1.08)`);
  };

  const onPointerUp = (event: PointerEvent) => {
    const held = drag.current;
    const on = squareUnder(event);
    if (!held) {
      if (event.button === 0 && isLive && on !== null && on === pressed.current) press(on);
      pressed.current = null;
      return;
    }
    if (held.pointer !== event.pointerId) return;
    drag.current = null;
    if (!held.ghost) {
      props.onSquare?.(held.from);
      if (held.wasPicked) press(held.from);
      return;
    }
    const step = on === null || on === held.from ? null : click(may, [held.from], on);
    const isGood = step !== null && ("done" in step || step.way.length > 1);
    if (!isGood) {
      glideBack(held);
      return;
    }
    putDown(held);
    dropped.current = on;
    if ("way" in step) setWay(step.way);
    else if (step.done.length === 1) commit(step.done[0]);
    else setChoice(step.done);
  };

  const onPointerCancel = () => {
    const held = drag.current;
    drag.current = null;
    pressed.current = null;
    if (held?.ghost) glideBack(held);
  };

  const onClick = (event: MouseEvent) => {
    // Clicks that no pointer made: assistive technology.
    if (event.detail !== 0 || !isLive || !(event.target instanceof Element)) return;
    const on = event.target.getAttribute("data-on");
    if (on !== null) press(Number(on));
  };

  const lift = (from: Square): SVGGElement | null => {
    const original = menLayer.current?.querySelector<SVGGElement>(`[data-man-on="${from}"]`);
    const layer = ghostLayer.current;
    if (!original || !layer) return null;
    const copy = original.cloneNode(true) as SVGGElement;
    copy.removeAttribute("data-man-on");
    layer.replaceChildren(copy);
    original.classList.add("lifted");
    return copy;
  };

  const putDown = (held: Drag) => {
    ghostLayer.current?.replaceChildren();
    menLayer.current?.querySelector(`[data-man-on="${held.from}"]`)?.classList.remove("lifted");
  };

  const glideBack = (held: Drag) => {
    const [x, y] = middleOf(at, held.from);
    const now = /translate\(([-\d.e]+) ([-\d.e]+)\)/.exec(held.ghost?.getAttribute("transform") ?? "");
    held.ghost?.setAttribute("transform", `translate(${x} ${y})`);
    const inner = held.ghost?.firstElementChild;
    if (!inner || !now || isCalm()) {
      putDown(held);
      return;
    }
    const from = `translate(${Number(now[1]) - x}px, ${Number(now[2]) - y}px)`;
    inner.animate([{ transform: from }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" }).onfinish = () =>
      putDown(held);
  };

  /** The stone that would be put down follows the mouse. */
  const showHover = (event: PointerEvent) => {
    if (!hover.current) return;
    const on = event.pointerType === "mouse" ? squareUnder(event) : null;
    const isShown = on !== null && places.has(on);
    hover.current.style.visibility = isShown ? "visible" : "hidden";
    if (isShown) hover.current.setAttribute("transform", `translate(${middleOf(at, on).join(" ")})`);
  };
  const hideHover = () => {
    if (hover.current) hover.current.style.visibility = "hidden";
  };

  // ---- keyboard

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      const on = stepOf(at, focus, ...arrow);
      setFocus(on);
      svg.current?.querySelector<SVGElement>(`[data-on="${on}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (isLive) press(focus);
    } else if (event.key === "Escape" && (way.length > 0 || choice)) {
      event.preventDefault();
      letGo();
    }
  };

  const size = useSize(svg, board, small);
  const margin = board.cells === "points" && !small ? size.margin : 0;
  const [width, height] = [board.files * UNIT, board.ranks * UNIT];
  const field = useMemo(() => <Field board={board} at={at} small={small} />, [board.cells, at, small]);
  const under = useMemo(
    () => <Overlays layer="under" at={at} heat={props.heat} owner={props.owner} marks={props.marks} />,
    [at, props.heat, props.owner, props.marks],
  );
  const over = useMemo(
    () => <Overlays layer="over" at={at} arrows={props.arrows} marks={props.marks} />,
    [at, props.arrows, props.marks],
  );
  const shownMen = useMemo(
    () => <Men men={men} at={at} top={echo?.path.at(-1) ?? last.at(-1)} />,
    [men, at, echo, last],
  );
  const cells = useMemo(
    () =>
      !small && (
        <Cells board={board} at={at} manOn={manOn} next={next} picked={way.at(-1)} focus={focus} onFocus={setFocus} />
      ),
    [small, board, at, manOn, next, way, focus, language.value],
  );
  const tinted = echo?.path ?? last;
  const isForced = may.length > 0 && may.every((deed) => deed.taken.length > 0);
  const tint = (on: Square, name: string) => {
    const [x, y] = middleOf(at, on);
    return <rect key={`${name}${on}`} class={`tint ${name}`} x={x - 50} y={y - 50} width={UNIT} height={UNIT} />;
  };
  const isPoints = board.cells === "points";

  const picture = (
    <svg
      ref={svg}
      class={`board-svg ${board.cells}${isLive && starts.size > 0 ? " draggable" : ""}${isLive ? " live" : ""}`}
      width={size.width}
      height={size.height}
      viewBox={`${-margin} 0 ${width + margin} ${height + margin}`}
      role={small ? "img" : "grid"}
      aria-label={props.label ?? t("play.board")}
      aria-readonly={small ? undefined : !isLive}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onPointerLeave={hideHover}
      onClick={onClick}
      onKeyDown={small ? undefined : onKeyDown}
      onFocusIn={() => setHasFocus(true)}
      onFocusOut={() => setHasFocus(false)}
    >
      {field}
      <g aria-hidden="true">
        {!isPoints && [...new Set(tinted)].map((on) => tint(on, "last"))}
        {board.alarm !== null && !echo && tint(board.alarm, "alarm")}
        {isForced && way.length === 0 && [...starts].map((on) => tint(on, "forced"))}
        {way.map((on) => tint(on, "picked"))}
        {under}
      </g>
      <g ref={menLayer} class="men" aria-hidden="true">
        {shownMen}
      </g>
      <g class="hints" aria-hidden="true">
        {isPoints && tinted.length > 0 && <LastStone on={tinted.at(-1)} at={at} man={manOn.get(tinted.at(-1) ?? -1)} />}
        {[...next].map((on) => {
          const [x, y] = middleOf(at, on);
          return manOn.has(on) && on !== way[0] ? (
            <circle key={on} class="ring" cx={x} cy={y} r="43" />
          ) : (
            <circle key={on} class="dot" cx={x} cy={y} r="15" />
          );
        })}
        {over}
        {places.size > 0 && (
          <g ref={hover} class="hover">
            <HoverStone men={board.men} mover={props.mover} board={board} />
          </g>
        )}
      </g>
      <g ref={ghostLayer} class="ghost" aria-hidden="true" />
      {cells}
      {!small && hasFocus && <FocusRing at={at} on={focus} />}
    </svg>
  );

  return (
    <div
      class={small ? "board small" : "board"}
      style={{ "--ratio": (board.files / board.ranks).toFixed(4), "--coordinate": `${size.letters.toFixed(1)}px` }}
    >
      {picture}
      {choice && (
        <Choice
          deeds={choice}
          board={board}
          at={at}
          family={props.family}
          colour={colourOf(manOn.get(choice[0]?.path[0] ?? -1) ?? { side: 0, kind: "", letter: "X" })}
          onDeed={commit}
          onCancel={letGo}
        />
      )}
    </div>
  );
}
