import type { State } from '#store/state/contract.ts';
import { anonymous, type Viewer } from '#query/viewer.ts';
import { mainSlug } from './ensure-main.ts';

/**
 * Who acts on the command line: an owner of `main`, the only organization that is ever made, without being a person.
 * `anonymous` before set-up.
 */
export async function systemViewer(state: State): Promise<Viewer> {
  const main = await state.organizationBySlug(mainSlug);
  if (!main) return anonymous;
  return { userId: null, memberships: [{ organizationId: main.id, role: 'owner' }], scopes: null };
}
