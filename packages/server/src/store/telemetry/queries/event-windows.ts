import type { IssueId } from '@seismo/protocol';
import { bucketOf, endUserCount, groups } from '../engines/memory/rows.ts';
import { integer, issueId, orNull, defineQuery } from './query.ts';
import type { Range } from './query.ts';
import { eventsInScope, inRangeDuckdb, type Scope } from './parts/in-scope.ts';

interface Params extends Omit<Scope, 'releases'> {
  /** A multiple of `stepMs`. */
  windowMs: number;
  /** Windows end at multiples of this since the epoch. */
  stepMs: number;
  /** One row per issue and window, instead of one for all events of a window. */
  byIssue: boolean;
  /** `null`: of any issue. */
  issueIds: IssueId[] | null;
  /** Otherwise `users` is 0, and the answer is much faster. */
  countsUsers: boolean;
  /** Only windows with at least so many. */
  eventsMin: number;
  usersMin: number;
  count: number;
}

const bucketDuckdb = 'at_ms - (at_ms % $stepMs::bigint + $stepMs::bigint) % $stepMs::bigint';

/** A user whose steps are in the same window counts once in it: from the first of them on, until the last has left it. */
const neighborsDuckdb = `
        select
          *,
          lag(bucket) over of_user as before,
          lead(bucket) over of_user as after
        from stepped
        window of_user as (partition by issue_id, user_hash order by bucket)`;

/** One window only, as for an evaluation: a user is in one step, which ends with it. */
const isSingle = ({ fromMs, toMs }: Range, stepMs: number): boolean => toMs - fromMs === stepMs && toMs % stepMs === 0;

/**
 * Events and end users in overlapping windows: those that end after the beginning of the range, and at its end or before. `users` are
 * exact distinct counts. Windows without events have no row. The last window first, then by issue.
 */
export const eventWindows = defineQuery({
  sql: {
    duckdb: ({ where, events, count, counting }, { byIssue, countsUsers, range, stepMs }: Params) => `
      with seen as (
        select at_ms, ${countsUsers ? 'user_hash' : '0 as user_hash'}, ${byIssue ? 'issue_id' : 'null::bigint as issue_id'}${counting}
        from ${events}
        where ${inRangeDuckdb}
          and ${where}
          and ($issueIds::bigint[] is null or list_contains($issueIds::bigint[], issue_id))
      ),
      stepped as (
        select
          issue_id,
          user_hash,
          ${isSingle(range, stepMs) ? '$toMs::bigint - $stepMs::bigint' : bucketDuckdb} as bucket,
          ${count} as events
        from seen
        group by 1, 2, 3
      ),
      neighbored as (
        ${countsUsers && !isSingle(range, stepMs) ? neighborsDuckdb : 'select *, null::bigint as before, null::bigint as after from stepped'}
      ),
      changed as (
        select
          issue_id,
          bucket + $stepMs::bigint as until,
          sum(events) as events,
          count(*) filter (user_hash <> 0 and coalesce(before <= bucket - $windowMs::bigint, true)) as users
        from neighbored
        group by 1, 2
        union all
        select
          issue_id,
          bucket + $windowMs::bigint + $stepMs::bigint,
          -sum(events),
          -count(*) filter (user_hash <> 0 and coalesce(after >= bucket + $windowMs::bigint, true))
        from neighbored
        group by 1, 2
      ),
      summed as (
        select
          issue_id,
          until,
          lead(until, 1, until) over of_issue as next,
          sum(sum(events)) over of_issue as events,
          sum(sum(users)) over of_issue as users
        from changed
        group by 1, 2
        window of_issue as (partition by issue_id order by until)
      ),
      windowed as (
        select
          issue_id,
          unnest(range(until, next, $stepMs::bigint)) as until,
          events,
          users
        from summed
        where events > 0
          and events >= $eventsMin::bigint
          and users >= $usersMin::bigint
      )
      select issue_id as "issueId", until as "untilMs", events::bigint as events, users::bigint as users
      from windowed
      where until > $endsAfterMs::bigint and until <= $toMs::bigint
      order by until desc, issue_id
      limit $count::bigint`,
  },
  bind: ({ range, windowMs, stepMs }) => ({
    releases: [],
    endsAfterMs: range.fromMs,
    fromMs: bucketOf(range.fromMs, stepMs) + stepMs - windowMs,
  }),
  row: { issueId: orNull(issueId), untilMs: integer, events: integer, users: integer },
  memory: (rows, { range, windowMs, stepMs, byIssue, issueIds, countsUsers, eventsMin, usersMin, count, ...scope }) => {
    const { fromMs, toMs } = range;
    const firstMs = bucketOf(fromMs, stepMs) + stepMs;
    const found = eventsInScope(rows, { ...scope, releases: [], range: { fromMs: firstMs - windowMs, toMs } }).filter(
      ({ issueId: id }) => issueIds === null || issueIds.includes(id),
    );
    const ends = groups(found, (event) => [byIssue ? event.issueId : 0]).flatMap((ofIssue) => {
      const untils = new Set(
        ofIssue.flatMap(({ atMs }) =>
          Array.from({ length: windowMs / stepMs }, (_, index) => bucketOf(atMs, stepMs) + (index + 1) * stepMs),
        ),
      );
      return [...untils]
        .filter((untilMs) => untilMs > fromMs && untilMs <= toMs)
        .map((untilMs) => {
          const within = ofIssue.filter(({ atMs }) => atMs >= untilMs - windowMs && atMs < untilMs);
          const issue = byIssue ? ofIssue[0]!.issueId : null;
          return { issueId: issue, untilMs, events: within.length, users: countsUsers ? endUserCount(within) : 0 };
        });
    });
    return ends
      .filter(({ events, users }) => events >= eventsMin && users >= usersMin)
      .toSorted((one, other) => other.untilMs - one.untilMs || (one.issueId ?? 0) - (other.issueId ?? 0))
      .slice(0, count);
  },
});
