import type { RangeName, TimeRange } from '@seismo/server';
import { defaultRange, readTimeRange, setTimeRange } from '#shell/context-bar/time-range.ts';

/** A page's props from Next, and the data of forms. */
export type RawParams = Record<string, string | string[] | undefined>;

/** A value in a URL: one parameter, or several that belong together. Each reads its default from what is missing or unknown. */
export interface Param<T> {
  read: (params: RawParams) => T;
  /** Leaves out the default, so that equal pages have equal URLs. */
  write: (search: URLSearchParams, value: T) => unknown;
}

/** The state of a page in its URL: how to read it, and how to link to it. */
export function urlState<S extends object>(params: { [K in keyof S]: Param<S[K]> }) {
  const names = Object.keys(params) as (keyof S)[];
  return {
    read: (raw: RawParams) => Object.fromEntries(names.map((name) => [name, params[name].read(raw)])) as S,
    /** What is left out of `state` has its default. */
    href: <Path extends string>(path: Path, state: Partial<S>): Path | `${Path}?${string}` => {
      const search = new URLSearchParams();
      for (const name of names) {
        const value = state[name];
        if (value !== undefined) params[name].write(search, value);
      }
      const text = search.toString();
      return text ? `${path}?${text}` : path;
    },
  };
}

const QUERY_CHARS_MAX = 1000;

/** Free text. An empty one differs from a missing one where the default has words. */
export const text = (name: string, { missing = '', charsMax = QUERY_CHARS_MAX } = {}): Param<string> => ({
  read: (params) => (first(params[name]) ?? missing).slice(0, charsMax),
  write: (search, value) => value === missing || search.set(name, value),
});

/** Text that is there or not. */
export const optional = (name: string): Param<string | null> => ({
  read: (params) => first(params[name]) || null,
  write: (search, value) => value && search.set(name, value),
});

/** The place in a list after the last row of a page. */
export const cursor = optional('cursor');

export const choice = <const T extends string>(name: string, known: readonly [T, ...T[]]): Param<T> => ({
  read: (params) => oneOf(known, first(params[name])) ?? known[0],
  write: (search, value) => value === known[0] || search.set(name, value),
});

/** A switch that is off by default, `on` in the URL. */
export const flag = (name: string, on: string): Param<boolean> => ({
  read: (params) => first(params[name]) === on,
  write: (search, value) => value && search.set(name, on),
});

export const list = (name: string): Param<string[]> => ({
  read: (params) => many(params[name]),
  write: (search, values) => values.forEach((value) => search.append(name, value)),
});

/** A time range up to now or a custom one, in its three parameters. */
export const rangeWithDefault = (missing: RangeName): Param<TimeRange> => ({
  read: (params) => readTimeRange(params).range ?? missing,
  write: (search, value) => setTimeRange(search, value, missing),
});

export const range = rangeWithDefault(defaultRange);

/** A time range, or `null` for all time: where the URL has none, or `range=all`. In a form that was sent, `range` is empty. */
export const optionalRange: Param<TimeRange | null> = {
  read: (params) => (['', 'all'].includes(first(params.range) ?? 'none') ? null : readTimeRange(params).range),
  write: (search, value) => value && setTimeRange(search, value, null),
};

/** Every page has them in the same parameters. */
export const context = { projects: list('project'), environments: list('environment') };

/** The parameters of a link. */
export const searchOf = (href: string): [name: string, value: string][] => [...new URLSearchParams(href.split('?')[1])];

export function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

const VALUES_MAX = 100;

export function many(value: string | string[] | undefined): string[] {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return [...new Set(values.filter((entry) => entry !== ''))].slice(0, VALUES_MAX);
}

export function oneOf<T extends string>(known: readonly T[], value: string | undefined): T | undefined {
  return known.find((candidate) => candidate === value);
}
