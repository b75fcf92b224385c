// The picture of a man, 100 units wide, around its middle.
import type { Colour } from "./colour";
import "./pieces.css";
import { SHAPES, type Shape } from "./shapes";

/** A kind that nobody has drawn is its letter on a disc. */
export function ManPicture({ kind, letter, colour }: { kind: string; letter: string; colour: Colour }) {
  const shape = SHAPES[kind];
  if (shape) return <Drawn shape={shape} colour={colour} />;
  switch (kind) {
    case "stone":
      return <circle r="47" class={`stone ${colour}`} />;
    case "cross":
      return <path class="sign cross" d="M-27-27l54 54m0-54l-54 54" />;
    case "nought":
      return <circle class="sign nought" r="30" />;
    case "man":
      return <Draughtsman colour={colour} />;
    case "crowned-man":
      return (
        <g class={`man ${colour}`}>
          <g transform="translate(0 9)">
            <Disc />
          </g>
          <g transform="translate(0 -7)">
            <Disc />
            <path class="crown" d="M-17 10l-4-22l11 9l10-14l10 14l11-9l-4 22z" />
          </g>
        </g>
      );
    default:
      return (
        <g class={`man ${colour}`}>
          <Disc />
          <text class="letter" y="3">
            {letter.toUpperCase()}
          </text>
        </g>
      );
  }
}

function Drawn({ shape, colour }: { shape: Shape; colour: Colour }) {
  return (
    <g class={`man ${colour}`} transform="translate(-50 -50)">
      <path class="outline" d={shape.body} />
      <path class="body" d={shape.body} />
      {shape.detail && <path class="detail" d={shape.detail} />}
      {shape.dots && <path class="dots" d={shape.dots} />}
    </g>
  );
}

function Draughtsman({ colour }: { colour: Colour }) {
  return (
    <g class={`man ${colour}`}>
      <Disc />
      <circle class="detail" r="27" />
      <circle class="detail" r="15" />
    </g>
  );
}

function Disc() {
  return (
    <>
      <circle class="outline" r="37" />
      <circle class="body" r="37" />
    </>
  );
}
