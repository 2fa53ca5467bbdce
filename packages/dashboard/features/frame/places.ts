import type { Me } from '@seismo/server';

/** Whoever answers customers and does nothing else: error codes are all there is. */
export function looksUpOnly({ organizations }: Pick<Me, 'organizations'>): boolean {
  return organizations.length > 0 && organizations.every(({ role }) => role === 'support');
}
