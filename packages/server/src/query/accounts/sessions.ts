import Bowser from 'bowser';
import type { QueryDeps } from '../deps.ts';
import { hashSecret } from './session.ts';
import type { SessionView } from './views.ts';
import { requirePersonalSession, withinReach, type Viewer } from '#domain/permissions/viewer.ts';

/**
 * Where the viewer is signed in, the place used last first. The cookie says which one asks. A session that is confined to
 * an organization learns only of those that are confined to it too.
 */
export async function sessions({ state, clock }: QueryDeps, viewer: Viewer, cookie: string): Promise<SessionView[]> {
  const all = await state.listSessions(requirePersonalSession(viewer), clock.now());
  const organizations = await state.listOrganizations(all.flatMap(({ organizationId }) => organizationId ?? []));
  const own = hashSecret(cookie);
  return withinReach(viewer, all).map(
    ({ hash, method, organizationId, userAgent, address, createdAtMs, lastSeenAtMs }) => ({
      id: hash,
      browser: browserOf(userAgent),
      address,
      createdAtMs,
      lastSeenAtMs,
      method,
      organization: organizations.find(({ id }) => id === organizationId)?.name ?? null,
      isThis: hash === own,
    }),
  );
}

/** `Firefox on Linux`; what says nothing of itself is shown as it came. */
function browserOf(userAgent: string): string {
  if (userAgent === '') return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  return browser.name ? [browser.name, os.name].filter(Boolean).join(' on ') : userAgent.slice(0, 60);
}
