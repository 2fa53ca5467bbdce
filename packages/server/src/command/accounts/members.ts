import type { OrganizationId, UserId } from '@seismo/protocol';
import { z } from 'zod';
import { organizationNamed } from '#query/accounts/organizations.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { requirePermission, type Viewer } from '#domain/permissions/viewer.ts';
import type { StateTx, Member } from '#store/state/contract.ts';
import type { Role } from '#domain/permissions/role.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';
import { requireAnotherOwner, requireRank } from '../rank.ts';
import { readInput } from '#platform/read-input.ts';

export const roleSchema = z.enum(
  ['owner', 'admin', 'member', 'viewer', 'support'],
  'Use owner, admin, member, viewer or support.',
);

export async function setRole(
  deps: CommandDeps,
  viewer: Viewer,
  organizationSlug: string,
  userId: number,
  role: Role,
): Promise<void> {
  const { id: organizationId } = await organizationNamed(deps, viewer, organizationSlug);
  requirePermission(viewer, permissions.setRole, organizationId, 'organization');
  const next = readInput(roleSchema, role);
  requireRank(viewer, organizationId, next);
  await deps.state.write(async (tx) => {
    const member = await memberOf(tx, organizationId, userId);
    requireRank(viewer, organizationId, member.role);
    if (member.role === next) return;
    if (member.role === 'owner') await requireAnotherOwner(tx, organizationId, userId);
    await tx.setMembership({ organizationId, userId: member.id, role: next });
    await audit(deps, tx, viewer, organizationId, 'role-change', member.email, `${member.role} to ${next}`);
  });
}

/** Every member may leave; removing others takes a role. Comments and assignments stay. */
export async function removeMember(
  deps: CommandDeps,
  viewer: Viewer,
  organizationSlug: string,
  userId: number,
): Promise<void> {
  const { id: organizationId } = await organizationNamed(deps, viewer, organizationSlug);
  const leaves = viewer.userId === (userId as UserId) && viewer.scopes === null;
  if (!leaves) requirePermission(viewer, permissions.removeMember, organizationId, 'organization');
  await deps.state.write(async (tx) => {
    const member = await memberOf(tx, organizationId, userId);
    if (!leaves) requireRank(viewer, organizationId, member.role);
    if (member.role === 'owner') await requireAnotherOwner(tx, organizationId, userId);
    await tx.deleteMembership(organizationId, member.id);
    await audit(deps, tx, viewer, organizationId, 'member-remove', member.email, leaves ? 'left' : member.role);
  });
}

async function memberOf(tx: StateTx, organizationId: OrganizationId, userId: number): Promise<Member> {
  const member = (await tx.listMembers([organizationId])).find(({ id }) => id === userId);
  if (!member) throw new Refusal('not-found', 'The organization does not have this member.');
  return member;
}
