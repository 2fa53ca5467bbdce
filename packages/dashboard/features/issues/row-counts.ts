import { pageCount } from './search-params.ts';

/** How many rows a page of issues can have. */
export const rowCounts = [pageCount, 100, 200] as const;

/** One that is not offered any more is as none. */
export function readRowCount(given: number | null): number {
  return rowCounts.find((count) => count === given) ?? pageCount;
}
