import type { ProjectId } from '@seismo/protocol';
import type { EventCondition } from '../condition.ts';
import { integer, issueId, defineQuery, type Range } from './query.ts';
import { among, groups, within } from '../engines/memory/rows.ts';
import { matches } from '../engines/memory/condition.ts';
import { inScopeDuckdb } from './in-scope.ts';

interface Params {
  projectIds: ProjectId[];
  environments: string[];
  releases: string[];
  where: EventCondition | null;
  range: Range;
  sinceSequence: number | null;
}

/**
 * Issues that have an event in the range, with how many; only those of batches after `sinceSequence`, if it is a number.
 * `lastSequence` is that of the newest batch of which an event was counted.
 */
export const issuesInRange = defineQuery({
  sql: {
    duckdb: `
      select issue_id as "issueId", count(*) as events, max(sequence) as "lastSequence"
      from events
      where ${inScopeDuckdb}
        and sequence > $sinceSequence::bigint
      group by issue_id
      order by issue_id`,
  },
  bind: ({ projectIds, environments, releases, range, sinceSequence }: Params) => ({
    projectIds,
    environments,
    releases,
    sinceSequence: sinceSequence ?? -1,
    ...range,
  }),
  row: { issueId, events: integer, lastSequence: integer },
  memory: ({ events }, { projectIds, environments, releases, where, range, sinceSequence }) =>
    groups(
      events
        .filter(matches(where))
        .filter((event) => event.sequence > (sinceSequence ?? -1))
        .filter((event) => projectIds.includes(event.projectId) && among(event.release, releases))
        .filter((event) => among(event.environment, environments) && within(event.atMs, range)),
      (event) => [event.issueId],
    ).map((ofIssue) => ({
      issueId: ofIssue[0]!.issueId,
      events: ofIssue.length,
      lastSequence: Math.max(...ofIssue.map((event) => event.sequence)),
    })),
});
