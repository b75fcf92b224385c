// The drawings, each in a box of 100 by 100 with the ground at 88. A body is drawn twice: broad below for the outline, then
// filled, so that overlapping parts grow together. Details are thin lines upon it; dots are filled.
//
// The horse is the body of every compound piece; what it wears is the head-dress of its other parent.

export interface Shape {
  body: string;
  detail?: string;
  dots?: string;
}

const disc = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const FOOT = "M23 88v-5q0-6 6-6h42q6 0 6 6v5z";
const HORSE =
  "M28 80c0-17 13-23 16-33c-6 4-10 5-14 9c-3 3-7 3-10 0l-3-4c-2-3-1-5 1-8l12-17c1-6 4-10 8-13l-2-9l11 6c19 1 31 18 31 42c0 10-1 19-2 27z";
const LOW_HORSE =
  "M30 80c0-13 11-18 14-26c-5 3-9 4-12 7c-3 2-6 2-9 0l-3-3c-1-3-1-5 1-7l11-13c1-5 4-8 7-10l8-2c18 0 27 13 27 32c0 8-1 15-2 22z";
const LOW_EYE = disc(43, 41, 3);
const LOW_MANE = "M60 36c7 6 9 15 9 27";
const CROWN_OF_QUEEN = "M36 35l-9-19l12 8l4-14l8 13l9-13l3 14l12-7l-6 19q-16-7-33-1z";
const CROWN_BALLS = `${disc(27, 15, 4)}${disc(43, 9, 4)}${disc(60, 9, 4)}${disc(75, 16, 4)}`;

const bishopKnight: Shape = {
  body: `${FOOT}${LOW_HORSE}M53 9c9 4 15 11 14 19q-1 7-4 9q-11-4-22-1q-4-3-4-9c0-8 6-14 16-18z${disc(53, 8, 4)}`,
  detail: `${LOW_MANE}M38 32q14-6 29 0M57 14l-6 10`,
  dots: LOW_EYE,
};
const rookKnight: Shape = {
  body: `${FOOT}${LOW_HORSE}M33 7h9v6h7v-6h9v6h7v-6h9v16l-5 4v10q-16-6-31 0v-10l-5-4z`,
  detail: `${LOW_MANE}M38 27h31`,
  dots: LOW_EYE,
};

export const SHAPES: Record<string, Shape> = {
  pawn: {
    body: `M27 88v-5q0-6 6-6h34q6 0 6 6v5z${disc(50, 33, 13)}M35 47q0-3 3-3h24q3 0 3 3v2q0 3-3 3h-24q-3 0-3-3zM44 50h12c0 13 5 20 13 29h-38c8-9 13-16 13-29z`,
  },
  knight: { body: `${FOOT}${HORSE}`, detail: "M60 24c10 8 13 20 13 36M20 52l4-3", dots: disc(39, 33, 3.5) },
  bishop: {
    body: `${FOOT}${disc(50, 14, 5.5)}M50 17c13 9 20 20 20 30c0 8-5 13-9 16h-22c-4-3-9-8-9-16c0-10 7-21 20-30zM35 65q0-4 4-4h22q4 0 4 4v1q0 4-4 4h-22q-4 0-4-4zM42 68h16l5 11h-26z`,
    detail: "M58 27l-10 17M35 62h30",
  },
  rook: {
    body: `${FOOT}M26 18h12v8h7v-8h10v8h7v-8h12v18q0 3-2 5l-5 4l4 34h-42l4-34l-5-4q-2-2-2-5z`,
    detail: "M33 44h34M30 75h40",
  },
  queen: {
    body: `${FOOT}M31 80l-13-43l15 14l3-29l11 26l3-30l3 30l11-26l3 29l15-14l-13 43z${disc(18, 34, 5)}${disc(36, 20, 5)}${disc(50, 15, 5)}${disc(64, 20, 5)}${disc(82, 34, 5)}`,
    detail: "M31 70q19-7 38 0",
  },
  king: {
    body: `${FOOT}M46 7h8v7h8v8h-8v10h-8v-10h-8v-8h8zM50 36c5-8 33-11 33 9c0 13-9 21-13 35h-40c-4-14-13-22-13-35c0-20 28-17 33-9z`,
    detail: "M50 37v26M31 70q19-7 38 0",
  },
  janus: bishopKnight,
  cardinal: bishopKnight,
  archbishop: bishopKnight,
  marshal: rookKnight,
  chancellor: rookKnight,
  amazon: {
    body: `${FOOT}${LOW_HORSE}${CROWN_OF_QUEEN}${CROWN_BALLS}`,
    detail: `${LOW_MANE}M35 31q16-6 33 1`,
    dots: LOW_EYE,
  },
  maharajah: {
    body: `${FOOT}${LOW_HORSE}M34 38c-9-8-6-20 6-22q13-4 26 0c11 3 13 15 4 23q-18-8-36-1zM49 6h7v4h4v6h-4v5h-7v-5h-4v-6h4zM37 22l-10-6l9 12zM69 23l10-6l-9 12z${disc(27, 15, 4)}${disc(79, 16, 4)}`,
    detail: `${LOW_MANE}M34 34q5-13 15-15M71 35q-5-13-15-16M43 33q2-6 6-9M62 34q-2-6-6-10`,
    dots: `${LOW_EYE}${disc(52.5, 27, 4)}`,
  },
  behemoth: {
    body: `M50 24c9-5 18-5 25 0c7-4 10-10 9-18c11 9 12 24 1 33c5 14 4 32-6 42q-5 6-13 6q-7-1-16-1t-16 1q-8 0-13-6c-10-10-11-28-6-42c-11-9-10-24 1-33c-1 8 2 14 9 18c7-5 16-5 25 0z`,
    detail: "M29 40l14 6M71 40l-14 6M34 68q16 9 32 0M44 58q6-4 12 0",
    dots: `${disc(37, 50, 4)}${disc(63, 50, 4)}M36 69l3-13l5 15zM64 69l-3-13l-5 15z`,
  },
};
