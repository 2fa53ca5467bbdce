import type { ProjectId } from '@seismo/protocol';
import { groups, within } from '../engines/memory/rows.ts';
import { defineQuery, integer, orNull, text, type Range } from './query.ts';

interface Params {
  projectId: ProjectId;
  range: Range;
  /** None: all values of all tags. */
  tags: { key: string; value: string }[];
  sinceSequence: number | null;
  count: number;
}

/**
 * How many events of the project in the range have these values of tags; only those of batches after `sinceSequence`, if
 * set. The last row, without key and value, counts all events, if there are any. `lastSequence` as in `issues-in-range`.
 */
export const tagCounts = defineQuery({
  sql: {
    // Equal sets of tags are taken apart once.
    duckdb: `
      with sets as materialized (
        select tags, count(*) as events, max(sequence) as sequence
        from events
        where project_id = $projectId::bigint
          and at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
          and sequence > $sinceSequence::bigint
        group by tags
      )
      select key, value, sum(events)::bigint as events, max(sequence) as "lastSequence"
      from (
        select unnest(map_keys(entries)) as key, unnest(map_values(entries)) as value, events, sequence
        from (select tags::json::map(varchar, varchar) as entries, events, sequence from sets)
      )
      where len($keys::varchar[]) = 0
        or (key, value) in (
          select (key, value)
          from (select unnest($keys::varchar[]) as key, unnest($values::varchar[]) as value)
        )
      group by key, value
      union all
      select null, null, sum(events)::bigint, max(sequence)
      from sets
      having count(*) > 0
      order by key nulls last, value
      limit $count::bigint`,
  },
  bind: ({ tags, sinceSequence }: Params) => ({
    keys: tags.map(({ key }) => key.toWellFormed()),
    values: tags.map(({ value }) => value.toWellFormed()),
    sinceSequence: sinceSequence ?? -1,
  }),
  row: { key: orNull(text), value: orNull(text), events: integer, lastSequence: integer },
  memory: ({ events }, { projectId, range, tags, sinceSequence, count }) => {
    const found = events
      .filter((event) => event.projectId === projectId && within(event.atMs, range))
      .filter(({ sequence }) => sequence > (sinceSequence ?? -1));
    const isWanted = (key: string, value: string) =>
      tags.length === 0 || tags.some((tag) => tag.key.toWellFormed() === key && tag.value.toWellFormed() === value);
    const wanted = found.flatMap(({ sequence, ...event }) =>
      Object.entries(event.tags).flatMap(([key, value]) => (isWanted(key, value) ? [{ key, value, sequence }] : [])),
    );
    const counted = (rows: { sequence: number }[]) => ({
      events: rows.length,
      lastSequence: Math.max(...rows.map(({ sequence }) => sequence)),
    });
    return [
      ...groups(wanted, ({ key, value }) => [key, value]).map((rows) => ({ ...rows[0]!, ...counted(rows) })),
      ...(found.length > 0 ? [{ key: null, value: null, ...counted(found) }] : []),
    ].slice(0, count);
  },
});
