import type { RangeName, TimeRange } from '@seismo/server';
import { many, type RawParams } from '#explorer/url-state.ts';
import { defaultRange, rangeParams, readTimeRange } from './time-range.ts';

/** The selected projects, environments and time range. Every page has them in the same URL parameters. */
export interface PageContext {
  projects: string[];
  environments: string[];
  range: TimeRange;
}

/** Each filter with its URL parameters. */
const contextParams = { project: ['project'], environment: ['environment'], range: rangeParams } as const;
export type ContextName = keyof typeof contextParams;
const paramNames = Object.values(contextParams).flat();

/** The pages with the context bar, each with the filters it does not support. */
const pages = {
  '/issues': [],
  '/feedback': [],
  '/alerts': ['environment', 'range'],
  '/projects': ['project'],
  '/releases': ['range'],
  '/stats': ['environment'],
  '/traces': [],
  '/traces/explore': [],
  '/traces/performance': [],
  '/traces/performance/group': ['project'],
} as const satisfies Record<string, readonly ContextName[]>;
export type PageWithBar = keyof typeof pages;

/** Measuring all spans of two weeks takes long. */
const defaultRanges: Partial<Record<PageWithBar, RangeName>> = {
  '/traces/performance': '24h',
  '/traces/performance/group': '24h',
};
export const defaultRangeOn = (page: PageWithBar): RangeName => defaultRanges[page] ?? defaultRange;

const hasBar = (path: string): path is PageWithBar => Object.hasOwn(pages, path);
export const unsupportedBy = (page: PageWithBar): readonly ContextName[] => pages[page];

export function readContext(params: RawParams): PageContext {
  return {
    projects: many(params.project),
    environments: many(params.environment),
    range: readTimeRange(params).range ?? defaultRange,
  };
}

/** The context of a page. Filters that it does not support keep their previous values. */
export function contextOn(path: string, search: string, before: string): string {
  if (!hasBar(path)) return before;
  const here = new URLSearchParams(contextIn(search));
  const stored = new URLSearchParams(before);
  for (const filter of unsupportedBy(path)) {
    const names: readonly string[] = contextParams[filter];
    if (names.some((name) => here.has(name))) continue;
    for (const name of names) for (const value of stored.getAll(name)) here.append(name, value);
  }
  return here.toString();
}

/** The context parameters of a URL. */
export function contextIn(search: string): string {
  const given = new URLSearchParams(search);
  const stored = paramNames.flatMap((name) => given.getAll(name).map((value) => [name, value]));
  return new URLSearchParams(stored.filter(([, value]) => value !== '')).toString();
}

/** Adds the context to a link, unless the link has its own. */
export function withContext(href: string, context: string): string {
  const [path = '', search = ''] = href.split('?', 2);
  if (!hasBar(path) || context === '' || contextIn(search) !== '') return href;
  return `${path}?${context}${search === '' ? '' : `&${search}`}`;
}
