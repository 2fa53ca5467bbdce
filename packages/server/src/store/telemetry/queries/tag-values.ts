import { newestDuckdb } from './newest.ts';
import { integer, text, type Question, type TelemetryEngine } from './question.ts';

export const tagValues: Question<'tag-values'> = {
  sql: {
    duckdb: `
      with ${newestDuckdb("(case when $entry::varchar = 'tags' then tags else attributes end) as entries")}
      select value, count(*) as events
      from (select (entries::json::map(varchar, varchar))[$key::varchar] as value from newest)
      where value is not null and contains(lower(value), $contains::varchar)
      group by value
      order by events desc, value
      limit $count::bigint`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, entry, key, contains, sampleCount, count }) => ({
    projectIds,
    entry,
    key: key.toWellFormed(),
    contains: contains.toWellFormed().toLowerCase(),
    sampleCount,
    count,
  }),
  row: { value: text, events: integer },
};
