import type { QueryDeps } from '../deps.ts';
import { organizationNamed } from './organizations.ts';
import { hashSecret } from './session.ts';
import type { InvitationPreview, InvitationView } from './views.ts';
import { requirePermission, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';

/** Pending invitations. */
export async function invitations(
  deps: QueryDeps,
  viewer: Viewer,
  organizationSlug: string,
): Promise<InvitationView[]> {
  const organization = await organizationNamed(deps, viewer, organizationSlug);
  requirePermission(viewer, 'member:read', organization.id, 'organization');
  const [members, open] = await Promise.all([
    deps.state.listMembers([organization.id]),
    deps.state.listInvitations([organization.id], deps.clock.now()),
  ]);
  return open.map(({ id, email, role, invitedBy, createdAtMs, expiresAtMs }) => {
    const inviter = members.find((member) => member.id === invitedBy);
    return { id, email, role, invitedBy: inviter?.name || inviter?.email || null, createdAtMs, expiresAtMs };
  });
}

/** The invitation as its holder sees it before accepting. */
export async function invitation({ state, clock }: QueryDeps, link: string): Promise<InvitationPreview> {
  const found = await state.invitationByHash(hashSecret(String(link)), clock.now());
  const [organization] = found ? await state.listOrganizations([found.organizationId]) : [];
  if (!found || !organization) throw invalidInvitation();
  const inviter = await state.userById(found.invitedBy);
  return {
    organization: organization.name,
    role: found.role,
    email: found.email,
    invitedBy: inviter?.name || inviter?.email || null,
    hasAccount: (await state.userByEmail(found.email)) !== null,
  };
}

export function invalidInvitation(): Refusal {
  return new Refusal('invalid', 'This invitation was accepted or revoked, or it has expired. Ask for a new one.');
}
