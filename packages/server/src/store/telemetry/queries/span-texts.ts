import type { ProjectId } from '@seismo/protocol';
import { firstOfEach } from '../engines/memory/rows.ts';
import { spanIdDuckdb } from './parts/span-ids.ts';
import { defineQuery, text } from './query.ts';

interface Params {
  projectIds: ProjectId[];
  /** 32 hex digits. */
  traceId: string;
  /** 16 hex digits each. */
  spanIds: string[];
}

const URL = 's:url.full';
const QUERY = 's:db.query.text';

/** What some spans of a trace were about, beside their name: the URL they requested, the query they ran. `''`: unknown. */
export const spanTexts = defineQuery({
  sql: {
    duckdb: ({ spans }) => `
      select
        ${spanIdDuckdb('span_id')} as "spanId",
        coalesce("${URL}", '') as url,
        coalesce("${QUERY}", '') as query
      from ${spans}
      where span_id in (select ('0x' || unnest($spanIds::varchar[]))::ubigint)
      qualify row_number() over (partition by span_id order by sequence, position) = 1
      order by span_id`,
  },
  spans: ({ projectIds, traceId }: Params) => ({ projectIds, traceId, attributes: [URL, QUERY] }),
  isLookUp: true,
  row: { spanId: text, url: text, query: text },
  memory: ({ spans }, { projectIds, traceId, spanIds }: Params) => {
    const ofTrace = spans
      .filter((span) => projectIds.includes(span.projectId) && span.traceId === traceId)
      .filter(({ spanId }) => spanIds.includes(spanId));
    return firstOfEach(ofTrace, ({ spanId }) => spanId)
      .map(({ spanId, attributes }) => {
        const data = JSON.parse(attributes) as Partial<Record<string, string>>;
        return { spanId, url: data[URL] ?? '', query: data[QUERY] ?? '' };
      })
      .sort((a, b) => (a.spanId < b.spanId ? -1 : 1));
  },
});
