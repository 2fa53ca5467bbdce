import type { ProjectId } from '@seismo/protocol';
import { integer, text, defineQuery } from './query.ts';
import { groups } from '../engines/memory/rows.ts';
import { newestEvents, newestDuckdb } from './parts/newest.ts';

interface Params {
  projectIds: ProjectId[];
  sampleCount: number;
  count: number;
}

/** The names of tags that the newest `sampleCount` events have, the most frequent first. */
export const tagKeys = defineQuery({
  sql: {
    duckdb: `
      with ${newestDuckdb('tags')}
      select key, count(*) as events
      from (select unnest(map_keys(tags::json::map(varchar, varchar))) as key from newest)
      group by key
      order by events desc, key
      limit $count::bigint`,
  },
  row: { key: text, events: integer },
  memory: (rows, { projectIds, sampleCount, count }: Params) =>
    groups(
      newestEvents(rows, projectIds, sampleCount).flatMap((event) => Object.keys(event.tags)),
      (key) => [key],
    )
      .map((ofKey) => ({ key: ofKey[0]!, events: ofKey.length }))
      .toSorted((a, b) => b.events - a.events)
      .slice(0, count),
});
