// Clock, colour, opponents of other kinds, a position of one's own.
import { useState } from "preact/hooks";
import type { GameCard } from "../api";
import { engines } from "../api/games";
import { evaluatorName, searchName, sideNames } from "../words/names";
import { number, t } from "../words/words";
import { choice, choose, COLOURS, enginesFor, OPPONENTS } from "./choice";

const CLOCKS: [minutes: number, increment: number][] = [
  [0, 0],
  [1, 0],
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
  [30, 20],
];
const MILLIS = [100, 300, 1000, 3000, 10_000];

interface MoreProps {
  card: GameCard;
  position: string;
  fault: string | null;
  onPosition: (text: string) => void;
  onEdit: () => void;
}

export function More({ card, position, fault, onPosition, onEdit }: MoreProps) {
  const wanted = choice.value;
  // Open at first for whoever comes with a position; then as the person likes.
  const [isOpen] = useState(position !== "");
  const [first, second] = sideNames(card);
  const available = enginesFor(engines.value, card);
  const opponents = OPPONENTS.filter((one) =>
    one === "engine" ? available.length > 0 : one === "run" ? wanted.run !== "" : true,
  );
  const clock = `${wanted.minutes}+${wanted.increment}`;
  const clocks = CLOCKS.map((pair) => pair.join("+"));
  return (
    <details class="more" open={isOpen}>
      <summary>{t("play.more")}</summary>
      <div class="more-fields">
        <label>
          {t("play.clock")}
          <select
            value={clock}
            onChange={(event) => {
              const [minutes = 0, increment = 0] = event.currentTarget.value.split("+").map(Number);
              choose({ minutes, increment });
            }}
          >
            {(clocks.includes(clock) ? clocks : [...clocks, clock]).map((one) => {
              const [minutes = 0, increment = 0] = one.split("+").map(Number);
              const text = minutes === 0 ? t("play.no-clock") : t("play.clock-of", { n: minutes, increment });
              return (
                <option key={one} value={one}>
                  {text}
                </option>
              );
            })}
          </select>
        </label>
        <label>
          {t("play.colour")}
          <select
            value={wanted.colour}
            onChange={(event) => choose({ colour: COLOURS.find((one) => one === event.currentTarget.value) ?? "first" })}
          >
            <option value="first">{t("play.moves-first", { side: first })}</option>
            <option value="second">{second}</option>
            <option value="lot">{t("play.by-lot")}</option>
          </select>
        </label>
        <label>
          {t("play.opponent-kind")}
          <select
            value={wanted.opponent}
            onChange={(event) => choose({ opponent: OPPONENTS.find((one) => one === event.currentTarget.value) ?? "level" })}
          >
            {opponents.map((one) => (
              <option key={one} value={one}>
                {t(`play.opponent-${one}`)}
              </option>
            ))}
          </select>
        </label>
        {wanted.opponent === "search" && <Methods card={card} />}
        {wanted.opponent === "engine" && (
          <label>
            {t("play.engine")}
            <select value={wanted.engine} onChange={(event) => choose({ engine: event.currentTarget.value })}>
              {available.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {["search", "engine", "run"].includes(wanted.opponent) && (
          <label>
            {t("play.time-per-move")}
            <select value={wanted.millis} onChange={(event) => choose({ millis: Number(event.currentTarget.value) })}>
              {MILLIS.map((millis) => (
                <option key={millis} value={millis}>
                  {t("play.seconds", { n: millis / 1000, seconds: number(millis / 1000) })}
                </option>
              ))}
            </select>
          </label>
        )}
        <div class="own-position">
          <label>
            {t("play.own-position")}
            <input
              type="text"
              value={position}
              placeholder={t("play.usual-start")}
              spellcheck={false}
              autocomplete="off"
              aria-invalid={fault !== null}
              aria-describedby={fault === null ? undefined : "position-fault"}
              onInput={(event) => onPosition(event.currentTarget.value.trim())}
            />
          </label>
          <button type="button" onClick={onEdit}>
            {t("play.set-up")}
          </button>
          {fault !== null && (
            <p id="position-fault" class="fault" role="alert">
              {fault}
            </p>
          )}
        </div>
      </div>
    </details>
  );
}

function Methods({ card }: { card: GameCard }) {
  const wanted = choice.value;
  const search = card.searches.find(({ id }) => id === wanted.search) ?? card.searches[0];
  const evaluator = card.evaluators.find(({ id }) => id === wanted.evaluator) ?? card.evaluators[0];
  return (
    <>
      <label>
        {t("play.search")}
        <select value={search?.id} onChange={(event) => choose({ search: event.currentTarget.value })}>
          {card.searches.map(({ id }) => (
            <option key={id} value={id}>
              {searchName(id)}
            </option>
          ))}
        </select>
      </label>
      {card.evaluators.length > 0 && (
        <label>
          {t("play.evaluation")}
          <select value={evaluator?.id} onChange={(event) => choose({ evaluator: event.currentTarget.value })}>
            {card.evaluators.map(({ id }) => (
              <option key={id} value={id}>
                {evaluatorName(id)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
