import { TRANSPORT_RETRY_AFTER_MS } from '@seismo/protocol/client-limits';
import { millis } from '../clock.ts';

/** Until when (Unix milliseconds) a category may not be sent; `` is all of them. */
export type RateLimits = Map<string, number>;

/**
 * Applies the rate limits of a response, whatever its status: `X-Sentry-Rate-Limits:
 * seconds:category;category:scope:reason, …`, or else on a 429 `Retry-After`, in seconds or as a date (@sentry/core
 * `utils/ratelimit.js`, 11.12.0, read 2026-11).
 */
export function applyRateLimits(limits: RateLimits, status: number, header: (name: string) => string | null): void {
  const set = (after: string | null = '', names = ''): void => {
    // A date starts with the name of a day.
    const seconds = parseFloat(after!);
    const until = seconds >= 0 ? millis() + seconds * 1000 : Date.parse(after!) || millis() + TRANSPORT_RETRY_AFTER_MS;
    for (const name of names.split(';')) limits.set(name, until);
  };
  const listed = header('x-sentry-rate-limits');
  if (listed) for (const limit of listed.split(',')) set(...(limit.split(':') as [string]));
  else if (status === 429) set(header('retry-after'));
}

export const isLimited = (limits: RateLimits, category: string): boolean =>
  ['', category].some((name) => limits.get(name)! > millis());
