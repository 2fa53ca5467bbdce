import type { IssueId, ProjectId } from '@seismo/protocol';
import { integer, text, defineQuery } from './query.ts';
import { byTimeAndId, groups } from '../engines/memory/rows.ts';

interface Params {
  projectId: ProjectId;
  issueId: IssueId;
}

/** The environments in which an issue was seen, `''` among them, in their order. Releases as in `issue-sums`. */
export const issueEnvironments = defineQuery({
  sql: {
    duckdb: `
      with seen as materialized (
        select environment, at_ms, event_id, release, user_hash
        from events
        where project_id = $projectId::bigint and issue_id = $issueId::bigint
      )
      select
        environment,
        count(*) as events,
        count(distinct user_hash) filter (where user_hash <> 0) as users,
        min(at_ms) as "firstSeenAtMs",
        max(at_ms) as "lastSeenAtMs",
        coalesce(arg_min(release, (at_ms, event_id)) filter (where release <> ''), '') as "firstRelease",
        coalesce(arg_max(release, (at_ms, event_id)) filter (where release <> ''), '') as "lastRelease"
      from seen
      group by environment
      order by environment`,
  },
  bind: (params: Params) => ({ ...params }),
  row: {
    environment: text,
    events: integer,
    users: integer,
    firstSeenAtMs: integer,
    lastSeenAtMs: integer,
    firstRelease: text,
    lastRelease: text,
  },
  memory: ({ events }, { projectId, issueId }) =>
    groups(
      events.filter((event) => event.projectId === projectId && event.issueId === issueId),
      (event) => [event.environment],
    )
      .map((ofOne) => ofOne.toSorted(byTimeAndId))
      .map((ofOne) => ({
        environment: ofOne[0]!.environment,
        events: ofOne.length,
        users: new Set(ofOne.map(({ userKey }) => userKey).filter((key) => key !== '')).size,
        firstSeenAtMs: ofOne[0]!.atMs,
        lastSeenAtMs: ofOne.at(-1)!.atMs,
        firstRelease: ofOne.find((event) => event.release !== '')?.release ?? '',
        lastRelease: ofOne.findLast((event) => event.release !== '')?.release ?? '',
      })),
});
