import type { ApiToken } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { requirePersonalSession, withinReach, type Viewer } from '#domain/permissions/viewer.ts';

/** The viewer's own tokens, for signed-in users only: a token cannot list other tokens. */
export async function apiTokens({ state }: QueryDeps, viewer: Viewer): Promise<ApiToken[]> {
  return withinReach(viewer, await state.listApiTokens(requirePersonalSession(viewer)));
}
