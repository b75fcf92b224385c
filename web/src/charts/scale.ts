// Arithmetic of axes: where a number lies, and which round numbers to print.

/** Share of the way from 1 to the power of ten above `most`, on a log scale; 0 and less lie at the start. */
export function logShare(value: number, most: number): number {
  const decades = Math.max(1, Math.ceil(Math.log10(Math.max(most, 1))));
  return value <= 1 ? 0 : Math.min(1, Math.log10(value) / decades);
}

/** Powers of ten from 1 to the one above `most`, at most five of them. */
export function decades(most: number): number[] {
  const last = Math.max(1, Math.ceil(Math.log10(Math.max(most, 1))));
  const step = Math.ceil(last / 4);
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => 10 ** (i * step));
}

/** A range that holds everything, with round ends and steps. */
export function round(low: number, high: number, about: number): { low: number; high: number; step: number } {
  const raw = Math.max(high - low, 1e-9) / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw) ?? 10 * power;
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, step };
}

export function ticks({ low, high, step }: { low: number; high: number; step: number }): number[] {
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
}
