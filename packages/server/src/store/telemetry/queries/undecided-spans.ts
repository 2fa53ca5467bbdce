import { defineQuery, integer, orNull } from './query.ts';

/** How many spans of no decided trace there are, and when the first of them arrived; null if there are none. */
export const undecidedSpans = defineQuery({
  sql: {
    duckdb: `
      select count(*) as spans, min(received_at_ms) as "firstAtMs" from spans where server_sample_rate is null`,
  },
  isLookUp: true,
  row: { spans: integer, firstAtMs: orNull(integer) },
  memory: ({ spans }, _params: Record<never, never>) => {
    const arrived = spans.filter((span) => span.serverSampleRate === null).map(({ receivedAtMs }) => receivedAtMs);
    return [{ spans: arrived.length, firstAtMs: arrived.length === 0 ? null : Math.min(...arrived) }];
  },
});
