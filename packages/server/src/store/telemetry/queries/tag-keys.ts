import { newestDuckdb } from './newest.ts';
import { integer, text, type Question, type TelemetryEngine } from './question.ts';

export const tagKeys: Question<'tag-keys'> = {
  sql: {
    duckdb: `
      with ${newestDuckdb('tags')}
      select key, count(*) as events
      from (select unnest(map_keys(tags::json::map(varchar, varchar))) as key from newest)
      group by key
      order by events desc, key
      limit $count::bigint`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, sampleCount, count }) => ({ projectIds, sampleCount, count }),
  row: { key: text, events: integer },
};
