import type { IssueId, ProjectId } from '@seismo/protocol';
import { integer, text, eventId, issueId, orNull, defineQuery } from './query.ts';
import { allEvents, groups } from '../engines/memory/rows.ts';
import { hashGroupOf, releasesOf } from './parts/hash-groups.ts';

interface Params {
  projectId: ProjectId;
  issueIds: IssueId[];
}

/**
 * Recounts issues, ordered by issue; issues without events have no row. Releases are the earliest and latest that an
 * event named, `''` if none did; `eventId` is that of the newest event with its
 * content, if any.
 */
export const issueSums = defineQuery({
  sql: {
    duckdb: ({ events, count, counting, isStored }) => `
      with seen as materialized (
        select issue_id, at_ms, event_id, release${counting}
        from ${events}
        where project_id = $projectId::bigint
          and issue_id in (select unnest($issueIds::bigint[]))
      )
      select
        issue_id as "issueId",
        ${count} as events,
        min(at_ms) as "firstSeenAtMs",
        max(at_ms) as "lastSeenAtMs",
        coalesce(arg_min(release, (at_ms, event_id)) filter (where release <> ''), '') as "firstRelease",
        coalesce(arg_max(release, (at_ms, event_id)) filter (where release <> ''), '') as "lastRelease",
        arg_max(event_id, (at_ms, event_id)) filter (where ${isStored}) as "eventId"
      from seen
      group by issue_id
      order by issue_id`,
  },
  row: {
    issueId,
    events: integer,
    firstSeenAtMs: integer,
    lastSeenAtMs: integer,
    firstRelease: text,
    lastRelease: text,
    eventId: orNull(eventId),
  },
  memory: (rows, { projectId, issueIds }: Params) =>
    groups(
      allEvents(rows).filter((event) => event.projectId === projectId && issueIds.includes(event.issueId)),
      (event) => [event.issueId],
    ).map((ofIssue) => ({ ...hashGroupOf(ofIssue), ...releasesOf(ofIssue) })),
});
