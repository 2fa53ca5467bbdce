import type { IssueId, ProjectId } from '@seismo/protocol';
import { integer, text, eventId, issueId, defineQuery } from './query.ts';
import { byTimeAndId, groups } from '../engines/memory/rows.ts';

interface Params {
  projectId: ProjectId;
  issueIds: IssueId[];
}

/**
 * What an issue's numbers are, counted anew; issues without events have no row. In the order of the issues. Releases are
 * the earliest and the latest that an event named, `''` if none did; `eventId` is the newest event's.
 */
export const issueSums = defineQuery({
  sql: {
    duckdb: `
      with seen as materialized (
        select issue_id, at_ms, event_id, release
        from events
        where project_id = $projectId::bigint
          and issue_id in (select unnest($issueIds::bigint[]))
      )
      select
        issue_id as "issueId",
        count(*) as events,
        min(at_ms) as "firstSeenAtMs",
        max(at_ms) as "lastSeenAtMs",
        coalesce(arg_min(release, (at_ms, event_id)) filter (where release <> ''), '') as "firstRelease",
        coalesce(arg_max(release, (at_ms, event_id)) filter (where release <> ''), '') as "lastRelease",
        arg_max(event_id, (at_ms, event_id)) as "eventId"
      from seen
      group by issue_id
      order by issue_id`,
  },
  bind: (params: Params) => ({ ...params }),
  row: {
    issueId,
    events: integer,
    firstSeenAtMs: integer,
    lastSeenAtMs: integer,
    firstRelease: text,
    lastRelease: text,
    eventId,
  },
  memory: ({ events }, { projectId, issueIds }) =>
    groups(
      events.filter((event) => event.projectId === projectId && issueIds.includes(event.issueId)),
      (event) => [event.issueId],
    )
      .map((ofIssue) => ofIssue.toSorted(byTimeAndId))
      .map((ofIssue) => ({
        issueId: ofIssue[0]!.issueId,
        events: ofIssue.length,
        firstSeenAtMs: ofIssue[0]!.atMs,
        lastSeenAtMs: ofIssue.at(-1)!.atMs,
        firstRelease: ofIssue.find((event) => event.release !== '')?.release ?? '',
        lastRelease: ofIssue.findLast((event) => event.release !== '')?.release ?? '',
        eventId: ofIssue.at(-1)!.eventId,
      })),
});
