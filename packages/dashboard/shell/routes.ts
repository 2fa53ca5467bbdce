import type { Viewer } from '@seismo/server';

/** Whoever answers customers in the organization and does nothing else: error codes are all there is. */
export function looksUpOnly({ memberships }: Pick<Viewer, 'memberships'>): boolean {
  return memberships.length > 0 && memberships.every(({ role }) => role === 'support');
}
