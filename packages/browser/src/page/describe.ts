import type { Event } from '../event.ts';

/** Where the visitor is and with what. There is no page on a server or in a worker. */
export function describePage(): Event['request'] {
  const { location, document, navigator } = globalThis as Partial<typeof globalThis>;
  return (
    location && {
      url: location.href,
      headers: { Referer: document?.referrer || undefined, 'User-Agent': navigator?.userAgent },
    }
  );
}
