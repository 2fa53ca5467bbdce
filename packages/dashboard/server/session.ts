import type { SignedIn } from '@seismo/server';
import { cookies, headers } from 'next/headers';
import { runtime } from './runtime.ts';

export const sessionCookie = 'seismo_session';

export async function keepSession(signedIn: SignedIn): Promise<void> {
  (await cookies()).set(sessionCookie, signedIn.cookie, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: runtime().publicUrl.startsWith('https:'),
    expires: new Date(signedIn.expiresAtMs),
  });
}

/** Set by our own HTTP front, which overwrites whatever a client sent under this name. */
export async function clientAddress(): Promise<string | null> {
  return (await headers()).get('x-seismo-address') || null;
}
