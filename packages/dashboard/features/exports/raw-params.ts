import { first, type RawParams } from '#explorer/url-state.ts';

/** The query parameters of a file's URL in the form that pages get them. */
export function rawParams(request: Request): RawParams {
  const given = new URL(request.url).searchParams;
  return Object.fromEntries([...new Set(given.keys())].map((name) => [name, given.getAll(name)]));
}

/** The format of a list’s file. */
export const tableFormat = ({ format }: RawParams): 'csv' | 'json' => (first(format) === 'json' ? 'json' : 'csv');
