import type { Same } from "../words";
import type { library as english } from "../en/library";

export const library: Same<typeof english> = {};
