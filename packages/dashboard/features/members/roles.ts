import type { Role } from '@seismo/server';

/** From the fewest to the most permissions. */
export const roles: readonly Role[] = ['support', 'viewer', 'member', 'admin', 'owner'];

export const roleDescriptions: Record<Role, string> = {
  support: 'Can look up error codes.',
  viewer: 'Can view everything and change nothing.',
  member: 'Can work on issues, upload source maps and create releases.',
  admin: 'Can also manage projects, teams and members.',
  owner: 'Can also manage single sign-on and owners, and delete the organization.',
};

/** The roles that this role can grant and change. */
export function rolesUpTo(role: Role): readonly Role[] {
  return roles.slice(0, roles.indexOf(role) + 1);
}
