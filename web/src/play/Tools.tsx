// The buttons beside a game.
import type { ComponentChildren } from "preact";
import type { Deed, Play } from "../api";
import { confirm } from "../shell/dialog";
import { t } from "../words/words";
import type { Session } from "./session";

interface ToolsProps {
  session: Session;
  play: Play;
  deeds: Deed[];
  isMyTurn: boolean;
  onFlip: () => void;
}

export function Tools({ session, play, deeds, isMyTurn, onFlip }: ToolsProps) {
  const mine = session.mine.value;
  const busy = session.busy.value;
  const isOn = !play.outcome && !play.counting;
  const pass = deeds.find((deed) => deed.path.length === 0);
  const resign = async () => {
    if (!(await confirm(t("play.resign-ask"), t("play.resign")))) return;
    const side = play.look.mover;
    await session.act(mine.length > 1 && side !== null ? { act: "resign", side } : { act: "resign" });
  };
  const hint = session.hint.value;
  return (
    <div class="tools" role="toolbar" aria-label={t("play.tools")}>
      {mine.length > 0 && (
        <>
          {pass && (
            <Tool icon={ICONS.pass} disabled={busy} onClick={() => void session.move(pass)}>
              {t("play.pass")}
            </Tool>
          )}
          <Tool
            icon={ICONS.back}
            disabled={busy || play.look.played.length === 0}
            onClick={() => void session.act({ act: "back" })}
          >
            {t("play.take-back")}
          </Tool>
          <Tool
            icon={ICONS.hint}
            disabled={busy || !isMyTurn || hint?.shown === "square"}
            onClick={() => void session.askHint()}
          >
            {hint?.shown === "man" ? t("play.hint-square") : t("play.hint")}
          </Tool>
          {mine.length === 1 && (
            <Tool icon={ICONS.swap} disabled={busy || !isOn} onClick={() => void session.act({ act: "swap" })}>
              {t("play.swap")}
            </Tool>
          )}
          <Tool icon={ICONS.draw} disabled={busy || !isOn || play.offer !== null} onClick={() => void session.act({ act: "offer" })}>
            {t("play.offer-draw")}
          </Tool>
          <Tool icon={ICONS.resign} disabled={busy || !isOn} onClick={() => void resign()}>
            {t("play.resign")}
          </Tool>
        </>
      )}
      <Tool icon={ICONS.flip} onClick={onFlip}>
        {t("play.flip")}
      </Tool>
      <a class="tool button" href={`/analyse?play=${encodeURIComponent(play.id)}`}>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d={ICONS.analyse} />
        </svg>
        <span>{t("shell.analyse")}</span>
      </a>
    </div>
  );
}

interface ToolProps {
  icon: string;
  disabled?: boolean;
  onClick: () => void;
  children: ComponentChildren;
}

function Tool({ icon, disabled = false, onClick, children }: ToolProps) {
  return (
    <button class="tool" disabled={disabled} onClick={onClick}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
      <span>{children}</span>
    </button>
  );
}

/** Lines in a box of 24. */
const ICONS = {
  pass: "M4 12h12M12 7l5 5-5 5M20 5v14",
  back: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 5 5v1",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3 11v1h6v-1a6 6 0 0 0-3-11z",
  swap: "M7 4L3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
  draw: "M5 9h14M5 15h14",
  resign: "M6 21V4M6 4h11l-3 4 3 4H6",
  flip: "M8 4v16M8 4L5 7M8 4l3 3M16 20V4M16 20l-3-3M16 20l3-3",
  analyse: "M4 19l5-6 4 3 7-9M20 7v5M20 7h-5",
};
