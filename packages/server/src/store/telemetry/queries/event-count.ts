import { integer, type Question, type TelemetryEngine } from './question.ts';

export const eventCount: Question<'event-count'> = {
  sql: { duckdb: `select count(*) as events from events` } satisfies Record<TelemetryEngine, string>,
  bind: () => ({}),
  row: { events: integer },
};
