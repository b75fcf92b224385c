// A draw that was offered: by us, and we wait; or to us, and we answer.
import type { GameCard, Play } from "../api";
import { sideNames } from "../words/names";
import { t } from "../words/words";
import type { Session } from "./session";

export function OfferPanel({ session, play, card }: { session: Session; play: Play; card: GameCard | undefined }) {
  const mine = session.mine.value;
  if (play.offer === null || mine.length === 0) return null;
  const side = sideNames(card)[play.offer];
  const isAnswerOurs = mine.includes(play.offer === 0 ? 1 : 0);
  return (
    <section class="panel" aria-label={t("play.offer-draw")}>
      <p role="status">{isAnswerOurs ? t("play.offered", { side }) : t("play.offer-waits")}</p>
      {isAnswerOurs && (
        <div class="buttons">
          <button class="primary" onClick={() => void session.act({ act: "accept" })}>
            {t("play.accept")}
          </button>
          <button onClick={() => void session.act({ act: "decline" })}>{t("play.decline")}</button>
        </div>
      )}
    </section>
  );
}
