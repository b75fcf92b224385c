import type { Same } from "../words";
import type { arena as english } from "../en/arena";

export const arena: Same<typeof english> = {};
