import type { Viewer } from '#domain/permissions/viewer.ts';
import { issueNamed } from '../issues/issue.ts';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOf, type Span } from '../range.ts';
import type { ContentShare } from './views.ts';

const allTime = { fromMs: -(2 ** 52), toMs: 2 ** 52 };

/** How many of the events of an issue have their content: what is read from it is a sample of the others. */
export async function contentOfIssue(deps: QueryDeps, viewer: Viewer, shortId: string): Promise<ContentShare> {
  const { id: issueId, projectId } = await issueNamed(deps, viewer, 'event:read', shortId);
  const scope = { projectIds: [projectId], environments: [], range: allTime, issueId };
  const [share] = await deps.telemetry.query('contentShare', scope);
  return share ?? { events: 0, stored: 0 };
}

/** The same of all events of projects in a time range. */
export async function contentOfProjects(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlugs: readonly string[],
  range: Span,
): Promise<ContentShare> {
  const projects = await projectsNamed(deps, viewer, 'event:read', projectSlugs);
  const [share] = await deps.telemetry.query('contentShare', {
    projectIds: projects.map(({ id }) => id),
    environments: [],
    range: range === null ? allTime : bucketsOf(range, deps.clock.now()).range,
    issueId: null,
  });
  return share ?? { events: 0, stored: 0 };
}
