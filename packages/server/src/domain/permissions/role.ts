/** From the highest to the lowest. `support` helps customers and can look up the codes of error pages. */
export const roles = ['owner', 'admin', 'member', 'viewer', 'support'] as const;
export type Role = (typeof roles)[number];
