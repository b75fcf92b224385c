// The laboratory: searches compared on the same positions, and the runs that this server keeps.

import { useEffect } from "preact/hooks";
import { cards, loadCards } from "../api/games";
import { complain } from "../shell/toast";
import { t } from "../words/words";
import { Compare } from "./Compare";
import { Runs } from "./Runs";
import "../players/fields.css";
import "./lab.css";

export default function LabPage() {
  useEffect(() => {
    loadCards().catch(complain);
  }, []);
  const [first] = cards.value ?? [];
  return (
    <div class="lab page">
      <h1>{t("shell.lab")}</h1>
      <section>
        <h2>{t("lab.compare")}</h2>
        <p class="muted">{t("lab.compare-about")}</p>
        {first ? <Compare first={first} /> : <p class="empty">{t("shell.loading")}</p>}
      </section>
      <Runs />
    </div>
  );
}
