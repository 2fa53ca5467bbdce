import { expect, test } from 'vitest';
import { entriesOf } from './entry.ts';

test('every hit links to a page of the dashboard', () => {
  const hrefs = [
    entriesOf({ kind: 'release', version: 'a/b?#1', projects: ['Shop'] }),
    entriesOf({ kind: 'team', slug: 'web', name: 'Web' }),
    entriesOf({ kind: 'user', name: 'Ada', email: 'ada+1@seismo.example' }),
    entriesOf({ kind: 'trace', traceId: 'ab'.repeat(16), title: 'TypeError' }),
    entriesOf({ kind: 'project', slug: 'shop', name: 'Shop' }),
  ].flatMap((entries) => entries.map(({ href }) => href));
  expect(hrefs).toEqual([
    '/releases/a%2Fb%3F%231',
    '/issues?query=is%3Aunresolved+assigned%3A%23web',
    '/issues?query=is%3Aunresolved+assigned%3Aada%2B1%40seismo.example',
    `/issues?range=90d&query=trace%3A${'ab'.repeat(16)}`,
    '/issues?project=shop',
    '/projects/shop',
  ]);
});
