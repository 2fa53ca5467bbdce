import type { TimeRange } from '@seismo/server';
import { many, type RawParams } from '#features/issues/search-params.ts';
import { defaultRange, rangeParams, readTimeRange } from './time-range.ts';

/** What is looked at: said in the same words in the address of every page that shows it. */
export interface PageContext {
  projects: string[];
  environments: string[];
  range: TimeRange;
}

/** What can be chosen, each with what says it in an address. */
const contextParams = { project: ['project'], environment: ['environment'], range: rangeParams } as const;
export type ContextName = keyof typeof contextParams;
const paramNames = Object.values(contextParams).flat();

/** The pages that have the bar and are gone to by name, each with what it cannot be narrowed by. */
const pages = {
  '/issues': [],
  '/feedback': [],
  '/projects': ['project'],
  '/releases': ['range'],
  '/stats': ['environment'],
} as const satisfies Record<string, readonly ContextName[]>;
export type PageWithBar = keyof typeof pages;

const hasBar = (path: string): path is PageWithBar => Object.hasOwn(pages, path);
export const unsupportedBy = (page: PageWithBar): readonly ContextName[] => pages[page];

export function readContext(params: RawParams): PageContext {
  return {
    projects: many(params.project),
    environments: many(params.environment),
    range: readTimeRange(params).range ?? defaultRange,
  };
}

/** What is looked at on a page. What the page knows nothing of is as it was before it. */
export function contextOn(path: string, search: string, before: string): string {
  if (!hasBar(path)) return before;
  const here = new URLSearchParams(contextIn(search));
  const kept = new URLSearchParams(before);
  for (const chosen of unsupportedBy(path)) {
    const names: readonly string[] = contextParams[chosen];
    if (names.some((name) => here.has(name))) continue;
    for (const name of names) for (const value of kept.getAll(name)) here.append(name, value);
  }
  return here.toString();
}

/** What of an address says what is looked at. */
export function contextIn(search: string): string {
  const given = new URLSearchParams(search);
  const kept = paramNames.flatMap((name) => given.getAll(name).map((value) => [name, value]));
  return new URLSearchParams(kept.filter(([, value]) => value !== '')).toString();
}

/** The same page, looking at what is looked at here. An address that says by itself what it is of stays as it is. */
export function withContext(href: string, chosen: string): string {
  const [path = '', search = ''] = href.split('?', 2);
  if (!hasBar(path) || chosen === '' || contextIn(search) !== '') return href;
  return `${path}?${chosen}${search === '' ? '' : `&${search}`}`;
}
