import type { Role } from '@seismo/server';

/** From the least to the most that one may. */
export const roles: readonly Role[] = ['support', 'viewer', 'member', 'admin', 'owner'];

export const roleMeans: Record<Role, string> = {
  support: 'looks up error codes, and nothing else',
  viewer: 'looks at everything and changes nothing',
  member: 'works with issues, uploads source maps, makes releases',
  admin: 'also sets up projects, teams and people',
  owner: 'also sets up single sign-on, says who is an owner, and may delete the organization',
};

/** What this role may give to others, and whose role it may change. */
export function rolesUpTo(role: Role): readonly Role[] {
  return roles.slice(0, roles.indexOf(role) + 1);
}
