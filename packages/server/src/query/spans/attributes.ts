import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { plainName, typeOfName, type AttributeType } from '#domain/spans/typed-name.ts';
import type { QueryDeps } from '../deps.ts';
import type { EventTableFilter } from '../events/views.ts';
import type { SearchProblem } from '../search/views.ts';
import { newestAttributes } from './newest-spans.ts';
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
  const rows = await newestAttributes(deps, scope.conditions, {
    sampleCount: limits.SUGGESTION_SAMPLE_COUNT_MAX,
    count: limits.SPAN_ATTRIBUTE_NAME_COUNT_MAX,
  });
  return {
    attributes: rows.map(({ name, spans }) => ({ name: plainName(name), type: typeOfName(name), spans })),
    problem: null,
  };
}
