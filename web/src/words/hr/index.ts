export { shell } from "./shell";
export { play } from "./play";
export { games } from "./games";
export { analyse } from "./analyse";
export { arena } from "./arena";
export { lab } from "./lab";
export { library } from "./library";
