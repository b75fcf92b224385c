// Ratings with their bounds: a dot and a whisker for each player on one common scale.

import { round, ticks } from "./scale";
import "./charts.css";

export interface Whisker {
  name: string;
  value: number;
  error: number | null;
  text: string;
}

interface WhiskersProps {
  rows: Whisker[];
  label: string;
  tick: (value: number) => string;
}

export function Whiskers({ rows, label, tick }: WhiskersProps) {
  if (rows.length === 0) return null;
  const low = Math.min(...rows.map((row) => row.value - (row.error ?? 0)));
  const high = Math.max(...rows.map((row) => row.value + (row.error ?? 0)));
  const range = round(Math.min(low, -10), Math.max(high, 10), 5);
  const share = (value: number) => `${((value - range.low) / (range.high - range.low)) * 100}%`;
  return (
    <div class="whiskers" role="img" aria-label={label}>
      {rows.map((row) => (
        <div class="whiskers-row" key={row.name}>
          <span class="whiskers-name">{row.name}</span>
          <span class="whiskers-track">
            <span class="whiskers-zero" style={{ left: share(0) }} />
            {row.error !== null && (
              <span
                class="whiskers-line"
                style={{ left: share(row.value - row.error), right: `calc(100% - ${share(row.value + row.error)})` }}
              />
            )}
            <span class="whiskers-dot" style={{ left: share(row.value) }} />
          </span>
          <span class="whiskers-value">{row.text}</span>
        </div>
      ))}
      <div class="whiskers-row whiskers-ticks" aria-hidden="true">
        <span class="whiskers-name" />
        <span class="whiskers-track">
          {ticks(range).map((one) => (
            <span class="whiskers-tick" key={one} style={{ left: share(one) }}>
              {tick(one)}
            </span>
          ))}
        </span>
        <span class="whiskers-value" />
      </div>
    </div>
  );
}
