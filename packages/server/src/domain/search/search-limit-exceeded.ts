import { limits } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';

/** A search that was stopped, because it took more than a search may. */
export class SearchLimitExceeded extends Refusal {
  constructor(took: 'time' | 'memory') {
    const what = took === 'time' ? `took longer than ${limits.SEARCH_MS_MAX / 1000} s` : 'needed too much memory';
    super(
      'invalid',
      `The search was stopped because it ${what}. Select a project or a shorter time range, or use fewer words and wildcards.`,
    );
  }
}
