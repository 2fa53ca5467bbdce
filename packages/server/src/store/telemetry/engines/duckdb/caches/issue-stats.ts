import type { IssueId } from '@seismo/protocol';
import type { QueryRows } from '../../../queries/index.ts';
import type { Layer } from './layer.ts';
import { createReadCache } from './read-cache.ts';

/**
 * The latest results of `issue-stats`, each of one issue. Bars have round bounds, so opening a list again requests the
 * same stats. They are valid until an event of the issue is added, or rows are changed or removed.
 */
export function issueStats(): Layer {
  const stats = createReadCache<QueryRows['issueStats'][]>({
    countMax: 2_000,
    rowCountMax: 50_000,
    rowCountOf: (rows) => rows.length,
  });
  return {
    queries: {
      async issueStats({ issueIds, ...rest }, next) {
        const restKey = JSON.stringify(rest);
        const missing: IssueId[] = [];
        // In a later turn, when all that are missing are known: one query for all of them.
        const counted = Promise.resolve().then(async () => {
          const rows = missing.length === 0 ? [] : await next('issueStats', { ...rest, issueIds: missing });
          return Map.groupBy(rows, ({ issueId }) => issueId);
        });
        const ordered = [...new Set(issueIds)].sort((a, b) => a - b);
        const rows = ordered.map((issueId) =>
          stats.read(`${issueId} ${restKey}`, async () => {
            missing.push(issueId);
            return (await counted).get(issueId) ?? [];
          }),
        );
        return (await Promise.all(rows)).flat();
      },
    },
    applied({ rows: { events = [] }, changes }) {
      const issueIds = new Set<number>(events.map(({ issueId }) => issueId));
      if (issueIds.size > 0) stats.changed((key) => issueIds.has(Number.parseInt(key, 10)));
      if (changes.length > 0) stats.changed();
    },
    truncated: () => stats.changed(),
  };
}
