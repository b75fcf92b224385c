import type { Same } from "../words";
import type { games as english } from "../en/games";

export const games: Same<typeof english> = {
  "name-chess": "Šachy",
};
