import type { Same } from "../words";
import type { lab as english } from "../en/lab";

export const lab: Same<typeof english> = {};
