import { limits } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';
import { listIssues } from './list-issues.ts';
import type { IssueFilter } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/**
 * How many issues each of these searches finds; `null` of one that cannot be read. One after the other, so that what is
 * counted beside a list never stands before a list in the store, and of no more than the first ones.
 */
export async function issueCounts(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Pick<IssueFilter, 'projects' | 'environments' | 'range'>,
  searches: readonly string[],
): Promise<(number | null)[]> {
  const counts: (number | null)[] = [];
  for (const query of searches.slice(0, limits.COUNTED_SEARCH_COUNT_MAX)) {
    const found = await listIssues(deps, viewer, { ...filter, query, sort: 'last-seen', cursor: null, count: 1 });
    counts.push(found.problem === null ? found.total : null);
  }
  return counts;
}
