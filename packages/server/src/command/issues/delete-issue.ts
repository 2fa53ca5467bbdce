import { taskEntry, type DeleteTask } from '#journal/tasks.ts';
import { issueNamed } from '#query/issues/issue.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { audit } from '../audit.ts';
import type { ServerCommandDeps } from '../deps.ts';

/** Deletes it with its events in the pipeline's order; a later event of the same kind creates a new issue. */
export async function deleteIssue(deps: ServerCommandDeps, viewer: Viewer, shortId: string): Promise<void> {
  await deps.space.releaseReserve();
  const issue = await issueNamed(deps, viewer, permissions.deleteIssue, shortId);
  const { id: issueId, projectId, organizationId } = issue;
  await deps.state.write((tx) => audit(deps, tx, viewer, organizationId, 'issue-delete', issue.shortId, issue.type));
  await deps.journal.append(taskEntry('delete', projectId, deps.clock.now(), { issueId } satisfies DeleteTask));
}
