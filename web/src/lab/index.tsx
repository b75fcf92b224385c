// The laboratory: runs of learning, each with a page of its own, several in one chart; and searches compared on the same positions.

import { useEffect } from "preact/hooks";
import { cards, loadCards } from "../api/games";
import { complain } from "../shell/toast";
import { t } from "../words/words";
import { Compare } from "./Compare";
import { CompareRuns } from "./CompareRuns";
import { RunPage } from "./RunPage";
import { Runs } from "./Runs";
import "../players/fields.css";
import "./lab.css";

const shelves = ["runs", "searches"] as const;

export default function LabPage({ place }: { place: URL }) {
  useEffect(() => {
    loadCards().catch(complain);
  }, []);
  const [, , part = "", id = ""] = place.pathname.split("/");
  if (part === "runs" && id !== "") return <RunPage key={id} id={decoded(id)} />;
  if (part === "compare") return <CompareRuns ids={(place.searchParams.get("runs") ?? "").split(",").filter(Boolean)} />;
  const shelf = part === "" || part === "runs" ? "runs" : part === "searches" ? "searches" : null;
  if (!shelf) {
    return (
      <p class="empty">
        {t("shell.not-found")} <a href="/lab">{t("lab.all-runs")}</a>
      </p>
    );
  }
  return (
    <div class="lab page">
      <h1>{t("shell.lab")}</h1>
      <nav class="shelves" aria-label={t("lab.shelves")}>
        {shelves.map((one) => (
          <a key={one} href={one === "runs" ? "/lab" : `/lab/${one}`} aria-current={one === shelf ? "page" : undefined}>
            {t(one === "runs" ? "lab.runs" : "lab.compare")}
          </a>
        ))}
      </nav>
      {shelf === "runs" ? <Runs /> : <Searches />}
    </div>
  );
}

/** An address that is no text names nothing. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

function Searches() {
  const [first] = cards.value ?? [];
  return (
    <section>
      <p class="muted">{t("lab.compare-about")}</p>
      {first ? <Compare first={first} /> : <p class="empty">{t("shell.loading")}</p>}
    </section>
  );
}
