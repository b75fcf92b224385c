import type { Same } from "../words";
import type { play as english } from "../en/play";

export const play: Same<typeof english> = {
  title: "Hra",
  "man-on": "{man} na {square}",
  target: "{what}, možný tah",
  board: "Hrací deska",
  "which-move": "Který tah?",
};
