import { integer, defineQuery } from './query.ts';

type Params = Record<string, never>;

/** How many events there are, over everything. */
export const eventCount = defineQuery({
  sql: {
    duckdb: `select count(*) as events from events`,
  },
  row: { events: integer },
  memory: ({ events }, _params: Params) => [{ events: events.length }],
});
