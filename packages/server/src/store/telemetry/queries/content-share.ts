import { allEvents, isStored } from '../engines/memory/rows.ts';
import { eventsInScope, inRangeDuckdb, type Scope } from './parts/in-scope.ts';
import { defineQuery, integer } from './query.ts';

interface Params extends Omit<Scope, 'where' | 'releases'> {
  /** Only of this issue. */
  issueId: number | null;
}

/** How many events there were, and how many still have their content. One row, or none without any event. */
export const contentShare = defineQuery({
  sql: {
    duckdb: ({ events, count, isStored: stored }) => `
      select ${count} as events, count(*) filter (where ${stored}) as stored
      from ${events}
      where ${inRangeDuckdb}
        and ($issueId::bigint is null or issue_id = $issueId::bigint)
      having count(*) > 0`,
  },
  bind: () => ({ releases: [] }),
  row: { events: integer, stored: integer },
  memory: (rows, { issueId, ...scope }: Params) => {
    const all = { ...rows, events: allEvents(rows), thinned: [], counts: [] };
    const found = eventsInScope(all, { ...scope, where: null, releases: [] }).filter(
      (event) => issueId === null || event.issueId === issueId,
    );
    return found.length === 0 ? [] : [{ events: found.length, stored: found.filter(isStored).length }];
  },
});
