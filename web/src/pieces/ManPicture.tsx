// The picture of a man, 100 units wide, around its middle.
import type { Colour } from "./colour";

export function ManPicture({ kind, letter, colour }: { kind: string; letter: string; colour: Colour; family?: string }) {
  if (kind === "stone") return <circle r="47" class={`stone ${colour}`} />;
  return (
    <g class={`man ${colour}`}>
      <circle r="40" class="body" />
      <text class="letter" y="2">
        {letter.toUpperCase()}
      </text>
    </g>
  );
}
