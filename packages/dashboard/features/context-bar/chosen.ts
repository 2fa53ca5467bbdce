import type { RangeName } from '@seismo/server';
import { first, many, oneOf, ranges, type RawParams } from '#features/issues/search-params.ts';

/** What is looked at: the same three names in the address of every page that shows it. */
export interface Chosen {
  projects: string[];
  environments: string[];
  range: RangeName;
}

export const chosenNames = ['project', 'environment', 'range'] as const;
export type ChosenName = (typeof chosenNames)[number];

/** Everywhere, so that an address without a range means the same on each page. */
export const defaultRange: RangeName = '14d';

/** The pages that have the bar and are gone to by name, each with what it cannot be narrowed by. */
const pages = {
  '/issues': [],
  '/feedback': [],
  '/projects': ['project'],
  '/releases': ['range'],
  '/stats': ['environment'],
} as const satisfies Record<string, readonly ChosenName[]>;
export type PageWithBar = keyof typeof pages;

const hasBar = (path: string): path is PageWithBar => Object.hasOwn(pages, path);
export const without = (page: PageWithBar): readonly ChosenName[] => pages[page];

export function readChosen(params: RawParams): Chosen {
  return {
    projects: many(params.project),
    environments: many(params.environment),
    range: oneOf(ranges, first(params.range)) ?? defaultRange,
  };
}

/** What is looked at on a page. What the page knows nothing of is as it was before it. */
export function chosenOn(path: string, search: string, before: string): string {
  if (!hasBar(path)) return before;
  const here = new URLSearchParams(chosenIn(search));
  for (const name of without(path).filter((each) => !here.has(each))) {
    for (const value of new URLSearchParams(before).getAll(name)) here.append(name, value);
  }
  return here.toString();
}

/** What of an address says what is looked at. */
export function chosenIn(search: string): string {
  const given = new URLSearchParams(search);
  const kept = chosenNames.flatMap((name) => given.getAll(name).map((value) => [name, value]));
  return new URLSearchParams(kept.filter(([, value]) => value !== '')).toString();
}

/** The same page, looking at what is looked at here. An address that says by itself what it is of stays as it is. */
export function carry(href: string, chosen: string): string {
  const [path = '', search = ''] = href.split('?', 2);
  if (!hasBar(path) || chosen === '' || chosenIn(search) !== '') return href;
  return `${path}?${chosen}${search === '' ? '' : `&${search}`}`;
}
