// Where a piece reaches, read from its Betza text, for a small picture only: what may be played the server alone decides.
// Parts that a picture cannot show (hoppers, first moves) are drawn like plain moves.

export type How = "both" | "move" | "take";

export interface Step {
  right: number;
  up: number;
  rides: boolean;
  how: How;
}

const leaps: Record<string, [number, number]> = {
  W: [1, 0], F: [1, 1], D: [2, 0], N: [2, 1], A: [2, 2], H: [3, 0], C: [3, 1], Z: [3, 2], G: [3, 3],
};
const compounds: Record<string, string> = { K: "WF", Q: "WWFF", R: "WW", B: "FF" };

/** Every step that the text names; nothing for letters that are not Betza's. */
export function steps(text: string): Step[] {
  if (text === "pawn") return steps("fmWfcF");
  return [...text.matchAll(/([a-z]*)([A-Z])(\2|\d+)?/g)].flatMap(([, how = "", atom = "", more = ""]) => {
    const parts = compounds[atom];
    if (parts) {
      const rides = atom !== "K" && more !== "1";
      return [...new Set(parts)].flatMap((one) => spread(how, one, rides));
    }
    return spread(how, atom, more !== "" && more !== "1");
  });
}

function spread(letters: string, atom: string, rides: boolean): Step[] {
  const leap = leaps[atom];
  if (!leap) return [];
  const how: How = letters.includes("c") && !letters.includes("m") ? "take" : letters.includes("m") && !letters.includes("c") ? "move" : "both";
  const ways = [...letters].filter((one) => "fblrvs".includes(one));
  const all = new Map<string, Step>();
  const [far, near] = leap;
  for (const [a, b] of [[far, near], [near, far]] as const) {
    for (const [x, y] of [[1, 1], [1, -1], [-1, 1], [-1, -1]] as const) {
      // Adding nothing makes 0 of −0, which is the same place.
      const step = { right: a * x + 0, up: b * y + 0, rides, how };
      if (ways.length === 0 || ways.some((way) => goes(step, way))) all.set(`${step.right} ${step.up}`, step);
    }
  }
  return [...all.values()];
}

function goes({ right, up }: Step, way: string): boolean {
  switch (way) {
    case "f":
      return up > 0;
    case "b":
      return up < 0;
    case "l":
      return right < 0;
    case "r":
      return right > 0;
    case "v":
      return Math.abs(up) > Math.abs(right);
    default:
      return Math.abs(right) > Math.abs(up);
  }
}
