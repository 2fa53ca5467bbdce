import type { State } from '#store/state/contract.ts';
import { Refusal } from '#watch/refusal.ts';
import type { Viewer } from './viewer.ts';

/** The organization that set-up makes; so far the only one. */
export const mainSlug = 'main';

/**
 * Who acts on the command line: the user of this e-mail address, or else the system itself, an owner of `main` without
 * being a person (before set-up, of nothing).
 */
export async function systemViewer(state: State, email?: string): Promise<Viewer> {
  if (email !== undefined) {
    const user = await state.userByEmail(email);
    if (!user) throw new Refusal('not-found', `There is no user ${email}.`);
    return { userId: user.id, memberships: await state.membershipsOf(user.id), scopes: null };
  }
  const main = await state.organizationBySlug(mainSlug);
  return { userId: null, memberships: main ? [{ organizationId: main.id, role: 'owner' }] : [], scopes: null };
}

export function isSystem(viewer: Viewer): boolean {
  return viewer.userId === null && viewer.scopes === null;
}
