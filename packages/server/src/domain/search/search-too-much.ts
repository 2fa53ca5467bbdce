import { limits } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';

/** A search that was stopped, because it took more than a search may. */
export class SearchTooMuch extends Refusal {
  constructor(took: 'time' | 'memory') {
    const what = took === 'time' ? `longer than ${limits.SEARCH_MS_MAX / 1000} s` : 'more memory than a search may use';
    super(
      'invalid',
      `The search took ${what} and was stopped. Narrow it by a project, a time range, or fewer words and stars.`,
    );
  }
}
