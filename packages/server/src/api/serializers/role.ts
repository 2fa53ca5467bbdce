import { roles, type Role } from '#domain/permissions/role.ts';
import { roleScopes } from '#domain/permissions/viewer.ts';

const means: Record<Role, string> = {
  owner: 'Can also manage single sign-on and owners, and delete the organization.',
  admin: 'Can also manage projects, teams and members.',
  member: 'Can work on issues, upload source maps and create releases.',
  viewer: 'Can view everything and change nothing.',
  support: 'Can look up error codes.',
};

/**
 * In Sentry's order, from the lowest to the highest. `own` is the role of the token's owner, the highest that can be
 * granted.
 */
export function roleListShape(own: Role | undefined) {
  return roles.toReversed().map((role) => ({
    id: role,
    name: role[0]!.toUpperCase() + role.slice(1),
    desc: means[role],
    scopes: roleScopes[role],
    isAllowed: own !== undefined && roles.indexOf(role) >= roles.indexOf(own),
    isRetired: false,
    isGlobal: true,
    minimumTeamRole: teamRole,
  }));
}

/** Everyone in a team may do the same there. */
export const teamRole = 'contributor';

export const teamRoleListShape = [
  {
    id: teamRole,
    name: 'Contributor',
    desc: 'Issues can be assigned to their team.',
    scopes: [],
    isAllowed: true,
    isRetired: false,
    isMinimumRoleFor: null,
  },
];
