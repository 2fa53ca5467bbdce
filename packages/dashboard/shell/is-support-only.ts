import type { Viewer } from '@seismo/server';

/** Whoever answers customers in the organization and does nothing else: error codes are all there is. */
export function isSupportOnly({ memberships }: Pick<Viewer, 'memberships'>): boolean {
  return memberships.length > 0 && memberships.every(({ role }) => role === 'support');
}
