// After two passes: which stones are dead, the score as it changes, and whether both agree.
import type { Counting, GameCard } from "../api";
import { causeSentence, sideNames } from "../words/names";
import { t } from "../words/words";
import type { Session } from "./session";

export function CountingPanel({ session, counting, card }: { session: Session; counting: Counting; card: GameCard | undefined }) {
  const mine = session.mine.value;
  const sides = sideNames(card);
  const open = mine.filter((side) => !counting.agreed[side]);
  return (
    <section class="panel counting" aria-label={t("play.counting")}>
      <h2>{t("play.counting")}</h2>
      <p>{t("play.counting-help")}</p>
      <p class="score" role="status">
        {causeSentence(counting.outcome, card)}
      </p>
      {mine.length > 0 && (
        <div class="buttons">
          {open.map((side) => (
            <button
              key={side}
              class="primary"
              disabled={session.busy.value}
              onClick={() => void session.act(mine.length > 1 ? { act: "agree", side } : { act: "agree" })}
            >
              {mine.length > 1 ? t("play.side-agrees", { side: sides[side] }) : t("play.agree")}
            </button>
          ))}
          <button disabled={session.busy.value} onClick={() => void session.act({ act: "resume" })}>
            {t("play.play-on")}
          </button>
        </div>
      )}
    </section>
  );
}
