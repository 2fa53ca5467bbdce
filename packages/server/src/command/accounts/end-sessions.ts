import { hashSecret } from '#query/accounts/session.ts';
import { requirePersonalSession, withinReach, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { auditOwn } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';

/** Signs the viewer out of one session, by its ID from `sessions`. */
export async function endSession(deps: CommandDeps, viewer: Viewer, id: string): Promise<void> {
  const userId = requirePersonalSession(viewer);
  await deps.state.write(async (tx) => {
    const session = withinReach(viewer, await tx.listSessions(userId, deps.clock.now())).find(
      ({ hash }) => hash === id,
    );
    if (!session) throw new Refusal('not-found', 'Session not found. It may have expired.');
    await tx.deleteSession(userId, session.hash);
    await auditOwn(deps, tx, { ...viewer, userId }, 'session-end', session.address ?? 'an unknown IP address');
  });
}

/** Signs the viewer out of all sessions except this cookie's. Returns their number. */
export async function endOtherSessions(deps: CommandDeps, viewer: Viewer, cookie: string): Promise<number> {
  const userId = requirePersonalSession(viewer);
  return deps.state.write(async (tx) => {
    const ended = await tx.deleteOtherSessions(userId, hashSecret(String(cookie)), viewer.boundTo);
    if (ended > 0)
      await auditOwn(
        deps,
        tx,
        { ...viewer, userId },
        'session-end',
        'everywhere else',
        ended === 1 ? '1 session' : `${ended} sessions`,
      );
    return ended;
  });
}
