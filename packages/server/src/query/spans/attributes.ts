import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { plainName, typeOfName, type AttributeType } from '#domain/spans/typed-name.ts';
import type { QueryDeps } from '../deps.ts';
import type { EventTableFilter } from '../events/views.ts';
import type { SearchProblem } from '../search/views.ts';
import { readScope } from './table.ts';

interface SpanAttributes {
  /** The most frequent first, with the number of the newest spans that have them. */
  attributes: { name: string; type: AttributeType; spans: number }[];
  problem: SearchProblem | null;
}

/** The attributes that the newest spans of a search have: of `limits.SUGGESTION_SAMPLE_COUNT_MAX` spans, so rare ones may lack. */
export async function spanAttributes(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Pick<EventTableFilter, 'projects' | 'environments' | 'range' | 'query'>,
): Promise<SpanAttributes> {
  const scope = await readScope(deps, viewer, filter);
  if ('problem' in scope) return { attributes: [], problem: scope.problem };
  const { conditions } = scope;
  const sampleCount = limits.SUGGESTION_SAMPLE_COUNT_MAX;
  const [sample] = await deps.telemetry.query('newestSpansStart', { ...conditions, count: sampleCount });
  if (!sample) return { attributes: [], problem: null };
  const rows = await deps.telemetry.query('spanAttributeNames', {
    ...conditions,
    range: { ...conditions.range, fromMs: Math.floor(sample.startUs / 1000) },
    sampleCount,
    count: limits.SPAN_ATTRIBUTE_NAME_COUNT_MAX,
  });
  return {
    attributes: rows.map(({ name, spans }) => ({ name: plainName(name), type: typeOfName(name), spans })),
    problem: null,
  };
}
