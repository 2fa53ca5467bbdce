import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { valueRows } from '#domain/spans/value-buckets.ts';
import { Refusal } from '#platform/refusal.ts';
import { WEIGHT_UNIT } from '#store/telemetry/queries/parts/span-weight.ts';
import type { SpanQuantity } from '#store/telemetry/queries/span-aggregates.ts';
import type { QueryDeps } from '../deps.ts';
import { bucketsAround } from '../range.ts';
import { orProblem } from '../search/or-problem.ts';
import { spanTableFieldNamed } from './fields.ts';
import { readScope } from './table.ts';
import type { SpanHeatmap, SpanHeatmapFilter } from './views.ts';

/** Counts the spans of a search by time and by the value of a field. Spans without the value are left out. */
export async function spanHeatmap(deps: QueryDeps, viewer: Viewer, filter: SpanHeatmapFilter): Promise<SpanHeatmap> {
  const { quantity, unit } = quantityNamed(filter.value);
  const nowMs = deps.clock.now();
  const empty = { fromMs: nowMs, bucketMs: 1, buckets: 0, unit, rows: [], cells: [] };
  const scope = await readScope(deps, viewer, filter);
  if ('problem' in scope) return { ...empty, problem: scope.problem };
  const { range } = scope.conditions;
  // The bucket of now is the last.
  const { fromMs, toMs, bucketMs } = bucketsAround({
    ...range,
    toMs: Math.max(range.fromMs + 1, Math.min(range.toMs, nowMs)),
  });
  const read = await orProblem(filter.query, () =>
    deps.telemetry.query('spanHeatmap', { ...scope.conditions, value: quantity, bucketMs }),
  );
  if ('problem' in read) return { ...empty, problem: read.problem };
  const found = read.plan.filter(({ bucketAtMs }) => bucketAtMs < toMs);
  const all = found.map(({ bucket }) => bucket);
  const rows = valueRows([...new Set(all)], limits.HEATMAP_ROW_COUNT_MAX);
  const cells = Map.groupBy(found, ({ bucketAtMs, bucket }) => {
    const row = rows.findIndex(({ firstBucket, lastBucket }) => bucket >= firstBucket && bucket <= lastBucket);
    return ((bucketAtMs - fromMs) / bucketMs) * rows.length + row;
  });
  return {
    fromMs,
    bucketMs,
    buckets: (toMs - fromMs) / bucketMs,
    unit,
    rows: rows.map(({ from, before }) => ({ from, before })),
    cells: [...cells].map(([at, group]) => ({
      bucket: Math.floor(at / rows.length),
      row: at % rows.length,
      spans: group.reduce((sum, { spans }) => sum + spans, 0),
      estimate: group.reduce((sum, { weight }) => sum + weight, 0) / WEIGHT_UNIT,
    })),
    problem: null,
  };
}

/** The numbers of a field. */
export function quantityNamed(name: string): { quantity: SpanQuantity; unit: 'microsecond' | null } {
  const named = spanTableFieldNamed(name);
  if (typeof named !== 'string' && named.kind === 'field') {
    const { field } = named;
    if (field.of === 'number' && field.number === 'durationUs')
      return { quantity: { number: 'durationUs' }, unit: 'microsecond' };
    if (field.of === 'attribute' && field.typed.number !== null) {
      return { quantity: { attribute: field.typed.number }, unit: null };
    }
  }
  throw new Refusal('invalid', `value: ${name.slice(0, 100)} is not a number. Use span.duration or an attribute.`);
}
