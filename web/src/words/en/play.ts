// The play page and the board.
export const play = {
  title: "Play",
  "man-on": "{man} on {square}",
  target: "{what}, possible move",
  board: "Board",
  "which-move": "Which move?",
} as const;
