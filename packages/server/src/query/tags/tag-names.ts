import { limits } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

const sampleCount = limits.SUGGESTION_SAMPLE_COUNT_MAX;

/** The tags of the newest events, the most frequent first. */
export async function tagKeys(deps: QueryDeps, viewer: Viewer, projects: string[]) {
  const projectIds = (await projectsNamed(deps, viewer, 'event:read', projects)).map(({ id }) => id);
  return deps.telemetry.query('tagKeys', { projectIds, sampleCount, count: limits.TAG_COUNT_MAX });
}

/** The values of a tag. */
export async function tagValues(
  deps: QueryDeps,
  viewer: Viewer,
  projects: string[],
  { key, contains }: { key: string; contains: string },
) {
  const projectIds = (await projectsNamed(deps, viewer, 'event:read', projects)).map(({ id }) => id);
  const count = limits.API_PAGE_COUNT_MAX;
  return deps.telemetry.query('tagValues', { projectIds, entry: 'tags', key, contains, sampleCount, count });
}
