// The state of the analysis page: a tree, the node at which one looks, the position there, and what the engines say.
// Views read the signals; everything that changes them is a method here.

import { computed, effect, signal } from "@preact/signals";
import type { Deed, Known, Line, Look, PlayerAsk, Square, Value } from "../api";
import * as trees from "../tree/tree";
import type { Grove, Spot, Step } from "../tree/tree";
import { lookAt } from "./looks";

/** One engine beside the board. `player` null is our best. */
export interface Column {
  id: number;
  player: PlayerAsk | null;
  lines: number;
}

/** What the first engine says of a position, and of which. */
export interface Word {
  position: string;
  lines: Line[];
  owner: number[] | null;
  known: Known[];
}

export interface Arrow {
  path: Square[];
  rank: number;
}

/** Beside arrows one more kind of overlay, never two. */
export type Overlay = "none" | "owner" | "visits";

export class Desk {
  readonly spot = signal<Spot>({ tree: trees.empty("chess"), at: 0 });
  /** Codes shown behind the current node without being entered: a line played out. */
  readonly preview = signal<string[]>([]);
  readonly look = signal<Look | null>(null);
  readonly trouble = signal<string | null>(null);
  readonly flipped = signal(false);
  readonly running = signal(false);
  readonly columns = signal<Column[]>([{ id: 0, player: null, lines: 3 }]);
  readonly word = signal<Word | null>(null);
  readonly hover = signal<Arrow[] | null>(null);
  readonly overlay = signal<Overlay>("none");
  /** The tree before the last deletion, for those who did not mean it. */
  readonly undo = signal<Spot | null>(null);

  readonly tree = computed(() => this.spot.value.tree);
  readonly at = computed(() => this.spot.value.at);
  readonly codes = computed(() => trees.codes(this.spot.value.tree, this.spot.value.at));
  /** Names a position among all: what engines are asked about. */
  readonly key = computed(() => JSON.stringify([this.tree.value.game, this.tree.value.start, this.codes.value]));
  readonly said = computed(() => (this.word.value?.position === this.key.value ? this.word.value : null));
  readonly value = computed<Value | null>(
    () => this.said.value?.lines[0]?.value ?? trees.node(this.tree.value, this.at.value).value ?? null,
  );

  /** Keeps `look` true to the place; gives back how to stop. */
  attend(): () => void {
    return effect(() => {
      const { tree } = this.spot.value;
      const moves = [...this.codes.value, ...this.preview.value];
      let stale = false;
      lookAt({ game: tree.game, start: tree.start, moves }).then(
        (look) => {
          if (stale) return;
          this.look.value = look;
          this.trouble.value = null;
        },
        (error: unknown) => {
          if (!stale) this.trouble.value = error instanceof Error ? error.message : String(error);
        },
      );
      return () => (stale = true);
    });
  }

  open(spot: Spot): void {
    this.preview.value = [];
    this.hover.value = null;
    this.undo.value = null;
    if (spot.tree.game !== this.tree.value.game) this.columns.value = [{ id: 0, player: null, lines: 3 }];
    this.spot.value = spot;
  }

  private grow(tree: Grove, at = this.at.value): void {
    this.preview.value = [];
    this.spot.value = { tree, at };
  }

  go(at: number): void {
    this.hover.value = null;
    this.grow(this.tree.value, at);
  }

  back(): void {
    this.go(trees.parent(this.tree.value, this.at.value) ?? 0);
  }

  forward(): void {
    const next = trees.node(this.tree.value, this.at.value).children[0];
    if (next !== undefined) this.go(next);
  }

  first(): void {
    this.go(0);
  }

  last(): void {
    this.go(trees.onwards(this.tree.value, this.at.value).at(-1) ?? this.at.value);
  }

