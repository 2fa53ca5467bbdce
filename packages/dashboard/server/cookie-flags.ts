interface CookieFlags {
  httpOnly: true;
  path: string;
  sameSite: 'lax' | 'strict';
  secure: boolean;
}

/**
 * What every cookie of the server has: no script reads it, no other site's form or frame sends it, and where the server is
 * reached by HTTPS nothing else ever carries it. Strict where not even a link from elsewhere should.
 */
export function cookieFlags(publicUrl: string, path = '/', sameSite: CookieFlags['sameSite'] = 'lax'): CookieFlags {
  return { httpOnly: true, path, sameSite, secure: publicUrl.startsWith('https:') };
}

/** Beside them, for the one cookie that a page reads before it is painted: the preferences of the account. It is no right to anything. */
export const scriptReadable = { httpOnly: false, maxAge: 365 * 86_400 } as const;
