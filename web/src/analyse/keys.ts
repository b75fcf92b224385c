// Keys of the analysis page. They rest while one writes, and leave the board its arrows.

import type { Desk } from "./desk";

/** True where a key belongs to what has the focus. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest("input, textarea, select, dialog, [contenteditable], [role=grid]")) return true;
  return event.key === " " && target.closest("button, summary, a") !== null;
}

/** `leave` is called when a key goes to another position: a question about this one is over then. */
export function onKey(desk: Desk, playBest: () => void, leave: () => void): (event: KeyboardEvent) => void {
  const going = (go: () => void) => () => {
    leave();
    go();
  };
  const deeds: Record<string, () => void> = {
    ArrowLeft: going(() => desk.back()),
    ArrowRight: going(() => desk.forward()),
    ArrowUp: going(() => desk.across(-1)),
    ArrowDown: going(() => desk.across(1)),
    Home: going(() => desk.first()),
    End: going(() => desk.last()),
    f: () => (desk.flipped.value = !desk.flipped.value),
    e: () => (desk.running.value = !desk.running.value),
    " ": going(playBest),
  };
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    const deed = deeds[event.key];
    if (!deed) return;
    event.preventDefault();
    deed();
  };
}
