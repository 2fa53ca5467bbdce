import { expect, test } from 'vitest';
import { entriesOf, says } from './entry.ts';

test('each word that was typed must be there, in any order', () => {
  expect(says('Copy the DSN of Shop', 'shop dsn')).toBe(true);
  expect(says('Copy the DSN of Shop', 'shop dns')).toBe(false);
});

test('a hit leads to a page of ours whatever it is called', () => {
  const hrefs = [
    entriesOf({ kind: 'release', version: 'a/b?#1', projects: ['Shop'] }),
    entriesOf({ kind: 'team', slug: 'web', name: 'Web' }),
    entriesOf({ kind: 'person', name: 'Ada', email: 'ada+1@seismo.example' }),
    entriesOf({ kind: 'project', slug: 'shop', name: 'Shop' }),
  ].flatMap((entries) => entries.map(({ href }) => href));
  expect(hrefs).toEqual([
    '/releases/a%2Fb%3F%231',
    '/issues?query=is%3Aunresolved+assigned%3A%23web',
    '/issues?query=is%3Aunresolved+assigned%3Aada%2B1%40seismo.example',
    '/issues?project=shop',
    '/projects/shop',
  ]);
});
