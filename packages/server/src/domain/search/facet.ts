import { all, not, type Filter, type Search } from './ast.ts';
import { isSearchKey, keyOf } from './keys.ts';
import { printSearch, printTagName } from './print.ts';

/** What a search says of one key, apart from the rest. */
export interface SearchFacet {
  /** The search without it, which also finds values that are not selected. */
  others: Search;
  selected: string[];
  /** The text of the search with these values selected. */
  selecting(values: readonly string[]): string;
  /** The text of the search without this value. */
  excluding(value: string): string;
}

export type FacetKey = Pick<Filter, 'key' | 'tag'>;

/** The same for all spellings of a key in searches of issues and events. */
const nameInErrors = (one: FacetKey): string =>
  one.tag || !isSearchKey(one.key) ? printTagName(one.key) : keyOf(one).names[0];

/** Takes the terms of a key out of a search: those that every match has to have, with one or more exact values. */
export function facetOf(search: Search, key: FacetKey, nameOf: (one: FacetKey) => string = nameInErrors): SearchFacet {
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
  const termOf = (values: readonly string[]): Filter => {
    const { from, to } = search;
    return {
      kind: 'filter',
      ...key,
      operator: '=',
      values: values.map((value) => ({ pieces: [value], from, to })),
      from,
      to,
    };
  };
  const selecting = (values: readonly string[]) =>
    values.length === 0 ? others : others.toSpliced(place, 0, termOf(values));
  return {
    others: all(others, search),
    selected,
    selecting: (values) => printSearch(all(selecting(values), search)),
    excluding: (value) => {
      const rest = selecting(selected.filter((one) => one !== value));
      return printSearch(all([...rest, not(termOf([value]), search)], search));
    },
  };
}
