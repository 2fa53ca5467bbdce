import { limits } from '@seismo/protocol';
import { z } from 'zod';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOf } from '../range.ts';
import type { SegmentFilter, SegmentPage } from './views.ts';

/** Requests, page loads and jobs, newest first. */
export async function newestSegments(deps: QueryDeps, viewer: Viewer, filter: SegmentFilter): Promise<SegmentPage> {
  const projects = await projectsNamed(deps, viewer, 'event:read', filter.projects);
  const cursor = readCursor(cursorSchema, filter.cursor);
  const nowMs = deps.clock.now();
  const count = Math.min(Math.max(1, filter.count), limits.API_PAGE_COUNT_MAX);
  const rows = await deps.telemetry.query('newestSegments', {
    projectIds: projects.map(({ id }) => id),
    environments: filter.environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
    range: bucketsOf(filter.range, cursor?.now ?? nowMs).range,
    before: cursor && { startUs: cursor.start, spanId: cursor.id },
    count: count + 1,
  });
  const shown = rows.slice(0, count);
  const last = rows.length > count ? shown.at(-1) : undefined;
  return {
    segments: shown.map(({ projectId, ...segment }) => {
      const { slug, name } = projects.find(({ id }) => id === projectId)!;
      return { ...segment, project: { slug, name } };
    }),
    next: last ? writeCursor({ start: last.startUs, id: last.spanId, now: cursor?.now ?? nowMs }) : null,
  };
}

const cursorSchema = z.object({
  start: z.number().int(),
  id: z.string().regex(/^[0-9a-f]{16}$/),
  now: z.number().int(),
});
