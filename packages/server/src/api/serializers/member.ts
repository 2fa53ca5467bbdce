import type { InvitationView, MemberView } from '#query/accounts/views.ts';
import { teamRole } from './role.ts';
import { userShape } from './user.ts';

const flags = { 'sso:linked': false, 'sso:invalid': false, 'member-limit:restricted': false };

export function memberShape(member: MemberView) {
  const { email, name, role, createdAtMs, teams } = member;
  return {
    ...common({ email, role, createdAtMs }),
    id: String(member.userId),
    name: name || email,
    user: userShape(member),
    pending: false,
    inviteStatus: 'approved',
    inviterName: null,
    teams,
    teamRoles: teams.map((teamSlug) => ({ teamSlug, role: teamRole })),
  };
}

/** An invited user. The address is the ID, which still finds the member after joining. */
export function pendingShape({ email, role, createdAtMs, invitedBy }: InvitationView) {
  return {
    ...common({ email, role, createdAtMs }),
    id: email,
    name: email,
    user: null,
    pending: true,
    inviteStatus: 'approved',
    inviterName: invitedBy,
    teams: [],
    teamRoles: [],
  };
}

function common({ email, role, createdAtMs }: Pick<MemberView, 'email' | 'role' | 'createdAtMs'>) {
  return {
    email,
    role,
    roleName: role[0]!.toUpperCase() + role.slice(1),
    orgRole: role,
    expired: false,
    flags,
    dateCreated: new Date(createdAtMs).toISOString(),
  };
}
