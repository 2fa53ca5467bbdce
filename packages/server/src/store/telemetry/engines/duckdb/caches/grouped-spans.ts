import type { DuckDBConnection } from '@duckdb/node-api';
import { limits, type ProjectId } from '@seismo/protocol';
import type { SpanKind } from '#domain/spans/span-kind.ts';
import type { Parameter } from '../../../queries/query.ts';
import { spanWeightDuckdb } from '../../../queries/parts/span-weight.ts';
import { nameDuckdb } from '../../../queries/span-groups.ts';
import { spanConditionDuckdb } from '../span-condition.ts';
import { runStatement } from '../statements.ts';

/** Spans of a kind, group by group. */
export interface GroupedSpans {
  groups: readonly SpanGroup[];
  startUs: Float64Array;
  /** Whole microseconds, 71 minutes or more only in the larger array. */
  durationUs: Uint32Array | Float64Array;
  /** In memory, about. */
  bytes: number;
}

/**
 * Spans of one name, environment and weight, because clients and rules use few sample rates. They are those from `from` to before
 * `to`; those from `failedFrom` on failed.
 */
export interface SpanGroup {
  /** Equal for equal project, service and name. */
  key: string;
  projectId: ProjectId;
  service: string;
  name: string;
  environment: string;
  /** How many spans each stands for, in units of `WEIGHT_UNIT`. */
  weight: number;
  from: number;
  failedFrom: number;
  to: number;
}

const keys = 'project_id, service, name, environment, weight';

/** Of a group without its texts. */
const GROUP_BYTES = 220;

/** Reads the spans of a kind from a table expression. `null` if they have too many groups. */
export async function readGroupedSpans(
  connection: DuckDBConnection,
  { condition, naming }: SpanKind,
  spans: string,
  parameters: Record<string, Parameter>,
): Promise<GroupedSpans | null> {
  const search = spanConditionDuckdb(condition);
  // With the texts of each group once: decoding those of each span would take longer than reading the spans.
  const result = await runStatement(
    connection,
    `with named as materialized (
       select
         project_id, service, ${nameDuckdb(naming)} as name, environment, ${spanWeightDuckdb} as weight,
         status = 'error' as has_failed, start_us, duration_us
       from ${spans}
       where ${search.text}
     ), groups as materialized (
       select *, row_number() over () - 1 as id
       from (select distinct ${keys} from named limit ${limits.SPAN_GROUP_CACHE_GROUP_COUNT_MAX + 1})
     )
     select id::double, null, null, project_id::double, service, name, environment, weight::double from groups
     union all
     select (id * 2 + has_failed::int)::double, start_us::double, duration_us::double, null, null, null, null, null
     from named join groups using (${keys})`,
    { ...search.parameters, ...parameters },
  );
  const chunks = await result.fetchAllChunks();
  const rowCount = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0);
  const described: Omit<SpanGroup, 'from' | 'failedFrom' | 'to'>[] = [];
  /** Of each span, twice the number of its group, and one more if it failed. */
  const slots = new Uint32Array(rowCount);
  const starts = new Float64Array(rowCount);
  const durations = new Float64Array(rowCount);
  let spanCount = 0;
  let longestUs = 0;
  for (const chunk of chunks) {
    const [ids, startUs, durationUs, projectIds, services, names, environments, weights] = Array.from(
      { length: 8 },
      (_, column) => chunk.getColumnVector(column),
    );
    for (let row = 0, { rowCount: end } = chunk; row < end; row += 1) {
      const id = ids!.getItem(row) as number;
      const start = startUs!.getItem(row) as number | null;
      if (start === null) {
        const group = {
          projectId: projectIds!.getItem(row) as ProjectId,
          service: services!.getItem(row) as string,
          name: names!.getItem(row) as string,
        };
        described[id] = {
          ...group,
          key: JSON.stringify(Object.values(group)),
          environment: environments!.getItem(row) as string,
          weight: weights!.getItem(row) as number,
        };
        continue;
      }
      const duration = durationUs!.getItem(row) as number;
      if (duration > longestUs) longestUs = duration;
      slots[spanCount] = id;
      starts[spanCount] = start;
      durations[spanCount] = duration;
      spanCount += 1;
    }
  }
  if (described.length > limits.SPAN_GROUP_CACHE_GROUP_COUNT_MAX) return null;
  /** Where the next span of a slot goes, at last where those of the next slot begin. */
  const next = new Uint32Array(described.length * 2);
  for (let span = 0; span < spanCount; span += 1) next[slots[span]!]! += 1;
  for (let slot = 0, from = 0; slot < next.length; slot += 1) {
    const length = next[slot]!;
    next[slot] = from;
    from += length;
  }
  const startUs = new Float64Array(spanCount);
  const durationUs = new (longestUs < 2 ** 32 ? Uint32Array : Float64Array)(spanCount);
  for (let span = 0; span < spanCount; span += 1) {
    const at = next[slots[span]!]!++;
    startUs[at] = starts[span]!;
    durationUs[at] = durations[span]!;
  }
  const groups = described.map((group, id) => ({
    ...group,
    from: id === 0 ? 0 : next[id * 2 - 1]!,
    failedFrom: next[id * 2]!,
    to: next[id * 2 + 1]!,
  }));
  const textBytes = described.reduce(
    (sum, { service, name, environment, key }) =>
      sum + GROUP_BYTES + 2 * (service.length + name.length + environment.length + key.length),
    0,
  );
  return { groups, startUs, durationUs, bytes: startUs.byteLength + durationUs.byteLength + textBytes };
}
