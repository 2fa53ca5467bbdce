import { integer, defineQuery } from './query.ts';
import { isReprocessable, reprocessableDuckdb, type Reprocessable } from './parts/reprocessable.ts';

type Params = Reprocessable;

/** Counts the events that an upload may help: unmapped frames, and a matching release or debug ID. */
export const reprocessableCount = defineQuery({
  sql: {
    duckdb: `select count(*) as events from events where ${reprocessableDuckdb}`,
  },
  row: { events: integer },
  memory: ({ events }, params: Params) => [{ events: events.filter(isReprocessable(params)).length }],
});
