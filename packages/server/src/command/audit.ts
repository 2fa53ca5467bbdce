import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { AuditAction, StateTx } from '#store/state/contract.ts';
import type { CommandDeps } from './deps.ts';

type Deps = Pick<CommandDeps, 'clock'>;

/** Records the viewer's action in the organization's log, in the transaction of the action. */
export async function audit(
  { clock }: Deps,
  tx: StateTx,
  viewer: Viewer,
  organizationId: OrganizationId,
  action: AuditAction,
  subject: string,
  detail = '',
): Promise<void> {
  const { userId, scopes } = viewer;
  await tx.addAudit({ organizationId, atMs: clock.now(), userId, byToken: scopes !== null, action, subject, detail });
}

/**
 * Account changes are in the log of every organization of the user; those of a session confined to one organization
 * only in that log.
 */
export async function auditOwn(
  { clock }: Deps,
  tx: StateTx,
  { userId, boundTo }: { userId: UserId; boundTo: OrganizationId | null },
  action: AuditAction,
  subject: string,
  detail = '',
): Promise<void> {
  for (const { organizationId } of await tx.membershipsOf(userId)) {
    if (boundTo !== null && organizationId !== boundTo) continue;
    await tx.addAudit({ organizationId, atMs: clock.now(), userId, byToken: false, action, subject, detail });
  }
}
