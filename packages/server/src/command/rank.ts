import { roles, type Role } from '#domain/permissions/role.ts';
import { can, type Viewer } from '#domain/permissions/viewer.ts';
import type { OrganizationId } from '@seismo/protocol';
import type { StateTx } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';

/** You cannot grant a role above your own, nor change a member above you. */
export function requireRank(viewer: Viewer, organizationId: OrganizationId, role: Role): void {
  const own = viewer.memberships.find((one) => one.organizationId === organizationId)?.role;
  const isBeyond = own === undefined || roles.indexOf(role) < roles.indexOf(own);
  // A token may have fewer permissions than its user: only one with `org:admin` can affect owners.
  if (!isBeyond && (role !== 'owner' || can(viewer, 'org:admin', organizationId))) return;
  throw new Refusal('forbidden', `Only ${role === 'owner' ? 'an owner' : `an owner or an ${role}`} can do this.`);
}

/** An organization without an owner could never be administered again. */
export async function requireAnotherOwner(tx: StateTx, organizationId: OrganizationId, userId: number): Promise<void> {
  const members = await tx.listMembers([organizationId]);
  if (members.some(({ id, role }) => role === 'owner' && id !== userId)) return;
  throw new Refusal('conflict', 'An organization needs an owner. Make another member an owner first.');
}
