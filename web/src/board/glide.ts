// Men glide to where they are now.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Man, Square } from "../api";
import { moved } from "./diff";
import { middleOf, type Geometry } from "./geometry";

/** Milliseconds from one square to another. */
export const GLIDE = 150;

/** Whether the person wants nothing to move. */
export const isCalm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Lets men glide to where they are now. A man that was dragged is there already. */
export function useGlide(
  layer: { current: SVGGElement | null },
  men: Man[],
  path: Square[],
  at: Geometry,
  dropped: { current: Square | null },
) {
  const before = useRef<{ men: Man[]; at: Geometry }>({ men, at });
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { men, at };
    if (old.men === men || old.at !== at || isCalm()) return;
    for (const way of moved(old.men, men, path, at.files)) {
      const to = way.at(-1);
      if (to === undefined || to === dropped.current) continue;
      const element = layer.current?.querySelector(`[data-man-on="${to}"] > g`);
      const [x, y] = middleOf(at, to);
      const frames = way.map((on) => {
        const [fromX, fromY] = middleOf(at, on);
        return { transform: `translate(${fromX - x}px, ${fromY - y}px)` };
      });
      element?.animate(frames, { duration: GLIDE * Math.max(1, (way.length - 1) * 0.8), easing: "ease-out" });
    }
    dropped.current = null;
  }, [men, at]);
}
