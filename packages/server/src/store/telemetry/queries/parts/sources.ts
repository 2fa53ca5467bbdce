/**
 * Where queries read that count sessions, or the users of events. An engine with a cached answer for earlier rows
 * substitutes the few that may change it here: with all requested columns, in the order of `rowid`.
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
