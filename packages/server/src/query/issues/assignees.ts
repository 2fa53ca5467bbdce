import { assigneesIn } from './assignee.ts';
import type { QueryDeps } from '../deps.ts';
import { issueNamed } from './issue.ts';
import type { AssigneeView } from './views.ts';
import { requireSignedIn, organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';

/** Whom an issue can be for: the people and the teams of its organization; of all of the viewer's, for any issue. */
export async function assignees(deps: QueryDeps, viewer: Viewer, shortId: string | null): Promise<AssigneeView[]> {
  requireSignedIn(viewer);
  if (shortId === null) return assigneesIn(deps.state, organizationsFor(viewer, 'event:read'));
  const { organizationId } = await issueNamed(deps, viewer, 'event:read', shortId);
  return assigneesIn(deps.state, [organizationId]);
}
