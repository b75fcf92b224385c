// A game as a file.
import type { Format, Play, Tree, WriteAnswer, WriteAsk } from "../api";
import { post } from "../api/fetch";

export function resultOf(play: Pick<Play, "outcome">): string {
  if (!play.outcome) return "*";
  return play.outcome.winner === null ? "1/2-1/2" : play.outcome.winner === 0 ? "1-0" : "0-1";
}

/** The game as a tree of one line. */
export function treeOf(play: Play): Tree {
  const { game, start, played } = play.look;
  const first = { code: "", text: "", by: null, children: played.length > 0 ? [1] : [], comment: "", signs: [] };
  const rest = played.map(({ code, text, by }, index) => {
    return { code, text, by, children: index + 1 < played.length ? [index + 2] : [], comment: "", signs: [] };
  });
  const tags: [string, string][] = [
    ["Date", play.begun.slice(0, 10).replaceAll("-", ".")],
    ["White", play.players[0].name],
    ["Black", play.players[1].name],
  ];
  return { game, start, tags, nodes: [first, ...rest], result: resultOf(play) };
}

/** Writes the game in a format and gives it to the person as a file. Throws a `Refusal`. */
export async function save(play: Play, format: Format): Promise<void> {
  const tree = treeOf(play);
  const ask: WriteAsk = { tree, format, at: tree.nodes.length - 1 };
  const { text, name } = await post<WriteAnswer>("/api/write", ask);
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
