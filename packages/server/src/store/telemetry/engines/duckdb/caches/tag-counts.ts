import type { QueryRows } from '../../../queries/index.ts';
import { byKeys } from '../../memory/rows.ts';
import type { Layer } from './layer.ts';
import { createReadCache } from './read-cache.ts';

const VALUE_COUNT_MAX = 50_000;

const keyOf = ({ key, value }: { key: string | null; value: string | null }) => JSON.stringify([key, value]);
const total = keyOf({ key: null, value: null });

/**
 * All values of the tags of a project, of which the page of each of its issues requests a few. New events are counted on
 * top; a project with more values is not cached.
 */
export function tagCounts(): Layer {
  const projects = createReadCache<Map<string, QueryRows['tagCounts']> | null>({ countMax: 2 });
  return {
    queries: {
      async tagCounts(params, next) {
        const { tags, sinceSequence, count, ...rest } = params;
        if (tags.length === 0 || sinceSequence !== null) return next('tagCounts', params);
        const counts = await projects.read(JSON.stringify(rest), async (known = new Map()) => {
          if (known === null) return null;
          const last = known.get(total)?.lastSequence ?? null;
          const added = await next('tagCounts', { ...rest, tags: [], sinceSequence: last, count: VALUE_COUNT_MAX + 2 });
          for (const row of added) {
            const key = keyOf(row);
            known.set(key, { ...row, events: row.events + (known.get(key)?.events ?? 0) });
          }
          return known.size > VALUE_COUNT_MAX + 1 ? null : known;
        });
        if (counts === null) return next('tagCounts', params);
        return [...new Set([total, ...tags.map(keyOf)])]
          .flatMap((key) => counts.get(key) ?? [])
          .sort((a, b) => byKeys([a.key, a.value], [b.key, b.value]))
          .slice(0, count);
      },
    },
    applied({ rows: { events = [] }, changes }) {
      if (events.length > 0) projects.added();
      if (changes.length > 0) projects.changed();
    },
    truncated: () => projects.changed(),
  };
}
