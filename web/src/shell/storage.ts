// What the browser remembers. Storage can be forbidden or full; then nothing is remembered, and nothing breaks.

/** Reads what was kept under a name; `fallback` if nothing was, or something of another shape. */
export function recall<T>(name: string, fallback: T, fits: (value: unknown) => value is T): T {
  try {
    const text = localStorage.getItem(`tabula.${name}`);
    const value: unknown = text === null ? null : JSON.parse(text);
    return fits(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(`tabula.${name}`, JSON.stringify(value));
  } catch {
    // Not remembering is the worst that can happen.
  }
}

export const isString = (value: unknown): value is string => typeof value === "string";
export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
/** One of a few words. */
export const isOneOf =
  <T extends string>(...words: readonly T[]) =>
  (value: unknown): value is T =>
    words.some((word) => word === value);
