import type { KeyView } from '@seismo/server';
import { plural } from '#ui/count.ts';

const windows: Record<number, string> = { 60: 'minute', 3600: 'hour', 86_400: 'day' };

/** What a key may send. */
export function limitWords({ active, rateLimit }: Pick<KeyView, 'active' | 'rateLimit'>): string {
  if (!active) return 'Closed';
  if (!rateLimit) return 'No limit';
  return `At most ${plural(rateLimit.count, 'event')} per ${windows[rateLimit.windowS] ?? `${rateLimit.windowS} s`}`;
}
