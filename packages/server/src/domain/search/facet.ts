import { all, type Filter, type Search } from './ast.ts';
import { isSearchKey, keyOf } from './keys.ts';
import { printSearch, printTagName } from './print.ts';

/** What a search says of one key, apart from the rest. */
export interface SearchFacet {
  /** The search without it, which also finds values that are not selected. */
  others: Search;
  selected: string[];
  /** The text of the search with these values selected. */
  selecting(values: readonly string[]): string;
}

type Key = Pick<Filter, 'key' | 'tag'>;

/** Takes the terms of a key out of a search: those that every match has to have, with one or more exact values. */
export function facetOf(search: Search, key: Key): SearchFacet {
  const nameOf = (one: Key) => (one.tag || !isSearchKey(one.key) ? printTagName(one.key) : keyOf(one).names[0]);
  const parts = search.kind === 'all' ? search.of : [search];
  const isOfKey = (part: Search): part is Filter =>
    part.kind === 'filter' &&
    part.operator === '=' &&
    nameOf(part) === nameOf(key) &&
    part.values.every(({ pieces }) => pieces.length === 1);
  const own = parts.filter(isOfKey);
  const others: Search[] = parts.filter((part) => !isOfKey(part));
  const selected = [...new Set(own.flatMap(({ values }) => values.map(({ pieces }) => pieces[0]!)))];
  const place = own.length > 0 ? parts.indexOf(own[0]!) : parts.length;
  return {
    others: all(others, search),
    selected,
    selecting(values) {
      if (values.length === 0) return printSearch(all(others, search));
      const { from, to } = search;
      const term: Filter = {
        kind: 'filter',
        ...key,
        operator: '=',
        values: values.map((value) => ({ pieces: [value], from, to })),
        from,
        to,
      };
      return printSearch(all(others.toSpliced(place, 0, term), search));
    },
  };
}
