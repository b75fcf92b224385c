// Mouse, pen and finger on the board: clicks and drags, mixed at any time.
import { useRef } from "preact/hooks";
import type { Square } from "../api";
import { middleOf, squareAt, UNIT, type Geometry } from "./geometry";
import { Ghost } from "./ghost";
import type { Hand } from "./hand";

/** Less is a click, in pixels. */
const DRAG_FROM = 4;

interface Drag {
  pointer: number;
  from: Square;
  x: number; // where it began, in pixels
  y: number;
  wasPicked: boolean; // a click on a man in hand puts it back
  ghost: Ghost | null; // as soon as it moves
}

interface Task {
  svg: { current: SVGSVGElement | null };
  hover: { current: SVGGElement | null }; // the stone that would be put down
  dropped: { current: Square | null }; // where a man was put by hand, so that it need not glide there
  at: Geometry;
  hand: Hand;
  isLive: boolean;
  press: (on: Square) => void;
  onSquare: ((on: Square) => void) | undefined;
}

export function usePointer({ svg, hover, dropped, at, hand, isLive, press, onSquare }: Task) {
  const drag = useRef<Drag | null>(null);
  const pressed = useRef<Square | null>(null);

  /** Where the pointer is in the picture. */
  const pointUnder = (event: PointerEvent): [x: number, y: number] | null => {
    const box = svg.current?.querySelector(".plane")?.getBoundingClientRect();
    if (!box) return null;
    const across = (event.clientX - box.left) / box.width;
    const down = (event.clientY - box.top) / box.height;
    return [across * at.files * UNIT, down * at.ranks * UNIT];
  };
  const squareUnder = (event: PointerEvent): Square | null => {
    const point = pointUnder(event);
    return point && squareAt(at, Math.floor(point[0] / UNIT), Math.floor(point[1] / UNIT));
  };
  const showHover = (on: Square | null) => {
    if (!hover.current) return;
    const isShown = on !== null && hand.places.has(on);
    hover.current.style.visibility = isShown ? "visible" : "hidden";
    if (isShown) hover.current.setAttribute("transform", `translate(${middleOf(at, on).join(" ")})`);
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || !isLive || drag.current) return;
    const on = squareUnder(event);
    if (on === null) return;
    pressed.current = on;
    if (!hand.starts.has(on) || hand.next.has(on) || hand.way.length > 1) return;
    const wasPicked = hand.way[0] === on;
    drag.current = { pointer: event.pointerId, from: on, x: event.clientX, y: event.clientY, wasPicked, ghost: null };
    svg.current?.setPointerCapture(event.pointerId);
    hand.pick(on);
  };

  const onPointerMove = (event: PointerEvent) => {
    const held = drag.current;
    if (!held) {
      showHover(event.pointerType === "mouse" ? squareUnder(event) : null);
      return;
    }
    if (held.pointer !== event.pointerId || !svg.current) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_FROM) return;
      held.ghost = Ghost.lift(svg.current, held.from, middleOf(at, held.from));
    }
    const point = pointUnder(event);
    if (point) held.ghost?.moveTo(...point);
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
      // It was picked up when the button went down; only a man that had been in hand before is put back.
      if (held.wasPicked) press(held.from);
      else onSquare?.(held.from);
      return;
    }
    // Said before the deed is done: the men are drawn anew at once.
    dropped.current = on;
    if (on !== null && hand.drop(held.from, on)) {
      held.ghost.putDown();
    } else {
      dropped.current = null;
      held.ghost.glideBack();
    }
  };

  const onPointerCancel = () => {
    drag.current?.ghost?.glideBack();
    drag.current = null;
    pressed.current = null;
  };

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave: () => showHover(null) };
}
