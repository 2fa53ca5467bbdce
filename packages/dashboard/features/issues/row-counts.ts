import { pageCount } from './search-params.ts';

/** How many rows a page of issues can have. */
export const rowCounts = [pageCount, 100, 200] as const;

/** A count that is no longer offered becomes the default. */
export function readRowCount(given: number | null): number {
  return rowCounts.find((count) => count === given) ?? pageCount;
}
