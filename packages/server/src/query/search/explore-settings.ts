import { limits } from '@seismo/protocol';
import { z } from 'zod';

const fields = (countMax: number) =>
  z.array(z.string().min(1).max(limits.QUERY_CHARS_MAX)).max(countMax, `Use at most ${countMax}.`);

/** What a saved search of Explore has beside the search: what its table and charts show. */
export const exploreSettings = z.object({
  dataset: z.enum(['spans', 'errors']),
  view: z.enum(['samples', 'groups', 'heat-map']),
  columns: fields(limits.EXPLORE_COLUMN_COUNT_MAX),
  groups: fields(limits.EXPLORE_GROUP_COUNT_MAX),
  measures: fields(limits.EXPLORE_MEASURE_COUNT_MAX).min(1, 'Use at least one.'),
  sort: z.string().max(limits.QUERY_CHARS_MAX).nullable(),
});

export type ExploreSettings = z.output<typeof exploreSettings>;

/** The settings as they are stored; `null` in searches of other lists. */
export function readExploreSettings(text: string): ExploreSettings | null {
  return text === '' ? null : exploreSettings.parse(JSON.parse(text));
}
