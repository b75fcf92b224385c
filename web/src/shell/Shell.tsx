// The frame: navigation, settings, messages, and the page that the address names.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { broken } from "../api/live";
import { PlayPage } from "../play/PlayPage";
import { Lights } from "../board/lights";
import { language, t } from "../words/words";
import { ConfirmDialog } from "./dialog";
import { place } from "./router";
import { SettingsMenu } from "./settings";
import { Toasts } from "./toast";

const PAGES = ["play", "analyse", "arena", "lab", "library"] as const;
type PageName = (typeof PAGES)[number];
/** What every lazily loaded page exports as its default. */
type Page = ComponentType<{ place: URL }>;

const later: Record<Exclude<PageName, "play">, () => Promise<{ default: Page }>> = {
  analyse: () => import("../analyse"),
  arena: () => import("../arena"),
  lab: () => import("../lab"),
  library: () => import("../library"),
};
const loaded = signal<Partial<Record<PageName, Page | "failed">>>({ play: PlayPage });

async function load(name: PageName): Promise<void> {
  if (name === "play") return;
  const page = await later[name]().then(
    (module) => module.default,
    () => "failed" as const,
  );
  loaded.value = { ...loaded.value, [name]: page };
}

/** The page of an address; null if there is none. */
function pageOf(url: URL): PageName | null {
  const first = url.pathname.split("/")[1] ?? "";
  return first === "" ? "play" : (PAGES.find((name) => name === first) ?? null);
}

export function Shell() {
  const name = pageOf(place.value);
  return (
    <>
      <Lights />
      <a class="skip" href="#content">
        {t("shell.skip-to-content")}
      </a>
      <header class="top">
        <a class="wordmark" href="/">
          Tabula
        </a>
        <nav aria-label={t("shell.pages")}>
          {PAGES.map((page) => (
            <a key={page} href={page === "play" ? "/" : `/${page}`} aria-current={page === name ? "page" : undefined}>
              {t(`shell.${page}`)}
            </a>
          ))}
        </nav>
        <SettingsMenu />
      </header>
      {broken.value > 0 && (
        <p class="offline" role="status">
          {t("shell.offline")}
        </p>
      )}
      <main id="content" tabIndex={-1}>
        {name ? <PageBody name={name} key={name} /> : <Nothing />}
      </main>
      <Toasts />
      <ConfirmDialog />
    </>
  );
}

function PageBody({ name }: { name: PageName }) {
  const page = loaded.value[name];
  useEffect(() => {
    if (!page) void load(name);
  }, [name]);
  useEffect(() => {
    document.title = `${t(`shell.${name}`)} · Tabula`;
  }, [name, language.value]);
  if (page === undefined) return <p class="empty">{t("shell.loading")}</p>;
  if (page === "failed") {
    return (
      <p class="empty">
        {t("shell.load-failed")} <button onClick={() => void load(name)}>{t("shell.retry")}</button>
      </p>
    );
  }
  const Page = page;
  return <Page place={place.value} />;
}

function Nothing() {
  return (
    <p class="empty">
      {t("shell.not-found")} <a href="/">{t("shell.to-play")}</a>
    </p>
  );
}
