// Horizontal bars on a log scale, in groups: plain elements, because a dozen bars need no canvas.

import { decades, logShare } from "./scale";
import "./charts.css";

export interface Bar {
  name: string;
  value: number;
  text: string;
  tone: number; // which of the series' colours
}
export interface BarGroup {
  name: string;
  bars: Bar[];
}

interface BarsProps {
  groups: BarGroup[];
  label: string;
  tick: (value: number) => string;
}

export function Bars({ groups, label, tick }: BarsProps) {
  const most = Math.max(1, ...groups.flatMap((group) => group.bars.map((bar) => bar.value)));
  const marks = decades(most);
  return (
    <div class="bars" role="img" aria-label={label}>
      {groups.map((group) => (
        <div class="bars-group" key={group.name}>
          <div class="bars-name">{group.name}</div>
          {group.bars.map((bar) => (
            <div class="bars-row" key={bar.name}>
              <span class="bars-label">{bar.name}</span>
              <span class="bars-track">
                <span class={`bars-bar tone-${bar.tone % 8}`} style={{ width: `${logShare(bar.value, most) * 100}%` }} />
              </span>
              <span class="bars-value">{bar.text}</span>
            </div>
          ))}
        </div>
      ))}
      <div class="bars-row bars-ticks" aria-hidden="true">
        <span class="bars-label" />
        <span class="bars-track">
          {marks.map((mark) => (
            <span class="bars-tick" key={mark} style={{ left: `${logShare(mark, most) * 100}%` }}>
              {tick(mark)}
            </span>
          ))}
        </span>
        <span class="bars-value" />
      </div>
    </div>
  );
}
