import type { Same } from "../words";
import type { play as english } from "../en/play";

export const play: Same<typeof english> = {
  title: "Igra",
  "man-on": "{man} na {square}",
  target: "{what}, moguć potez",
  board: "Ploča",
  "which-move": "Koji potez?",
};
