// Language, colours and sounds, behind one button.
import { useEffect, useRef, useState } from "preact/hooks";
import { chooseLanguage, language, LANGUAGE_NAMES, LANGUAGES, t } from "../words/words";
import { sounding } from "./sound";
import { BOARDS, boardTheme, theme, THEMES } from "./theme";
import { complain } from "./toast";

export function SettingsMenu() {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      const isBeside = event.target instanceof Node && !ref.current?.contains(event.target);
      if (isBeside || (event instanceof KeyboardEvent && event.key === "Escape")) setOpen(false);
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, [open]);
  return (
    <div class="settings" ref={ref}>
      <button class="bare" aria-expanded={open} aria-label={t("shell.settings")} onClick={() => setOpen(!open)}>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.500 4.500v5M8.500 14.500v5" />
        </svg>
        <span class="wide-only">{t("shell.settings")}</span>
      </button>
      {open && <SettingsPanel />}
    </div>
  );
}

function SettingsPanel() {
  return (
    <div class="settings-panel">
      <label>
        {t("shell.language")}
        <select
          value={language.value}
          onChange={(event) => {
            const wanted = LANGUAGES.find((one) => one === event.currentTarget.value);
            if (wanted) chooseLanguage(wanted).catch(complain);
          }}
        >
          {LANGUAGES.map((one) => (
            <option key={one} value={one} lang={one}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("shell.theme")}
        <select
          value={theme.value}
          onChange={(event) => (theme.value = THEMES.find((one) => one === event.currentTarget.value) ?? "system")}
        >
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {t(`shell.theme-${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("shell.board")}
        <select
          value={boardTheme.value}
          onChange={(event) => (boardTheme.value = BOARDS.find((one) => one === event.currentTarget.value) ?? "calm")}
        >
          {BOARDS.map((one) => (
            <option key={one} value={one}>
              {t(`shell.board-${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={sounding.value}
          onChange={(event) => (sounding.value = event.currentTarget.checked)}
        />
        {t("shell.sound")}
      </label>
    </div>
  );
}
