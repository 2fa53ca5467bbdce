import { assigneesIn } from './assignee.ts';
import type { QueryDeps } from '../deps.ts';
import { issueNamed } from './issue.ts';
import type { AssigneeView } from './views.ts';
import { requireSignedIn, organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';

/**
 * Possible assignees of an issue: users and teams of its organization; without an issue, those of all the viewer's
 * organizations.
 */
export async function assignees(deps: QueryDeps, viewer: Viewer, shortId: string | null): Promise<AssigneeView[]> {
  requireSignedIn(viewer);
  if (shortId === null) return assigneesIn(deps.state, organizationsFor(viewer, 'event:read'));
  const { organizationId } = await issueNamed(deps, viewer, 'event:read', shortId);
  return assigneesIn(deps.state, [organizationId]);
}
