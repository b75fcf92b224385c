// The search laboratory: pick searches and depths, see their trees grow as bars on a log scale and as a table.

import { useEffect, useRef, useState } from "preact/hooks";
import type { CompareAsk, CompareRow, GameCard, Problem } from "../api";
import { cards } from "../api/games";
import { stream } from "../api/stream";
import { Bars } from "../charts/Bars";
import { NumberField, SelectField } from "../players/Field";
import { complain } from "../shell/toast";
import { evaluatorName, gameName, searchName } from "../words/names";
import { number, t } from "../words/words";
import { arrange, mean, ratio, type Measure } from "./table";

interface Choice {
  game: string;
  searches: string[];
  evaluator: string;
  deepest: number;
  positions: number;
}

/** What the theses compared; where a game has none of them, whatever it has first. */
const classics = ["minimax", "alphabeta", "pvs", "mtdf"];

function freshSearches(card: GameCard): string[] {
  const all = card.searches.map((one) => one.id);
  const known = classics.filter((one) => all.includes(one));
  return known.length > 1 ? known : all.slice(0, 4);
}

const freshChoice = (card: GameCard): Choice => ({
  game: card.id,
  searches: freshSearches(card),
  evaluator: card.evaluators[0]?.id ?? "",
  deepest: 3,
  positions: 5,
});

export function Compare({ first }: { first: GameCard }) {
  const [choice, setChoice] = useState(() => freshChoice(first));
  const [rows, setRows] = useState<CompareRow[]>([]);
  const [asked, setAsked] = useState<{ searches: string[]; cells: number } | null>(null);
  const [running, setRunning] = useState(false);
  const [measure, setMeasure] = useState<Measure>("nodes");
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const card = cards.value?.find((one) => one.id === choice.game) ?? first;
  const set = (to: Partial<Choice>) => setChoice({ ...choice, ...to });

  async function run(event: Event): Promise<void> {
    event.preventDefault();
    stop.current?.abort();
    const mine = new AbortController();
    stop.current = mine;
    const ask: CompareAsk = {
      game: choice.game,
      searches: choice.searches,
      ...(choice.evaluator ? { evaluator: choice.evaluator } : {}),
      depths: Array.from({ length: choice.deepest }, (_, i) => i + 1),
      positions: choice.positions,
    };
    setRows([]);
    setAsked({ searches: ask.searches, cells: ask.searches.length * ask.depths.length });
    setRunning(true);
    const heard: CompareRow[] = [];
    try {
      type Word = CompareRow | { done: true } | { waiting: number } | { error: Problem };
      for await (const word of stream<Word>("/api/compare", ask, mine.signal)) {
        if ("error" in word) throw new Error(word.error.error);
        if (!("search" in word)) continue;
        heard.push(word);
        setRows([...heard]);
      }
    } catch (failure) {
      complain(failure);
    }
    if (stop.current === mine) setRunning(false);
  }

  const flip = (id: string) =>
    set({
      searches: choice.searches.includes(id)
        ? choice.searches.filter((one) => one !== id)
        : card.searches.map((one) => one.id).filter((one) => one === id || choice.searches.includes(one)),
    });
  return (
    <>
      <form class="compare-form" onSubmit={(event) => void run(event)} aria-label={t("lab.compare")}>
        <div class="fields">
          <SelectField
            label={t("lab.game")}
            value={choice.game}
            options={(cards.value ?? []).map(({ id }) => [id, gameName(id)] as const)}
            onChange={(id) => {
              const to = cards.value?.find((one) => one.id === id);
              if (to) setChoice(freshChoice(to));
            }}
          />
          {card.evaluators.length > 1 && (
            <SelectField
              label={t("lab.evaluator")}
              value={choice.evaluator}
              options={card.evaluators.map(({ id }) => [id, evaluatorName(id)] as const)}
              onChange={(evaluator) => set({ evaluator })}
            />
          )}
          <NumberField label={t("lab.depth")} min={1} max={12} value={choice.deepest} onChange={(deepest) => set({ deepest })} />
          <NumberField label={t("lab.positions")} min={1} max={100} value={choice.positions} onChange={(positions) => set({ positions })} />
        </div>
        <fieldset class="row searches">
          <legend>{t("lab.searches")}</legend>
          {card.searches.map(({ id, about }) => (
            <label key={id} class="tick" title={about}>
              <input type="checkbox" checked={choice.searches.includes(id)} onChange={() => flip(id)} /> {searchName(id)}
            </label>
          ))}
        </fieldset>
        <div class="row">
          {running ? (
            <button type="button" onClick={() => stop.current?.abort()}>
              {t("lab.stop")}
            </button>
          ) : (
            <button class="primary" disabled={choice.searches.length === 0 || !(choice.deepest >= 1)}>
              {t("lab.run")}
            </button>
          )}
          {running && asked && (
            <progress max={asked.cells} value={rows.length} aria-label={t("lab.progress")} />
          )}
        </div>
      </form>
      {rows.length > 0 && asked && <Results rows={rows} searches={asked.searches} measure={measure} onMeasure={setMeasure} />}
    </>
  );
}

