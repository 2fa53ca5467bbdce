import { limits } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';
import { matchesOf } from './list-issues.ts';
import type { IssueFilter } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/**
 * The number of matches of each search; `null` for an invalid one. One after the other, so that these counts do not
 * delay lists, and only for the first searches.
 */
export async function issueCounts(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Pick<IssueFilter, 'projects' | 'environments' | 'range'>,
  searches: readonly string[],
): Promise<(number | null)[]> {
  const counts: (number | null)[] = [];
  for (const query of searches.slice(0, limits.COUNTED_SEARCH_COUNT_MAX)) {
    const found = await matchesOf(deps, viewer, { ...filter, query }, { and: null, count: 1 });
    counts.push(found && found.total);
  }
  return counts;
}
