import type { ProjectId } from '@seismo/protocol';
import { attributesOf, type SpanCondition } from '#domain/spans/span-condition.ts';
import { spanConditionDuckdb, type SpanSql } from '../../engines/duckdb/span-condition.ts';
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

/** The condition of a search, in its scope. */
export function spanSearchDuckdb({
  environments,
  condition,
}: Pick<SpansInRange, 'environments' | 'condition'>): SpanSql {
  if (environments.length === 0) return spanConditionDuckdb(condition);
  return spanConditionDuckdb({ all: [{ column: 'environment', is: environments }, condition] });
}

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
