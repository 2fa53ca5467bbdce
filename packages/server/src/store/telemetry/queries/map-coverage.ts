import type { ProjectId } from '@seismo/protocol';
import { integer, text, eventId, issueId, defineQuery, type Range } from './query.ts';
import { byTimeAndId, groups, sum, within } from '../engines/memory/rows.ts';
import { unmappedFrames } from '../tables/events.ts';

interface Params {
  projectId: ProjectId;
  range: Range;
}

/**
 * Source map coverage of the events in the range, by release, then mapping error. Each release has a row with the error
 * `''`, which counts the mapped frames and all events with a frame that can have a map, and a row per error with its
 * frames and events. `eventId` is the newest of those events.
 */
export const mapCoverage = defineQuery({
  sql: {
    duckdb: `
      with scoped as materialized (
        select release, frames_mapped, mapping_errors, at_ms, event_id, issue_id
        from events
        where project_id = $projectId::bigint
          and at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
          and frames_mapped + frames_unmapped > 0
      ),
      parts as (
        select release, '' as error, frames_mapped::bigint as frames, at_ms, event_id, issue_id
        from scoped
        union all
        select release, split_part(part, ':', 1), split_part(part, ':', 2)::bigint, at_ms, event_id, issue_id
        from (
          select release, unnest(string_split(mapping_errors, ' ')) as part, at_ms, event_id, issue_id
          from scoped
          where mapping_errors <> ''
        )
      )
      select
        release,
        error,
        sum(frames)::bigint as frames,
        count(*) as events,
        arg_max(event_id, {'at': at_ms, 'id': event_id}) as "eventId",
        arg_max(issue_id, {'at': at_ms, 'id': event_id}) as "issueId",
        max(at_ms) as "atMs"
      from parts
      group by release, error
      order by release, error`,
  },
  row: { release: text, error: text, frames: integer, events: integer, eventId, issueId, atMs: integer },
  memory: ({ events }, { projectId, range }: Params) =>
    groups(
      events
        .filter((event) => event.projectId === projectId && within(event.atMs, range))
        .filter(({ maps }) => maps.mapped + unmappedFrames(maps) > 0)
        .flatMap((event) => [
          { event, error: '', frames: event.maps.mapped },
          ...Object.entries(event.maps.errors).map(([error, frames]) => ({ event, error, frames })),
        ]),
      ({ event, error }) => [event.release, error],
    ).map((parts) => {
      const newest = parts.toSorted((a, b) => byTimeAndId(b.event, a.event))[0]!;
      const { release, eventId, issueId, atMs } = newest.event;
      const frames = sum(parts, (part) => part.frames);
      return { release, error: newest.error, frames, events: parts.length, eventId, issueId, atMs };
    }),
});
