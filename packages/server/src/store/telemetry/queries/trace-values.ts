import type { ProjectId } from '@seismo/protocol';
import type { AttributeValue } from '#domain/spans/typed-name.ts';
import { firstOfEach } from '../engines/memory/rows.ts';
import { spanIdDuckdb } from './parts/span-ids.ts';
import { presentDuckdb, presentValueOf, type SpanValue } from './parts/span-values.ts';
import { defineQuery, text } from './query.ts';

interface Params {
  projectIds: ProjectId[];
  /** 32 hex digits. */
  traceId: string;
  /** One or more. */
  values: SpanValue[];
  count: number;
}

/** These values of the spans of a trace that have one of them, null where one is missing; of each span as it came first. */
export const traceValues = defineQuery({
  sql: {
    duckdb: ({ spans }, { values }: Params) => {
      const columns = values.map((value, index) => `${presentDuckdb(value)} as v${index}`);
      const names = values.map((_, index) => `v${index}`);
      return `
      with first_received as (
        select span_id as id, ${columns.join(', ')}
        from ${spans}
        qualify row_number() over (partition by span_id order by sequence, position) = 1
      )
      select ${spanIdDuckdb('id')} as "spanId", json_array(${names.join(', ')})::varchar as "values"
      from first_received
      where ${names.map((name) => `${name} is not null`).join(' or ')}
      order by id
      limit $count::bigint`;
    },
  },
  spans: ({ projectIds, traceId, values }: Params) => ({
    projectIds,
    traceId,
    attributes: [...new Set(values.flatMap((value) => ('attribute' in value ? [value.attribute] : [])))],
  }),
  row: { spanId: text, values: (value) => JSON.parse(text(value)) as (AttributeValue | null)[] },
  memory: ({ spans }, { projectIds, traceId, values, count }: Params) => {
    const ofTrace = spans.filter((span) => projectIds.includes(span.projectId) && span.traceId === traceId);
    return firstOfEach(ofTrace, ({ spanId }) => spanId)
      .map((span) => ({ spanId: span.spanId, values: values.map((value) => presentValueOf(span, value)) }))
      .filter((row) => row.values.some((value) => value !== null))
      .sort((a, b) => (a.spanId < b.spanId ? -1 : 1))
      .slice(0, count);
  },
});
