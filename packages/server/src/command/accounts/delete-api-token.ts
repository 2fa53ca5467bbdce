import { requirePersonalSession, withinReach, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { auditOwn } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';

export async function deleteApiToken(deps: CommandDeps, viewer: Viewer, id: number): Promise<void> {
  const userId = requirePersonalSession(viewer);
  await deps.state.write(async (tx) => {
    const token = withinReach(viewer, await tx.listApiTokens(userId)).find((each) => each.id === id);
    if (!token) throw new Refusal('not-found', 'Token not found. You can delete only your own tokens.');
    await tx.deleteApiToken(userId, id);
    await auditOwn(deps, tx, { ...viewer, userId }, 'token-delete', token.label);
  });
}
