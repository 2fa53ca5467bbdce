import type { Viewer } from '@seismo/server';
import type { RawParams } from '#explorer/url-state.ts';
import { rawParamsOf } from '#features/issues/raw-params.ts';
import { runtime } from '#server/runtime.ts';
import type { KnownField } from './field-options.ts';
import { readExploreState } from './search-params.ts';

/** Names that tables of errors can have as columns. */
const FIELD = /^[\w.:-]{1,200}$/;

/** The attributes of the newest spans, or the tags of the newest errors, the most frequent first. */
export async function exploreFields(viewer: Viewer, { list }: { list: RawParams }): Promise<KnownField[]> {
  const { query } = runtime();
  const { dataset, projects, environments, range } = readExploreState(rawParamsOf(list));
  if (dataset === 'errors') {
    const keys = await query.tagKeys(viewer, projects);
    return keys
      .filter(({ key }) => FIELD.test(key))
      .map(({ key, events }) => ({ name: key, type: 'string', frequency: events }));
  }
  const { attributes } = await query.spanAttributes(viewer, { projects, environments, range, query: '' });
  // A name may have values of several types; numbers can be measured.
  const names = Map.groupBy(attributes, ({ name }) => name);
  return [...names]
    .filter(([name]) => !name.includes('('))
    .map(([name, all]) => ({
      name,
      type: all.find(({ type }) => type === 'number')?.type ?? all[0]!.type,
      frequency: all.reduce((sum, { spans }) => sum + spans, 0),
    }));
}
