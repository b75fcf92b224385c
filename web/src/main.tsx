// Where the page begins: language first, because every text depends on it, then the shell.
import { render } from "preact";
import "./style/base.css";
import { Shell } from "./shell/Shell";
import { followLinks } from "./shell/router";
import { keepToken } from "./api/token";
import { wakeTheme } from "./shell/theme";
import { wakeLanguage } from "./words/words";

keepToken();
wakeTheme();
followLinks();
await wakeLanguage();
const root = document.getElementById("app");
if (root) render(<Shell />, root);
