interface CookieFlags {
  httpOnly: true;
  path: string;
  sameSite: 'lax' | 'strict';
  secure: boolean;
}

/**
 * The flags of every cookie: hidden from scripts, not sent from other sites' forms or frames, HTTPS only where the server uses
 * HTTPS. `strict` also excludes links from other sites.
 */
export function cookieFlags(publicUrl: string, path = '/', sameSite: CookieFlags['sameSite'] = 'lax'): CookieFlags {
  return { httpOnly: true, path, sameSite, secure: publicUrl.startsWith('https:') };
}

/** For the preferences cookie, which a script reads before the first paint. It grants no access. */
export const scriptReadable = { httpOnly: false, maxAge: 365 * 86_400 } as const;
