import type { EventId, IssueId, ProjectId } from '@seismo/protocol';
import { byTimeAndId, groups, within } from '../engines/memory/rows.ts';
import { isOfIssue } from './parts/of-issue.ts';
import { defineQuery, eventId, integer, type Range } from './query.ts';

interface Params {
  projectId: ProjectId;
  issueId: IssueId;
  range: Range;
  /** 0: only first and last events stay. */
  cap: number;
  /** Events that stay. */
  keepIds: EventId[];
  count: number;
}

const CELL = 'hash, release, environment, level';

/**
 * The repeated events of an issue that may lose their content, the oldest first. Events with the same hash, release,
 * environment and level are repeats. Where the range has more than twice `cap` of them, one stays for each of `cap` parts
 * of their time span, so that rare ones all stay and the others are spread over time. The first and the last event of
 * each hash of the issue always stay.
 */
export const thinnableEvents = defineQuery({
  sql: {
    duckdb: `
      with
        cells as materialized (
          select ${CELL}, min(at_ms) as "from", max(at_ms) as "to", row_number() over () as cell
          from events
          where project_id = $projectId::bigint and issue_id = $issueId::bigint
            and at_ms >= $fromMs::bigint and at_ms < $toMs::bigint
          group by all
          having count(*) > 2 * $cap::bigint
        ),
        ends as materialized (
          select hash, min((at_ms, event_id)) as first, max((at_ms, event_id)) as last
          from events
          where project_id = $projectId::bigint and issue_id = $issueId::bigint
          group by hash
        ),
        seen as materialized (
          select
            cell, event_id, at_ms, body_bytes,
            ((at_ms - "from")::hugeint * $cap::bigint) // ("to" - "from" + 1) as slot,
            (at_ms, event_id) = first or (at_ms, event_id) = last as is_end
          from events
          join cells using (${CELL})
          join ends using (hash)
          where project_id = $projectId::bigint and issue_id = $issueId::bigint
            and at_ms >= $fromMs::bigint and at_ms < $toMs::bigint
        ),
        kept as (
          select arg_min(event_id, (at_ms, event_id)) as event_id
          from seen
          where $cap::bigint > 0
          group by cell, slot
        )
      select event_id as "eventId", body_bytes as "bodyBytes"
      from seen
      where not is_end
        and event_id not in (select event_id from kept)
        and event_id not in (select unnest($keepIds::varchar[])::uuid)
      order by at_ms, event_id
      limit $count::bigint`,
  },
  row: { eventId, bodyBytes: integer },
  memory: ({ events }, { range, cap, keepIds, count, ...issue }: Params) => {
    const ofIssue = events.filter(isOfIssue(issue)).toSorted(byTimeAndId);
    const ends = new Set(groups(ofIssue, ({ hash }) => [hash]).flatMap((alike) => [alike[0]!, alike.at(-1)!]));
    const cells = groups(
      ofIssue.filter(({ atMs }) => within(atMs, range)),
      ({ hash, release, environment, level }) => [hash, release, environment, level],
    );
    return cells
      .filter((cell) => cell.length > 2 * cap)
      .flatMap((cell) => {
        const [fromMs, toMs] = [cell[0]!.atMs, cell.at(-1)!.atMs];
        const slots = groups(cell, ({ atMs }) => [Math.floor(((atMs - fromMs) * cap) / (toMs - fromMs + 1))]);
        const kept = new Set(cap === 0 ? [] : slots.map((slot) => slot[0]!));
        return cell.filter((event) => !kept.has(event) && !ends.has(event) && !keepIds.includes(event.eventId));
      })
      .toSorted(byTimeAndId)
      .slice(0, count)
      .map((event) => ({ eventId: event.eventId, bodyBytes: event.body.length }));
  },
});
