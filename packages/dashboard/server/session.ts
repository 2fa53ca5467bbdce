import type { SignedIn } from '@seismo/server';
import { cookies, headers } from 'next/headers';
import {
  preferencesCookie,
  preferencesText,
  readPreferences,
  type FirstPreferences,
} from '#features/preferences/preferences.ts';
import { cookieFlags, scriptReadable } from './cookie-flags.ts';
import { ORGANIZATION_COOKIE_AGE_S, organizationCookie } from './organization.ts';
import { runtime } from './runtime.ts';

export const sessionCookie = 'seismo_session';

/** The sign-in between password and code. */
export const challengeCookie = 'seismo_challenge';

interface Props {
  challenge: string;
  expiresAtMs: number;
}

export async function setChallengeCookie({ challenge, expiresAtMs }: Props): Promise<void> {
  (await cookies()).set(challengeCookie, challenge, {
    ...cookieFlags(runtime().publicUrl, '/sign-in', 'strict'),
    expires: new Date(expiresAtMs),
  });
}

/** The single sign-on until the provider redirects back. Lax, because the provider's site starts that request. */
export const signOnCookie = 'seismo_sign_on';

export async function setSignOnCookie(
  { flowState, expiresAtMs }: { flowState: string; expiresAtMs: number },
  next: string,
): Promise<void> {
  (await cookies()).set(signOnCookie, JSON.stringify({ flowState, next }), {
    ...cookieFlags(runtime().publicUrl, '/sign-in'),
    expires: new Date(expiresAtMs),
  });
}

export async function setSessionCookie(signedIn: SignedIn): Promise<void> {
  const all = await cookies();
  all.set(sessionCookie, signedIn.cookie, {
    ...cookieFlags(runtime().publicUrl),
    expires: new Date(signedIn.expiresAtMs),
  });
  const { query } = runtime();
  const preferences = await query.preferences(await query.viewerOfSession(signedIn.cookie, null));
  if (preferences)
    all.set(preferencesCookie, preferencesText(preferences), {
      ...cookieFlags(runtime().publicUrl),
      ...scriptReadable,
    });
}

/** The preferences in the browser’s cookie, which may be newer than the account’s. */
export async function cookiePreferences(): Promise<FirstPreferences> {
  return readPreferences(`${preferencesCookie}=${(await cookies()).get(preferencesCookie)?.value}`);
}

/** Address and browser of the request, for the list of sessions. */
export async function clientInfo(): Promise<{ address: string | null; userAgent: string }> {
  return { address: await clientAddress(), userAgent: (await headers()).get('user-agent') ?? '' };
}

export async function ownSessionCookie(): Promise<string> {
  return (await cookies()).get(sessionCookie)?.value ?? '';
}

/** Seismo’s HTTP front sets this header and overwrites a client’s value. */
export async function clientAddress(): Promise<string | null> {
  return (await headers()).get('x-seismo-address') || null;
}

export async function selectOrganization(id: number): Promise<void> {
  (await cookies()).set(organizationCookie, String(id), {
    ...cookieFlags(runtime().publicUrl),
    maxAge: ORGANIZATION_COOKIE_AGE_S,
  });
}

/** The ID of the selected organization. The viewer may no longer be a member. */
export async function selectedOrganization(): Promise<number> {
  return Number((await cookies()).get(organizationCookie)?.value);
}
