import type { Same } from "../words";
import type { analyse as english } from "../en/analyse";

export const analyse: Same<typeof english> = {};
