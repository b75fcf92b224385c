// What the person has in hand: the squares clicked so far, a choice to make, or a deed that is shown until it is confirmed.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board, Deed, Man, Side, Square } from "../api";
import { canonical, echoed, walked } from "./echo";
import { click, nextSquares, origins, type Step } from "./path";

const NO_DEEDS: Deed[] = [];
const NO_WAY: Square[] = [];

export interface Hand {
  may: Deed[]; // what may be done now: nothing while a deed waits
  way: Square[]; // the squares clicked so far
  next: Set<Square>; // the squares that may follow
  starts: Set<Square>; // where men can be picked up
  places: Set<Square>; // where stones can be put
  choice: Deed[] | null; // deeds among which the person has to choose
  echo: Deed | null; // the deed that is shown
  men: Man[]; // as they are shown
  press: (on: Square) => void;
  pick: (on: Square) => void; // begins anew with a man
  drop: (from: Square, on: Square) => boolean; // false if it cannot go there
  commit: (deed: Deed) => void;
  letGo: () => void;
}

interface Task {
  board: Board;
  deeds: Deed[];
  mover: Side | null | undefined;
  onDeed: ((deed: Deed) => unknown) | undefined;
}

export function useHand({ board, deeds, mover, onDeed }: Task): Hand {
  const state = useMemo(() => board.men.map((man) => `${man.on}${man.letter}`).join() + deeds.length, [board, deeds]);
  const [way, setWay] = useState<Square[]>(NO_WAY);
  const [choice, setChoice] = useState<Deed[] | null>(null);
  const [pending, setPending] = useState<{ deed: Deed; state: string } | null>(null);
  const latest = useRef(state);
  latest.current = state;

  const letGo = () => {
    setWay(NO_WAY);
    setChoice(null);
  };
  // What was in hand belongs to the position that was.
  useEffect(() => {
    letGo();
    setPending(null);
  }, [state]);

  const echo = pending?.state === state ? pending.deed : null;
  const may = echo ? NO_DEEDS : deeds;

  const commit = (deed: Deed) => {
    letGo();
    setPending({ deed: canonical(deeds, deed, board.men), state });
    const done = onDeed?.(deed);
    if (!(done instanceof Promise)) return;
    const settle = () => {
      if (latest.current === state) setPending(null);
    };
    done.then(settle, settle);
  };
  const follow = (step: Step) => {
    if ("way" in step) setWay(step.way);
    else if (step.done.length === 1) commit(step.done[0]);
    else setChoice(step.done);
  };

  return {
    may,
    way,
    choice,
    echo,
    next: useMemo(() => (way.length > 0 ? nextSquares(may, way) : new Set<Square>()), [may, way]),
    starts: useMemo(() => origins(may), [may]),
    places: useMemo(() => new Set(may.flatMap(({ path }) => (path.length === 1 ? path : []))), [may]),
    men: useMemo(
      () => (echo ? echoed(board.men, echo, mover) : way.length > 1 ? walked(board.men, way) : board.men),
      [board, echo, way, mover],
    ),
    press: (on) => {
      if (may.length > 0) follow(click(may, way, on));
    },
    pick: (on) => setWay([on]),
    drop: (from, on) => {
      const step = on === from ? null : click(may, [from], on);
      if (!step || ("way" in step && step.way.length < 2)) return false;
      follow(step);
      return true;
    },
    commit,
    letGo,
  };
}
