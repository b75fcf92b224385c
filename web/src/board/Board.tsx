// The board: one picture for squares, points and grids of any size. It knows no rules: what may be done comes as deeds.
//
// Looking is drawn by layers (field, overlays, men, cells), each made anew only when its own data change. While a man is
// dragged nothing is rendered. A deed is shown at once and stays until the caller's board changes; if `onDeed` returns a
// promise and the board has not changed when it settles, the man glides back.
//
// Optional props beyond the agreed ones: `family` says how moves are written where the person has to choose between
// several, `mover` whose stone is put down.
import { useMemo, useRef, useState } from "preact/hooks";
import type { Board as BoardData, Deed, GameCard, Side, Square } from "../api";
import { colourOf } from "../pieces/colour";
import { language, t } from "../words/words";
import "./board.css";
import { Cells, FocusRing } from "./Cells";
import { Choice } from "./Choice";
import { Field } from "./Field";
import { geometryOf, stepOf, UNIT } from "./geometry";
import { useGlide } from "./glide";
import { useHand } from "./hand";
import { HoverStone, LastStone, Men } from "./Men";
import { Overlays, type Arrow, type Mark } from "./Overlays";
import { origins } from "./path";
import { usePointer } from "./pointer";
import { useSize } from "./size";
import { Target, Tint } from "./Tints";

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
const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Longer than a function should be, because its layers share what is in hand; how that changes is in `hand` and `pointer`. */
export function Board(props: BoardProps) {
  const { board, deeds = NO_DEEDS, last = NO_PATH, flipped = false, small = false, onSquare } = props;
  const at = useMemo(() => geometryOf(board, flipped), [board.files, board.ranks, flipped]);
  const [focus, setFocus] = useState<Square>(0);
  const svg = useRef<SVGSVGElement>(null);
  const menLayer = useRef<SVGGElement>(null);
  const hover = useRef<SVGGElement>(null);
  const dropped = useRef<Square | null>(null);

  const hand = useHand({ board, deeds, mover: props.mover, onDeed: props.onDeed });
  const { may, way, next, starts, echo, men, choice } = hand;
  const manOn = useMemo(() => new Map(men.map((man) => [man.on, man])), [men]);
  // As live as before while a deed waits: another class would style every man and cell anew before the echo.
  const isLive = !small && (deeds.length > 0 || onSquare !== undefined);
  const isDraggable = useMemo(() => isLive && origins(deeds).size > 0, [isLive, deeds]);
  const press = (on: Square) => {
    setFocus(on);
    onSquare?.(on);
    hand.press(on);
  };
  const pointer = usePointer({ svg, hover, dropped, at, hand, isLive, press, onSquare });
  useGlide(menLayer, men, echo?.path ?? (way.length > 1 ? way : last), at, dropped);

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const on = stepOf(at, focus, ...arrow);
      setFocus(on);
      svg.current?.querySelector<SVGElement>(`[data-on="${on}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      if (isLive) press(focus);
    } else if (event.key === "Escape" && (way.length > 0 || choice)) {
      hand.letGo();
    } else {
      return;
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    // Only clicks that no pointer made: those of assistive technology.
    if (event.detail !== 0 || !isLive || !(event.target instanceof Element)) return;
    const on = event.target.getAttribute("data-on");
    if (on !== null) press(Number(on));
  };

  const { letters, margin, width, height } = useSize(svg, board, small);
  const field = useMemo(() => <Field board={board} at={at} small={small} />, [board.cells, at, small]);
  const { heat, owner, marks, arrows } = props;
  const under = useMemo(
    () => <Overlays layer="under" at={at} heat={heat} owner={owner} marks={marks} />,
    [at, heat, owner, marks],
  );
  const over = useMemo(() => <Overlays layer="over" at={at} arrows={arrows} marks={marks} />, [at, arrows, marks]);
  const tinted = echo?.path ?? last;
  const shownMen = useMemo(() => <Men men={men} at={at} top={tinted.at(-1)} />, [men, at, tinted]);
  const cells = useMemo(
    () => <Cells board={board} at={at} manOn={manOn} next={next} picked={way.at(-1)} focus={focus} onFocus={setFocus} />,
    [board, at, manOn, next, way, focus, language.value],
  );
  const isPoints = board.cells === "points";
  const isForced = way.length === 0 && may.length > 0 && may.every((deed) => deed.taken.length > 0);
  const look = isLive ? (isDraggable ? "live draggable" : "live") : "";

  return (
    <div
      class="board"
      style={{ "--ratio": (board.files / board.ranks).toFixed(4), "--coordinate": `${letters.toFixed(1)}px` }}
    >
      <svg
        ref={svg}
        class={`board-svg ${board.cells} ${look}`}
        width={width}
        height={height}
        viewBox={`${-margin} 0 ${board.files * UNIT + margin} ${board.ranks * UNIT + margin}`}
        role={small ? "img" : "grid"}
        aria-label={props.label ?? t("play.board")}
        aria-readonly={small ? undefined : !isLive}
        {...pointer}
        onClick={onClick}
        onKeyDown={small ? undefined : onKeyDown}
      >
        {field}
        <g aria-hidden="true">
          {!isPoints && [...new Set(tinted)].map((on) => <Tint key={on} at={at} on={on} name="last" />)}
          {board.alarm !== null && !echo && <Tint at={at} on={board.alarm} name="alarm" />}
          {isForced && [...starts].map((on) => <Tint key={on} at={at} on={on} name="forced" />)}
          {way.map((on) => (
            <Tint key={on} at={at} on={on} name="picked" />
          ))}
          {under}
        </g>
        <g ref={menLayer} class="men" aria-hidden="true">
          {shownMen}
        </g>
        <g class="hints" aria-hidden="true">
          {isPoints && <LastStone on={tinted.at(-1)} at={at} man={manOn.get(tinted.at(-1) ?? -1)} />}
          {[...next].map((on) => (
            <Target key={on} at={at} on={on} man={on === way[0] ? undefined : manOn.get(on)} />
          ))}
          {over}
          {hand.places.size > 0 && (
            <g ref={hover} class="hover">
              <HoverStone men={board.men} mover={props.mover} board={board} />
            </g>
          )}
        </g>
        <g class="ghost" aria-hidden="true" />
        {!small && cells}
        {!small && <FocusRing at={at} on={focus} />}
      </svg>
      {choice && (
        <Choice
          deeds={choice}
          board={board}
          at={at}
          family={props.family}
          colour={colourOf(manOn.get(choice[0]?.path[0] ?? -1) ?? { side: 0, kind: "", letter: "X" })}
          onDeed={hand.commit}
          onCancel={hand.letGo}
        />
      )}
    </div>
  );
}
