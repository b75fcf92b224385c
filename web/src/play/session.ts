// A game that is being played: what the server last said of it, and what can be done. Lives as long as its page.
import { computed, signal } from "@preact/signals";
import type { Act, Deed, Hint, Look, LookAsk, Play, Played, Side } from "../api";
import { get, post, Refusal } from "../api/fetch";
import { listen } from "../api/live";
import { painted } from "../shell/paint";
import * as sound from "../shell/sound";
import { complain } from "../shell/toast";
import { keyOf } from "./choice";
import { fallen, type Fallen } from "./roll";

/** `Omit` that keeps the alternatives apart. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type Doing = Without<Act, "version">;

export class Session {
  readonly play = signal<Play | null>(null);
  /** When `play` was heard, for clocks. */
  heard = 0;
  /** Why there is nothing to see. */
  readonly missing = signal<Refusal | null>(null);
  readonly busy = signal(false);
  /** An earlier position that is looked at, by the number of moves before it. */
  readonly past = signal<{ plies: number; look: Look } | null>(null);
  readonly hint = signal<{ hint: Hint; shown: "man" | "square" } | null>(null);
  /** What rolls destroyed, by their places in `played`, as far as it was seen. */
  readonly fell = signal<ReadonlyMap<number, Fallen[]>>(new Map());
  readonly key: string | null;

  /** The sides that are played in this browser. */
  readonly mine = computed<Side[]>(() => {
    const players = this.play.value?.players;
    if (!players || this.key === null) return [];
    return ([0, 1] as const).filter((side) => players[side].kind === "human");
  });

  private sounded = 0;
  /** Settles when the person's move is seen. A near server answers before that, and drawing its answer would delay it. */
  private shown = Promise.resolve();

  constructor(readonly id: string) {
    this.key = keyOf(id);
  }

  private get path(): string {
    return `/api/play/${encodeURIComponent(this.id)}`;
  }

  /** Loads the game and follows it until the returned function is called. */
  attend(): () => void {
    let stop: (() => void) | null = null;
    let isOver = false;
    get<Play>(this.path).then(
      (play) => {
        if (isOver) return;
        this.sounded = play.look.played.length;
        this.hear(play);
        sound.wake();
        stop = listen(`${this.path}/live`, {
          play: (data) => void this.shown.then(() => this.hear(data as Play)),
        });
      },
      (failure: unknown) => {
        this.missing.value = failure instanceof Refusal ? failure : new Refusal(0, String(failure));
      },
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }

  /** Takes what the server says, unless something newer was heard before. */
  private hear(play: Play): void {
    const before = this.play.value;
    if (before && play.version < before.version) return;
    if (before) this.noise(before, play);
    if (before && play.look.played.length !== before.look.played.length) {
      this.hint.value = null;
      this.past.value = null;
      const kept = [...this.fell.value].filter(([index]) => index < play.look.played.length);
      this.fell.value = new Map([...kept, ...fallen(before.look, play.look)]);
    }
    this.heard = performance.now();
    this.play.value = play;
  }

  private noise(before: Play, after: Play): void {
    const fresh = after.look.played.slice(Math.max(this.sounded, before.look.played.length));
    this.sounded = after.look.played.length;
    const last = fresh.at(-1);
    if (after.outcome && !before.outcome) sound.play("end");
    else if (fresh.some((played) => played.by === null)) sound.play("roll");
    else if (last) sound.play(after.look.board.alarm !== null ? "check" : last.taken.length > 0 ? "capture" : "move");
  }

  /** Does something. Whatever the server refuses is said, and the game is as it was. */
  async act(doing: Doing): Promise<Play | null> {
    const now = this.play.value;
    if (!now || this.key === null) return null;
    this.busy.value = true;
    try {
      const act = { ...doing, version: now.version } as Act;
      const [play] = await Promise.all([post<Play>(`${this.path}/act`, act, { key: this.key }), this.shown]);
      this.hear(play);
      return play;
    } catch (failure) {
      if (failure instanceof Refusal && failure.status === 409) await this.refresh();
      complain(failure);
      return null;
    } finally {
      this.busy.value = false;
    }
  }

  private async refresh(): Promise<void> {
    await get<Play>(this.path).then((play) => this.hear(play), complain);
  }

  /** A move from the board: heard at once, confirmed later. */
  async move(deed: Deed): Promise<void> {
    const count = this.play.value?.look.played.length ?? 0;
    this.sounded = count + 1;
    this.shown = painted();
    sound.play(deed.taken.length > 0 ? "capture" : "move");
    if (!(await this.act({ act: "move", move: deed.code }))) this.sounded = count;
  }

  /** First the man, then the square. */
  async askHint(): Promise<void> {
    const shown = this.hint.value;
    if (shown) {
      this.hint.value = { ...shown, shown: "square" };
      return;
    }
    if (this.key === null) return;
    this.busy.value = true;
    try {
      const hint = await post<Hint>(`${this.path}/hint`, {}, { key: this.key });
      // A stone has no origin to show first.
      this.hint.value = { hint, shown: hint.path.length > 1 ? "man" : "square" };
    } catch (failure) {
      complain(failure);
    } finally {
      this.busy.value = false;
    }
  }

  /** Looks at the position after so many moves; at the present one if that is the last. */
  async lookBack(plies: number): Promise<void> {
    const look = this.play.value?.look;
    if (!look) return;
    if (plies >= look.played.length) {
      this.past.value = null;
      return;
    }
    const moves = look.played.slice(0, Math.max(0, plies)).map((played: Played) => played.code);
    try {
      const ask: LookAsk = { game: look.game, start: look.start, moves };
      this.past.value = { plies: moves.length, look: await post<Look>("/api/look", ask) };
    } catch (failure) {
      complain(failure);
    }
  }
}
