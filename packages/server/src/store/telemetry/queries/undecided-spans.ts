import { defineQuery, integer } from './query.ts';

/** How many spans of no decided trace there are, and when the first of them arrived; no row without any. */
export const undecidedSpans = defineQuery({
  sql: {
    duckdb: `
      select count(*) as spans, min(received_at_ms) as "firstAtMs"
      from spans
      where server_sample_rate is null
      having count(*) > 0`,
  },
  isLookUp: true,
  row: { spans: integer, firstAtMs: integer },
  memory: ({ spans }, _params: Record<never, never>) => {
    const arrived = spans.filter((span) => span.serverSampleRate === null).map(({ receivedAtMs }) => receivedAtMs);
    return arrived.length === 0 ? [] : [{ spans: arrived.length, firstAtMs: Math.min(...arrived) }];
  },
});
