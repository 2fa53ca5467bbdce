import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { QueryDeps } from '../deps.ts';
import { pageOfSamples, readSampleCursor } from '../spans/sample-cursor.ts';
import { readScope } from '../spans/table.ts';
import type { SegmentFilter, SegmentPage } from './views.ts';

/** Requests, page loads and jobs of a search. */
export async function segments(deps: QueryDeps, viewer: Viewer, filter: SegmentFilter): Promise<SegmentPage> {
  const scope = await readScope(deps, viewer, filter);
  if ('problem' in scope) return { segments: [], next: null, problem: scope.problem };
  const { projects, conditions } = scope;
  const count = Math.min(Math.max(1, filter.count), limits.API_PAGE_COUNT_MAX);
  const rows = await deps.telemetry.query('spanSamples', {
    ...conditions,
    condition: { all: [{ isSegment: true }, conditions.condition] },
    attributes: [],
    order: filter.sort,
    after: readSampleCursor(filter.cursor),
    count: count + 1,
  });
  const { page, next } = pageOfSamples(rows, count);
  return {
    segments: page.map((row) => {
      const { traceId, spanId, startUs, durationUs, name, op, status, service, environment, release } = row;
      const { slug, name: projectName } = projects.find(({ id }) => id === row.projectId)!;
      const project = { slug, name: projectName };
      return { traceId, spanId, startUs, durationUs, name, op, status, service, environment, release, project };
    }),
    next,
    problem: null,
  };
}
