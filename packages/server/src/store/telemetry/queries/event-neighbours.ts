import type { IssueId, ProjectId } from '@seismo/protocol';
import type { EventCondition } from '../condition.ts';
import { integer, orNull, eventId, defineQuery, type Range, type EventCursor } from './query.ts';
import { among, byTimeAndId, within } from '../engines/memory/rows.ts';
import { matches } from '../engines/memory/condition.ts';
import { anyEvent } from './in-scope.ts';

interface Params {
  projectId: ProjectId;
  issueId: IssueId;
  at: EventCursor;
  environments: string[];
  range: Range | null;
  where: EventCondition | null;
}

/**
 * The neighbours of one event among those of its issue, in time; `position` counts the events up to and including `at`.
 * One row; `null` where there is none. `first` and `last` are the oldest and newest.
 */
export const eventNeighbours = defineQuery({
  sql: {
    // The issue's rows are gathered first: comparing places costs per call of the scan, which finds a few rows each time.
    duckdb: `
      with places as materialized (
        select at_ms, event_id
        from events
        where project_id = $projectId::bigint
          and issue_id = $issueId::bigint
          and at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
          and ${anyEvent}
          and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
      )
      select
        (max(place) filter (where place < here)).event_id as previous,
        (min(place) filter (where place > here)).event_id as next,
        min(place).event_id as first,
        max(place).event_id as last,
        count(*) filter (where place <= here) as position,
        count(*) as total
      from (
        select
          {at_ms: at_ms, event_id: event_id} as place,
          {at_ms: $atMs::bigint, event_id: $eventId::uuid} as here
        from places
      )`,
  },
  bind: ({ projectId, issueId, at, environments, range }: Params) => ({
    projectId,
    issueId,
    atMs: at.atMs,
    eventId: at.eventId,
    fromMs: range?.fromMs ?? Number.MIN_SAFE_INTEGER,
    toMs: range?.toMs ?? Number.MAX_SAFE_INTEGER,
    environments,
  }),
  row: {
    previous: orNull(eventId),
    next: orNull(eventId),
    first: orNull(eventId),
    last: orNull(eventId),
    position: integer,
    total: integer,
  },
  memory: ({ events }, { projectId, issueId, at, environments, range, where }) => {
    const sorted = events
      .filter(matches(where))
      .filter((event) => event.projectId === projectId && event.issueId === issueId)
      .filter((event) => among(event.environment, environments) && (range === null || within(event.atMs, range)))
      .sort(byTimeAndId);
    return [
      {
        previous: sorted.findLast((event) => byTimeAndId(event, at) < 0)?.eventId ?? null,
        next: sorted.find((event) => byTimeAndId(event, at) > 0)?.eventId ?? null,
        first: sorted[0]?.eventId ?? null,
        last: sorted.at(-1)?.eventId ?? null,
        position: sorted.filter((event) => byTimeAndId(event, at) <= 0).length,
        total: sorted.length,
      },
    ];
  },
});
