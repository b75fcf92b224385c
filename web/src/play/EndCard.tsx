// The end: who won and why in one sentence, then what one may want next.
import { useState } from "preact/hooks";
import type { GameCard, Outcome, Play } from "../api";
import { complain } from "../shell/toast";
import { causeSentence } from "../words/names";
import { t } from "../words/words";
import { begin } from "./begin";
import { save } from "./save";
import type { Session } from "./session";

interface EndCardProps {
  session: Session;
  play: Play;
  outcome: Outcome;
  card: GameCard | undefined;
}

export function EndCard({ session, play, outcome, card }: EndCardProps) {
  const [busy, setBusy] = useState(false);
  const mine = session.mine.value;
  const only = mine.length === 1 ? mine[0] : undefined;
  const verdict =
    only === undefined || outcome.winner === null ? null : outcome.winner === only ? t("play.you-won") : t("play.you-lost");
  const rematch = () => {
    setBusy(true);
    const [first, second] = play.players;
    begin({ game: play.look.game, start: play.look.start, players: [second.ask, first.ask], clock: play.clock })
      .catch(complain)
      .finally(() => setBusy(false));
  };
  return (
    <section class="panel end-card" aria-label={t("play.game-over")} data-testid="end">
      <p class="end-sentence">
        {verdict && <strong>{verdict} </strong>}
        {causeSentence(outcome, card, play.look.played.at(-1)?.by === null)}
      </p>
      <div class="buttons">
        {mine.length > 0 && (
          <button class="primary" disabled={busy} onClick={rematch}>
            {t("play.rematch")}
          </button>
        )}
        <a class="button" href={`/analyse?play=${encodeURIComponent(play.id)}&review=1`}>
          {t("play.review")}
        </a>
        {card?.formats
          .filter((format) => format !== "fen")
          .map((format) => (
            <button key={format} onClick={() => void save(play, format).catch(complain)}>
              {t("play.save", { format: format.toUpperCase() })}
            </button>
          ))}
        <a class="button" href="/">
          {t("play.new-game")}
        </a>
      </div>
    </section>
  );
}
