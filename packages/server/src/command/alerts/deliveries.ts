import { permissions } from '#domain/permissions/permissions.ts';
import {
  onlyOrganization,
  requirePermission,
  requirePersonalSession,
  requireSignedIn,
  type Viewer,
} from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ServerCommandDeps } from '../deps.ts';

export interface Attempted {
  isSent: boolean;
  /** Of the receiver, or why it could not be sent. */
  answer: string;
}

/** Sends a message that failed or was canceled again, now. */
export async function resendDelivery(deps: ServerCommandDeps, viewer: Viewer, id: number): Promise<Attempted> {
  requireSignedIn(viewer);
  const delivery = Number.isSafeInteger(id) ? await deps.state.delivery(id) : null;
  if (!delivery)
    throw new Refusal('not-found', 'No message with this name or ID exists, or you do not have access to it.');
  requirePermission(viewer, permissions.resendDelivery, delivery.organizationId, 'message');
  if (delivery.status !== 'failed' && delivery.status !== 'canceled') {
    throw new Refusal('conflict', `This message is ${delivery.status} already. Reload the page.`);
  }
  await deps.state.write((tx) => tx.requeueDelivery(id, deps.clock.now()));
  return deps.deliverer.sendNow(id);
}

/** Sends a test message to the viewer's own address and returns the answer of the mail server. */
export async function sendTestEmail(deps: ServerCommandDeps, viewer: Viewer): Promise<Attempted> {
  const userId = requirePersonalSession(viewer);
  const organizationId = onlyOrganization(viewer, permissions.sendTestEmail);
  if (organizationId === null) throw new Refusal('forbidden', 'You are not in an organization.');
  requirePermission(viewer, permissions.sendTestEmail, organizationId, 'organization');
  const nowMs = deps.clock.now();
  const id = await deps.state.write((tx) =>
    tx.addDelivery({
      organizationId,
      userId,
      channelId: null,
      about: 'test',
      notice: null,
      queuedAtMs: nowMs,
      dueAtMs: nowMs,
    }),
  );
  return deps.deliverer.sendNow(id);
}
