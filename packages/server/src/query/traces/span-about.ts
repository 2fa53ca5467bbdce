/**
 * What the row of a span says beside its name, `''` if the name says it all: the path that it requested, or its query. SDK 11
 * names such spans by their host or the first words of the query.
 */
export function spanAbout(name: string, { url, query }: { url: string; query: string }): string {
  if (query !== '' && query !== name) return query;
  const parsed = url === '' ? null : URL.parse(url);
  if (!parsed) return '';
  const path = parsed.pathname + parsed.search;
  return path === '/' || name.includes(parsed.pathname) ? '' : path;
}
