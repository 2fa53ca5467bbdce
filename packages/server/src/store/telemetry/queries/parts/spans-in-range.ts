import type { ProjectId } from '@seismo/protocol';
import { attributesOf, type SpanCondition } from '#domain/spans/span-condition.ts';
import { spanMatches } from '../../engines/memory/span-condition.ts';
import { among } from '../../engines/memory/rows.ts';
import type { StoredRows } from '../../tables/index.ts';
import type { Range, SpanScope } from '../query.ts';

export interface SpansInRange {
  projectIds: ProjectId[];
  environments: string[];
  /** When they start. */
  range: Range;
  condition: SpanCondition;
}

/** The condition of a search of spans, beside its own. */
export const spansInRangeDuckdb = `
          list_contains($projectIds::bigint[], project_id)
          and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
          and start_us >= $fromMs::bigint * 1000
          and start_us < $toMs::bigint * 1000`;

/** With the attributes of the condition, and these. */
export function spanScope({ projectIds, range, condition }: SpansInRange, attributes: string[]) {
  return {
    projectIds,
    startUs: { from: range.fromMs * 1000, before: range.toMs * 1000 },
    attributes: [...new Set([...attributesOf(condition), ...attributes])],
  } satisfies SpanScope;
}

export function spansInRange(
  { spans }: StoredRows,
  { projectIds, environments, range, condition }: SpansInRange,
): StoredRows['spans'] {
  return spans
    .filter((span) => projectIds.includes(span.projectId) && among(span.environment, environments))
    .filter(({ startUs }) => startUs >= range.fromMs * 1000 && startUs < range.toMs * 1000)
    .filter(spanMatches(condition));
}
