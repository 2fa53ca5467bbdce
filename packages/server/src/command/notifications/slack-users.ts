import { requirePersonalSession, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { openSlackLink } from '#query/notifications/slack-users.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';

/** From now on, the user of Slack who asked for the link acts as the viewer when pressing buttons. */
export async function linkSlackUser(deps: CommandDeps, viewer: Viewer, token: string): Promise<void> {
  const userId = requirePersonalSession(viewer);
  const { expiresAtMs: _, ...slackUser } = await openSlackLink(deps, viewer, token);
  await deps.state.write(async (tx) => {
    await tx.linkSlackUser({ ...slackUser, userId, createdAtMs: deps.clock.now() });
    await audit(deps, tx, viewer, slackUser.organizationId, 'slack-link', subjectOf(slackUser));
  });
}

export async function unlinkSlackUser(deps: CommandDeps, viewer: Viewer, id: number): Promise<void> {
  const userId = requirePersonalSession(viewer);
  await deps.state.write(async (tx) => {
    const linked = (await tx.slackUsersOf(userId)).find((one) => one.id === id);
    const isInReach = viewer.memberships.some(({ organizationId }) => organizationId === linked?.organizationId);
    if (!linked || !isInReach) throw new Refusal('not-found', 'This Slack user is not linked any more.');
    await tx.unlinkSlackUser(id);
    await audit(deps, tx, viewer, linked.organizationId, 'slack-unlink', subjectOf(linked));
  });
}

const subjectOf = ({ name, workspace }: { name: string; workspace: string }) => `${name}, ${workspace}`;
