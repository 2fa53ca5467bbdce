/**
 * Where questions read that count sessions, or the people behind events. An engine that has their answer for earlier rows puts
 * the few here by which it may have changed: all columns that are asked for, and rows in the order of their `rowid`.
 */
export const countedSessions = '/* counted */ sessions';
export const countedEvents = '/* counted */ events';

/**
 * How many events of the project, in the range and after a sequence, have each value of each tag; without key and value, how many
 * there are. Equal sets of tags are taken apart once.
 */
export function tagCountsDuckdb(sinceSequence: string): string {
  return `(
        with sets as materialized (
          select tags, count(*) as events, max(sequence) as sequence
          from events
          where project_id = $projectId::bigint
            and at_ms >= $fromMs::bigint
            and at_ms < $toMs::bigint
            and sequence > ${sinceSequence}
          group by tags
        )
        select key, value, sum(events)::bigint as events, max(sequence) as sequence
        from (
          select unnest(map_keys(entries)) as key, unnest(map_values(entries)) as value, events, sequence
          from (select tags::json::map(varchar, varchar) as entries, events, sequence from sets)
        )
        group by key, value
        union all
        select null, null, sum(events)::bigint, max(sequence)
        from sets
        having count(*) > 0
      )`;
}