  /** To the sister variation `by` places on; where there is none, to the next parting of ways in that direction. */
  across(by: 1 | -1): void {
    const tree = this.tree.value;
    const sisters = (at: number) => trees.node(tree, trees.parent(tree, at) ?? 0).children;
    const here = this.at.value;
    const sister = here === 0 ? undefined : sisters(here)[sisters(here).indexOf(here) + by];
    if (sister !== undefined) return this.go(sister);
    const way = by === 1 ? trees.onwards(tree, here) : trees.path(tree, here).slice(0, -1).reverse();
    const parting = way.find((at) => sisters(at).length > 1);
    this.go(parting ?? (by === 1 ? (way.at(-1) ?? here) : 0));
  }

  play(step: Step): void {
    const { tree, at } = trees.add(this.tree.value, this.at.value, step);
    this.hover.value = null;
    this.grow(tree, at);
  }

  do(deed: Deed): void {
    this.play({ code: deed.code, text: deed.text, by: this.look.value?.mover ?? null });
  }

  /** Lets the die fall, where it is its turn and the server tells what may come; true if it did. */
  roll(): boolean {
    const look = this.look.value;
    if (!look || look.mover !== null || look.deeds.length === 0) return false;
    const deed = look.deeds[Math.floor(Math.random() * look.deeds.length)];
    if (deed) this.do(deed);
    return deed !== undefined;
  }

  /** Enters the first `count` moves of a line; the server tells who makes each. */
  async enter(line: string[], count: number): Promise<void> {
    const { tree, at } = this.spot.value;
    const before = trees.codes(tree, at);
    const look = await lookAt({ game: tree.game, start: tree.start, moves: [...before, ...line.slice(0, count)] });
    if (this.spot.value.tree !== tree || this.spot.value.at !== at) return;
    const grown = trees.addLine(tree, at, look.played.slice(before.length));
    this.hover.value = null;
    this.grow(grown.tree, grown.at);
  }

  /** Shows the first moves of a line as arrows. */
  async point(line: string[], many: number): Promise<void> {
    const key = this.key.value;
    const tree = this.tree.value;
    const before = this.codes.value;
    const look = await lookAt({ game: tree.game, start: tree.start, moves: [...before, ...line.slice(0, many)] });
    if (this.key.value !== key) return;
    this.hover.value = look.played
      .slice(before.length)
      .filter((one) => one.path.length > 0)
      .map((one, i) => ({ path: one.path, rank: i + 1 }));
  }

  promote(at: number): void {
    this.grow(trees.promote(this.tree.value, at));
  }

  remove(at: number): void {
    const before = this.spot.value;
    const cut = trees.remove(before.tree, at);
    const inside = trees.path(before.tree, before.at).includes(at);
    const stay = trees.follow(cut.tree, trees.codes(before.tree, before.at)).at;
    this.grow(cut.tree, inside ? cut.at : stay);
    this.undo.value = before;
  }

  restore(): void {
    if (this.undo.value) this.open(this.undo.value);
  }

  comment(at: number, text: string): void {
    if (trees.node(this.tree.value, at).comment !== text) this.spot.value = { tree: trees.setComment(this.tree.value, at, text), at: this.at.value };
  }

  sign(at: number, sign: number): void {
    this.spot.value = { tree: trees.toggleSign(this.tree.value, at, sign), at: this.at.value };
  }

  /** Writes a value down for the graph, wherever that position is by now. */
  keep(codes: string[], value: Value): void {
    const { tree, at } = this.spot.value;
    const found = trees.follow(tree, codes);
    if (found.left.length > 0 || trees.node(tree, found.at).judged) return;
    this.spot.value = { tree: trees.setValue(tree, found.at, value), at };
  }

  setTree(tree: Grove): void {
    this.spot.value = { tree, at: this.at.value };
  }

  addColumn(): void {
    const columns = this.columns.value;
    const id = Math.max(...columns.map((one) => one.id)) + 1;
    this.columns.value = [...columns, { id, player: null, lines: 3 }];
  }

  dropColumn(id: number): void {
    this.columns.value = this.columns.value.filter((one) => one.id !== id);
  }

  setColumn(id: number, to: Partial<Column>): void {
    this.columns.value = this.columns.value.map((one) => (one.id === id ? { ...one, ...to } : one));
  }
}
