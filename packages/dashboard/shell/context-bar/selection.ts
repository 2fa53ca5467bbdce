import type { TimeRange } from '@seismo/server';
import { many, type RawParams } from '#features/issues/search-params.ts';
import { defaultRange, rangeParams, readTimeRange } from './time-range.ts';

/** What is looked at: said in the same words in the address of every page that shows it. */
export interface Chosen {
  projects: string[];
  environments: string[];
  range: TimeRange;
}

/** What can be chosen, each with what says it in an address. */
const chosenParams = { project: ['project'], environment: ['environment'], range: rangeParams } as const;
export type ChosenName = keyof typeof chosenParams;
const paramNames = Object.values(chosenParams).flat();

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
    range: readTimeRange(params).range ?? defaultRange,
  };
}

/** What is looked at on a page. What the page knows nothing of is as it was before it. */
export function chosenOn(path: string, search: string, before: string): string {
  if (!hasBar(path)) return before;
  const here = new URLSearchParams(chosenIn(search));
  const kept = new URLSearchParams(before);
  for (const chosen of without(path)) {
    const names: readonly string[] = chosenParams[chosen];
    if (names.some((name) => here.has(name))) continue;
    for (const name of names) for (const value of kept.getAll(name)) here.append(name, value);
  }
  return here.toString();
}

/** What of an address says what is looked at. */
export function chosenIn(search: string): string {
  const given = new URLSearchParams(search);
  const kept = paramNames.flatMap((name) => given.getAll(name).map((value) => [name, value]));
  return new URLSearchParams(kept.filter(([, value]) => value !== '')).toString();
}

/** The same page, looking at what is looked at here. An address that says by itself what it is of stays as it is. */
export function carry(href: string, chosen: string): string {
  const [path = '', search = ''] = href.split('?', 2);
  if (!hasBar(path) || chosen === '' || chosenIn(search) !== '') return href;
  return `${path}?${chosen}${search === '' ? '' : `&${search}`}`;
}
