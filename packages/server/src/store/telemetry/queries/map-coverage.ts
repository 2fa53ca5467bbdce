import type { ProjectId } from '@seismo/protocol';
import { integer, text, eventId, issueId, defineQuery, type Range } from './query.ts';
import { byTimeAndId, groups, sum, within } from '../engines/memory/rows.ts';
import { unmappedFrames } from '../tables/events.ts';

interface Params {
  projectId: ProjectId;
  range: Range;
}

/**
 * What became of frames that a source map could be for, of events in the range. Per release a row with the fault `''`,
 * which counts the frames that are mapped and all events that have a frame which a map could be for; then one per fault
 * with its frames and events. `eventId` is the newest of those events. By release, then fault.
 */
export const mapCoverage = defineQuery({
  sql: {
    duckdb: `
      with scoped as materialized (
        select release, frames_mapped, map_faults, at_ms, event_id, issue_id
        from events
        where project_id = $projectId::bigint
          and at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
          and frames_mapped + frames_unmapped > 0
      ),
      parts as (
        select release, '' as fault, frames_mapped::bigint as frames, at_ms, event_id, issue_id
        from scoped
        union all
        select release, split_part(part, ':', 1), split_part(part, ':', 2)::bigint, at_ms, event_id, issue_id
        from (
          select release, unnest(string_split(map_faults, ' ')) as part, at_ms, event_id, issue_id
          from scoped
          where map_faults <> ''
        )
      )
      select
        release,
        fault,
        sum(frames)::bigint as frames,
        count(*) as events,
        arg_max(event_id, {'at': at_ms, 'id': event_id}) as "eventId",
        arg_max(issue_id, {'at': at_ms, 'id': event_id}) as "issueId",
        max(at_ms) as "atMs"
      from parts
      group by release, fault
      order by release, fault`,
  },
  row: { release: text, fault: text, frames: integer, events: integer, eventId, issueId, atMs: integer },
  memory: ({ events }, { projectId, range }: Params) =>
    groups(
      events
        .filter((event) => event.projectId === projectId && within(event.atMs, range))
        .filter(({ maps }) => maps.mapped + unmappedFrames(maps) > 0)
        .flatMap((event) => [
          { event, fault: '', frames: event.maps.mapped },
          ...Object.entries(event.maps.faults).map(([fault, frames]) => ({ event, fault, frames })),
        ]),
      ({ event, fault }) => [event.release, fault],
    ).map((parts) => {
      const newest = parts.toSorted((a, b) => byTimeAndId(b.event, a.event))[0]!;
      const { release, eventId, issueId, atMs } = newest.event;
      const frames = sum(parts, (part) => part.frames);
      return { release, fault: newest.fault, frames, events: parts.length, eventId, issueId, atMs };
    }),
});
