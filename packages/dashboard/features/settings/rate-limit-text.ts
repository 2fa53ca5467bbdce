import type { KeyView } from '@seismo/server';
import { plural } from '#ui/count.ts';

const windows: Record<number, string> = { 60: 'minute', 3600: 'hour', 86_400: 'day' };

/** The rate limit of a client key. */
export function rateLimitText({ active, rateLimit }: Pick<KeyView, 'active' | 'rateLimit'>): string {
  if (!active) return 'Disabled';
  if (!rateLimit) return 'No limit';
  return `Up to ${plural(rateLimit.count, 'event')} per ${windows[rateLimit.windowS] ?? `${rateLimit.windowS} s`}`;
}
