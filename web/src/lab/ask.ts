// What of the form of a run is sent: only what was changed, and only what fits.

import type { NumberSetting, RunAsk, Setting } from "../api";

/** What was chosen so far, by the names of settings. */
export type Values = Record<string, number | string>;

export const isNumber = (setting: Setting): setting is NumberSetting => typeof setting.value === "number";

/** The first number that the server would refuse; null if all fit. Words are chosen from a list, and always fit. */
export function unfit(settings: Setting[], values: Values): NumberSetting | null {
  const fits = ({ name, value, least, most, whole }: NumberSetting): boolean => {
    const wanted = Number(values[name] ?? value);
    return wanted >= least && wanted <= most && (!whole || Number.isInteger(wanted));
  };
  return settings.filter(isNumber).find((setting) => !fits(setting)) ?? null;
}

export function ask(base: RunAsk, settings: Setting[], values: Values, title: string): RunAsk {
  const changed = settings.filter(({ name, value }) => values[name] !== undefined && values[name] !== value);
  const name = title.trim();
  return {
    ...base,
    ...(name ? { title: name } : {}),
    settings: Object.fromEntries(changed.map((setting) => [setting.name, values[setting.name] ?? setting.value])),
  };
}
