import type { OrganizationId } from '@seismo/protocol';
import type { Notice, StateTx } from '#store/state/contract.ts';

export interface OwnersDeps {
  /** Whether owners can get email: otherwise the channels that work get the notice. */
  hasEmail: boolean;
  nowMs: number;
}

/** Queues a notice to each owner of an organization; to all of its channels that work if owners cannot be reached. */
export async function reportToOwners(
  { hasEmail, nowMs }: OwnersDeps,
  tx: StateTx,
  organizationId: OrganizationId,
  notice: Notice,
): Promise<void> {
  const members = hasEmail ? await tx.listMembers([organizationId]) : [];
  const owners = members.filter(({ role }) => role === 'owner').map(({ id }) => ({ userId: id, channelId: null }));
  const channels = (await tx.listChannels([organizationId]))
    .filter(({ reportedAtMs }) => reportedAtMs === null)
    .map(({ id }) => ({ userId: null, channelId: id }));
  for (const to of owners.length > 0 ? owners : channels) {
    await tx.addDelivery({ organizationId, ...to, about: 'notice', notice, queuedAtMs: nowMs, dueAtMs: nowMs });
  }
}
