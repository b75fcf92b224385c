// Standings, ratings and the crosstable of an event.

import type { EventState, Standing } from "../api";
import { Whiskers } from "../charts/Whiskers";
import { playerName } from "../words/names";
import { number, t } from "../words/words";
import { figure } from "./figure";

const points = (value: number): string => number(value, { maximumFractionDigits: 1 });

export function Standings({ table }: { table: Standing[] }) {
  const withTiebreak = table.some((one) => one.tiebreak !== null);
  return (
    <div class="scroll" role="region" aria-label={t("arena.standings")} tabIndex={0}>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">{t("arena.place")}</th>
            <th scope="col" class="words">
              {t("arena.name")}
            </th>
            <th scope="col">{t("arena.points")}</th>
            <th scope="col">{t("arena.games")}</th>
            <th scope="col">{t("arena.wins")}</th>
            <th scope="col">{t("arena.draws")}</th>
            <th scope="col">{t("arena.losses")}</th>
            <th scope="col">{t("arena.elo")}</th>
            <th scope="col">{t("arena.los")}</th>
            {withTiebreak && <th scope="col">{t("arena.tiebreak")}</th>}
          </tr>
        </thead>
        <tbody>
          {table.map((one, i) => (
            <tr key={one.entrant}>
              <td>{i + 1}</td>
              <th scope="row" class="words">
                {playerName(one.name)}
              </th>
              <td>
                <strong>{points(one.points)}</strong>
              </td>
              <td>{one.games}</td>
              <td>{one.wins}</td>
              <td>{one.draws}</td>
              <td>{one.losses}</td>
              <td>
                {figure(one.elo)}
                {one.error !== null && ` ± ${figure(one.error)}`}
              </td>
              <td>{one.los === null ? "–" : number(one.los, { style: "percent", maximumFractionDigits: 1 })}</td>
              {withTiebreak && <td>{figure(one.tiebreak, 2)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Ratings({ table }: { table: Standing[] }) {
  const rows = table.flatMap(({ name, elo, error }) =>
    elo === null ? [] : [{ name: playerName(name), value: elo, error, text: `${figure(elo)}${error === null ? "" : ` ± ${figure(error)}`}` }],
  );
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{t("arena.ratings")}</h2>
      <Whiskers rows={rows} label={t("arena.ratings")} tick={(value) => figure(value)} />
      <p class="muted">{t("arena.ratings-note")}</p>
    </section>
  );
}

export function Crosstable({ state }: { state: EventState }) {
  const order = state.table.map((one) => one.entrant);
  if (order.length < 2) return null;
  return (
    <section>
      <h2>{t("arena.crosstable")}</h2>
      <div class="scroll" role="region" aria-label={t("arena.crosstable")} tabIndex={0}>
        <table class="figures cross">
          <thead>
            <tr>
              <td />
              {order.map((one, i) => (
                <th scope="col" key={one} title={playerName(state.card.entrants[one] ?? "")}>
                  {i + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.map((row, i) => (
              <tr key={row}>
                <th scope="row" class="words">
                  {i + 1}. {playerName(state.card.entrants[row] ?? "")}
                </th>
                {order.map((column) => (
                  <td key={column} class={row === column ? "self" : ""}>
                    {row !== column && <Score text={state.cross[row]?.[column] ?? null} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** "3.5/6 (+2 -1 =3)" in two lines, so that more of the table fits. */
function Score({ text }: { text: string | null }) {
  if (text === null) return <>–</>;
  const [, score = text, rest = ""] = /^(\S+) \((.*)\)$/.exec(text) ?? [];
  return (
    <>
      {score} {rest && <span class="cross-rest">{rest.replace("-", "−")}</span>}
    </>
  );
}
