import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ranges } from '#shell/context-bar/time-range.ts';
import { defaultQuery, issuesHref, pageCount, readIssueFilter, sorts } from './search-params.ts';

const read = (href: string) => {
  const params: Record<string, string[]> = {};
  for (const [name, value] of new URL(href, 'http://localhost').searchParams) (params[name] ??= []).push(value);
  return readIssueFilter(params);
};

test('an empty address shows unresolved issues of the last 14 days', () => {
  expect(readIssueFilter({})).toEqual({
    projects: [],
    environments: [],
    range: '14d',
    query: defaultQuery,
    sort: 'last-seen',
    cursor: null,
    count: pageCount,
  });
});

test('unknown values become the default', () => {
  expect(readIssueFilter({ range: 'forever', sort: '__proto__', project: ['', ''] })).toEqual(readIssueFilter({}));
});

test('an empty query stays: it matches every issue', () => {
  expect(readIssueFilter({ query: '' }).query).toBe('');
  expect(issuesHref({ query: '' })).toBe('/issues?query=');
});

test('reading a written address gives the same list', () => {
  const slug = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
  const filter = fc.record({
    projects: fc.uniqueArray(slug, { maxLength: 5 }),
    environments: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 3 }),
    range: fc.oneof(
      fc.constantFrom(...ranges),
      fc.nat(50_000_000).map((minute) => ({ fromMs: minute * 60_000, toMs: (minute + 7) * 60_000 })),
    ),
    query: fc.string({ maxLength: 60 }),
    sort: fc.constantFrom(...sorts),
    cursor: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
    count: fc.constant(pageCount),
  });
  fc.assert(
    fc.property(filter, (written) => {
      expect(read(issuesHref(written))).toEqual(written);
    }),
  );
});
