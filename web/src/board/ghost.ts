// The man that is being dragged: a copy follows the pointer by its transform alone, so that nothing is rendered meanwhile.
import type { Square } from "../api";
import { GLIDE, isCalm } from "./glide";

export class Ghost {
  private x: number;
  private y: number;

  private constructor(
    private readonly original: Element,
    private readonly copy: SVGGElement,
    private readonly home: [x: number, y: number],
  ) {
    [this.x, this.y] = home;
  }

  /** Lifts the man from its square; null if there is none. `home` is the middle of the square. */
  static lift(svg: SVGSVGElement, from: Square, home: [number, number]): Ghost | null {
    const original = svg.querySelector<SVGGElement>(`[data-man-on="${from}"]`);
    const layer = svg.querySelector(".ghost");
    if (!original || !layer) return null;
    const copy = original.cloneNode(true) as SVGGElement;
    copy.removeAttribute("data-man-on");
    layer.replaceChildren(copy);
    original.classList.add("lifted");
    return new Ghost(original, copy, home);
  }

  moveTo(x: number, y: number): void {
    [this.x, this.y] = [x, y];
    this.copy.setAttribute("transform", `translate(${x} ${y}) scale(1.08)`);
  }

  /** Disappears: the man is where it was put. */
  putDown(): void {
    this.copy.remove();
    this.original.classList.remove("lifted");
  }

  /** A wrong drop glides back. */
  glideBack(): void {
    const [x, y] = this.home;
    const inner = this.copy.firstElementChild;
    if (!inner || isCalm()) {
      this.putDown();
      return;
    }
    this.copy.setAttribute("transform", `translate(${x} ${y})`);
    const from = { transform: `translate(${this.x - x}px, ${this.y - y}px)` };
    const glide = inner.animate([from, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
    glide.onfinish = () => this.putDown();
  }
}
