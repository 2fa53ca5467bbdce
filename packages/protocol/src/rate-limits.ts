import type { DataCategory } from './items/kinds.ts';

export interface RateLimit {
  retryAfterS: number;
  /** None means all of them, client reports included. */
  categories: readonly DataCategory[];
  scope: 'key' | 'project' | 'organization';
  /** A word of letters, digits and underscores. */
  reason: string;
}

/**
 * The value of `X-Sentry-Rate-Limits`: `seconds:category;category:scope:reason`, limits apart by commas (@sentry/core
 * `utils/ratelimit.js`, read 2026-11 in 11.12.0). SDKs obey it on a 200 as well as on a 429.
 */
export function writeRateLimits(limits: readonly RateLimit[]): string {
  return limits
    .map(({ retryAfterS, categories, scope, reason }) => {
      // A fraction or zero would be read as 60 seconds, or as none at all.
      const seconds = Math.max(1, Math.ceil(retryAfterS));
      return `${seconds}:${categories.join(';')}:${scope}:${reason}`;
    })
    .join(', ');
}
