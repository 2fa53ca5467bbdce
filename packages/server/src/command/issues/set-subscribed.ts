import { z } from 'zod';
import { permissions } from '#domain/permissions/permissions.ts';
import { requireSignedIn, type Viewer } from '#domain/permissions/viewer.ts';
import { readInput } from '#platform/read-input.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ServerCommandDeps } from '../deps.ts';
import { selectIssues, type IssueSelection } from './select-issues.ts';

/**
 * Subscribes the viewer to issues, or ends that, also for what they do later. Nothing changes for others, so the audit log
 * and the activity have no entry.
 */
export async function setSubscribed(
  deps: ServerCommandDeps,
  viewer: Viewer,
  selection: IssueSelection,
  isSubscribed: boolean,
): Promise<void> {
  requireSignedIn(viewer);
  const subscription = { isSubscribed: readInput(z.boolean(), isSubscribed), reason: 'manual' as const };
  const issues = await selectIssues(deps, viewer, permissions.setSubscribed, selection);
  const { userId } = viewer;
  if (userId === null)
    throw new Refusal('forbidden', 'Only a user can subscribe to an issue. Sign in, or use a token of your account.');
  await deps.state.write(async (tx) => {
    for (const { id } of issues) await tx.setSubscription(id, userId, subscription);
  });
}