const compact = (value: number): string => number(value, { notation: "compact", maximumFractionDigits: 1 });

/** Microseconds in the unit that reads best. */
function duration(micros: number): string {
  if (micros < 1000) return t("lab.micros", { n: number(micros, { maximumFractionDigits: 0 }) });
  if (micros < 1e6) return t("lab.millis", { n: number(micros / 1e3, { maximumFractionDigits: 1 }) });
  return t("lab.seconds", { n: number(micros / 1e6, { maximumFractionDigits: 1 }) });
}

interface ResultsProps {
  rows: CompareRow[];
  searches: string[];
  measure: Measure;
  onMeasure: (measure: Measure) => void;
}

function Results({ rows, searches, measure, onMeasure }: ResultsProps) {
  const table = arrange(rows, searches);
  const text = (value: number) => (measure === "nodes" ? compact(value) : duration(value));
  const whole = (value: number) => (measure === "nodes" ? number(Math.round(value)) : duration(value));
  const cut = rows.some((row) => row.unfinished > 0);
  return (
    <div class="results" role="status">
      <div class="row" role="group" aria-label={t("lab.measure")}>
        {(["nodes", "micros"] as const).map((one) => (
          <button type="button" key={one} aria-pressed={one === measure} onClick={() => onMeasure(one)}>
            {t(`lab.measure-${one}`)}
          </button>
        ))}
      </div>
      <Bars
        label={t(`lab.chart-${measure}`)}
        tick={text}
        groups={table.depths.map((depth) => ({
          name: t("lab.at-depth", { n: depth }),
          bars: table.searches.flatMap((search, tone) => {
            const row = table.cell(search, depth);
            return row ? [{ name: searchName(search), value: mean(row, measure), text: text(mean(row, measure)), tone }] : [];
          }),
        }))}
      />
      <div class="scroll" role="region" aria-label={t("lab.table")} tabIndex={0}>
        <table class="figures">
          <caption>{t(`lab.chart-${measure}`)}</caption>
          <thead>
            <tr>
              <th scope="col">{t("lab.depth")}</th>
              {table.searches.map((search) => (
                <th scope="col" key={search}>
                  {searchName(search)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.depths.map((depth) => (
              <tr key={depth}>
                <th scope="row">{depth}</th>
                {table.searches.map((search) => {
                  const row = table.cell(search, depth);
                  const part = ratio(table, search, depth, measure);
                  return (
                    <td key={search}>
                      {row ? whole(mean(row, measure)) : "…"}
                      {row && row.unfinished > 0 && <sup>*</sup>}
                      {part !== null && search !== table.searches[0] && (
                        <span class="muted"> {number(part, { style: "percent", maximumFractionDigits: part < 0.1 ? 1 : 0 })}</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted">
        {t("lab.table-note", { first: searchName(table.searches[0] ?? "") })} {cut && t("lab.cut-note")}
      </p>
    </div>
  );
}
