import Bowser from 'bowser';
import type { QueryDeps } from '../deps.ts';
import { hashSecret } from './session.ts';
import type { SessionView } from './views.ts';
import { requirePersonalSession, withinReach, type Viewer } from '#domain/permissions/viewer.ts';

/**
 * The viewer's sessions, most recently used first. The cookie marks the current one. A session confined to an
 * organization sees only those confined to it too.
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

/** `Firefox on Linux`; an unknown User-Agent is shown unchanged. */
export function browserOf(userAgent: string): string {
  if (userAgent === '') return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  return browser.name ? [browser.name, os.name].filter(Boolean).join(' on ') : userAgent.slice(0, 60);
}
