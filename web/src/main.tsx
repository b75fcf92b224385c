// Where the page begins: language first, because every text depends on it, then the shell.
import { render } from "preact";
import "./style/base.css";
import { Shell } from "./shell/Shell";
import { followLinks } from "./shell/router";
import { loadCards } from "./api/games";
import { keepToken } from "./api/token";
import { wakeTheme } from "./shell/theme";
import { wakeLanguage } from "./words/words";

keepToken();
wakeTheme();
followLinks();
// Asked for early, so that the board does not wait for the words; whoever needs it hears of failures.
loadCards().catch(() => undefined);
await wakeLanguage();
const root = document.getElementById("app");
if (root) render(<Shell />, root);
