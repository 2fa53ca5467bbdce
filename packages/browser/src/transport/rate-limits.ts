import { TRANSPORT_RETRY_AFTER_MS } from '@seismo/protocol/limits';
import { millis } from '../clock.ts';

/** Until when (Unix milliseconds) nothing of a category may be sent; `` stands for all of them. */
export type RateLimits = Map<string, number>;

/**
 * Takes in what an answer says, whatever its status: `X-Sentry-Rate-Limits: seconds:category;category:scope:reason, …`,
 * or else on a 429 `Retry-After`, in seconds or as a date (@sentry/core `utils/ratelimit.js`, 11.12.0, read 2026-11).
 */
export function obey(limits: RateLimits, status: number, header: (name: string) => string | null): void {
  const until = (after: string | null): number => {
    const seconds = parseFloat(after ?? '');
    // A date starts with the name of a day.
    return seconds >= 0 ? millis() + seconds * 1000 : Date.parse(after ?? '') || millis() + TRANSPORT_RETRY_AFTER_MS;
  };
  const told = header('x-sentry-rate-limits');
  for (const limit of (told ?? '').split(',')) {
    const [seconds, names] = told ? limit.split(':') : [header('retry-after'), ''];
    if (told || status === 429) {
      for (const name of (names ?? '').split(';')) limits.set(name, until(seconds ?? null));
    }
  }
}

export const isLimited = (limits: RateLimits, category: string): boolean =>
  Math.max(limits.get('') ?? 0, limits.get(category) ?? 0) > millis();
