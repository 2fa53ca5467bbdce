import type { RawParams } from '#features/issues/search-params.ts';

/** The address of a file as pages are given theirs, so that both read it alike. */
export function rawParams(request: Request): RawParams {
  const given = new URL(request.url).searchParams;
  return Object.fromEntries([...new Set(given.keys())].map((name) => [name, given.getAll(name)]));
}
