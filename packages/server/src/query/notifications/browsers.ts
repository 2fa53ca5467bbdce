import { requirePersonalSession, withinReach, type Viewer } from '#domain/permissions/viewer.ts';
import { hashSecret } from '../accounts/session.ts';
import type { QueryDeps } from '../deps.ts';
import type { BrowserView } from './views.ts';

/** The viewer's browsers that get notifications. The cookie marks the current one. */
export async function browsers({ state, clock }: QueryDeps, viewer: Viewer, cookie: string): Promise<BrowserView[]> {
  const userId = requirePersonalSession(viewer);
  const own = hashSecret(String(cookie));
  const all = withinReach(viewer, await state.listBrowsers([userId], clock.now()));
  return Promise.all(
    all.map(async ({ id, name, sessionHash, createdAtMs }) => ({
      id,
      name,
      createdAtMs,
      ...(await state.browserRecord(id)),
      isThis: sessionHash === own,
    })),
  );
}
