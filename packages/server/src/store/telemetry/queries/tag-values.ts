import type { ProjectId } from '@seismo/protocol';
import type { EntryName } from '#domain/search/event-condition.ts';
import { integer, text, defineQuery } from './query.ts';
import { groups } from '../engines/memory/rows.ts';
import { newestEvents, newestDuckdb } from './parts/newest.ts';

type Params = EntryName & { projectIds: ProjectId[]; contains: string; sampleCount: number; count: number };

/** The values of a tag or an attribute that the newest `sampleCount` events have and that contain this, without case. */
export const tagValues = defineQuery({
  sql: {
    duckdb: `
      with ${newestDuckdb("(case when $entry::varchar = 'tags' then tags else attributes end) as entries")}
      select value, count(*) as events
      from (select (entries::json::map(varchar, varchar))[$key::varchar] as value from newest)
      where value is not null and contains(lower(value), $contains::varchar)
      group by value
      order by events desc, value
      limit $count::bigint`,
  },
  bind: ({ key, contains }: Params) => ({
    key: key.toWellFormed(),
    contains: contains.toWellFormed().toLowerCase(),
  }),
  row: { value: text, events: integer },
  memory: (rows, { projectIds, entry, key, contains, sampleCount, count }) =>
    groups(
      newestEvents(rows, projectIds, sampleCount)
        .filter((event) => Object.hasOwn(event[entry], key.toWellFormed()))
        .map((event) => event[entry][key.toWellFormed()]!)
        .filter((value) => value.toLowerCase().includes(contains.toWellFormed().toLowerCase())),
      (value) => [value],
    )
      .map((ofValue) => ({ value: ofValue[0]!, events: ofValue.length }))
      .toSorted((a, b) => b.events - a.events)
      .slice(0, count),
});
