import type { Viewer } from '@seismo/server';

/** Whether the viewer has only the support role, which can only look up error codes. */
export function isSupportOnly({ memberships }: Pick<Viewer, 'memberships'>): boolean {
  return memberships.length > 0 && memberships.every(({ role }) => role === 'support');
}
