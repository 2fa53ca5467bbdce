import { assigneesIn } from './assignee.ts';
import type { QueryDeps } from './deps.ts';
import { issueNamed } from './issue.ts';
import type { AssigneeView } from './views.ts';
import type { Viewer } from './viewer.ts';

/** Whom an issue can be for: the people and the teams of its organization. */
export async function assignees(deps: QueryDeps, viewer: Viewer, shortId: string): Promise<AssigneeView[]> {
  const { organizationId } = await issueNamed(deps, viewer, 'event:read', shortId);
  return assigneesIn(deps.state, [organizationId]);
}
