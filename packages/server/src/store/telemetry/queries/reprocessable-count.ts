import { integer, defineQuery } from './query.ts';
import { isReprocessable, reprocessableDuckdb, type Reprocessable } from './reprocessable.ts';

type Params = Reprocessable;

/** How many events an upload may help: frames of them are not mapped, and their release or a debug id is among these. */
export const reprocessableCount = defineQuery({
  sql: {
    duckdb: `select count(*) as events from events where ${reprocessableDuckdb}`,
  },
  row: { events: integer },
  memory: ({ events }, params: Params) => [{ events: events.filter(isReprocessable(params)).length }],
});
