// Rows of a comparison as they come, arranged as the theses printed them: depths down, searches across.

import type { CompareRow } from "../api";

export type Measure = "nodes" | "micros";

export interface Comparison {
  searches: string[];
  depths: number[];
  cell: (search: string, depth: number) => CompareRow | null;
}

export function arrange(rows: CompareRow[], searches: string[]): Comparison {
  const depths = [...new Set(rows.map((row) => row.depth))].sort((a, b) => a - b);
  const known = new Map(rows.map((row) => [`${row.search} ${row.depth}`, row]));
  return {
    searches: searches.filter((search) => rows.some((row) => row.search === search)),
    depths,
    cell: (search, depth) => known.get(`${search} ${depth}`) ?? null,
  };
}

/** How much of the first search's work another needed; null where nothing can be said. */
export function ratio(table: Comparison, search: string, depth: number, measure: Measure): number | null {
  const first = table.cell(table.searches[0] ?? "", depth);
  const other = table.cell(search, depth);
  if (!first || !other || first[measure] === 0 || other.unfinished > 0 || first.unfinished > 0) return null;
  return other[measure] / first[measure];
}

export function mean(row: CompareRow, measure: Measure): number {
  return row.positions === 0 ? 0 : row[measure] / row.positions;
}
