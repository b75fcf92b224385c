// What of the form of a run is sent: only what was changed, and only what fits.

import type { RunAsk, Setting } from "../api";

/** The first number that the server would refuse; null if all fit. */
export function unfit(settings: Setting[], values: Record<string, number>): Setting | null {
  const fits = ({ name, value, least, most, whole }: Setting): boolean => {
    const wanted = values[name] ?? value;
    return wanted >= least && wanted <= most && (!whole || Number.isInteger(wanted));
  };
  return settings.find((setting) => !fits(setting)) ?? null;
}

export function ask(base: RunAsk, settings: Setting[], values: Record<string, number>, title: string): RunAsk {
  const changed = settings.filter(({ name, value }) => values[name] !== undefined && values[name] !== value);
  const name = title.trim();
  return {
    ...base,
    ...(name ? { title: name } : {}),
    settings: Object.fromEntries(changed.map((setting) => [setting.name, values[setting.name] ?? setting.value])),
  };
}
