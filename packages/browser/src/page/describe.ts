import type { Event } from '../event.ts';

/** The page and the browser. Servers and workers have no page. */
export function describePage(): Event['request'] {
  const { location, document, navigator } = globalThis as Partial<typeof globalThis>;
  return (
    location && {
      url: location.href,
      headers: { Referer: document?.referrer || undefined, 'User-Agent': navigator?.userAgent },
    }
  );
}
