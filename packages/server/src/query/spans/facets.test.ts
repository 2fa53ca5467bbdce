import { expect, test } from 'vitest';
import { span as spanRow } from '#store/telemetry/sample-rows.ts';
import { refuses } from '../../testing/refuses.ts';
import { openTestServer } from '../../testing/test-server.ts';
import type { Facet } from '../search/views.ts';

const server = await openTestServer();
const { query } = server;
const organizationId = await server.organization('acme');
const owner = await server.user(organizationId, 'owner');
const stranger = await server.user(await server.organization('other'), 'owner');
const { id: projectId } = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'node' });
const startUs = (server.clock.now() - 60_000) * 1000;
await server.addRows({
  spans: Array.from({ length: 40 }, (_, n) =>
    spanRow(n, {
      organizationId,
      projectId,
      startUs: startUs + n,
      op: n < 30 ? 'db' : 'http.client',
      service: n < 10 ? '' : n < 15 ? 'web' : 'api',
      // One of four is kept.
      clientSampleRate: n < 4 ? 0.25 : 1,
      attributes: JSON.stringify({
        's:db.system.name': n % 2 === 0 ? 'postgresql' : 'my "db"',
        's:request.id': `r${n}`,
        's:empty': '',
        ...(n >= 4 && n < 39 && { [n >= 14 && n < 24 ? 'n:mix' : 's:mix']: n < 14 ? '1' : n < 24 ? 1 : 'a' }),
        ...(n < 30 && { [n < 5 ? 's:code' : 'n:code']: n < 5 ? '200' : 200 }),
        's:has': 'x',
        's:name': 'y',
        ...(n < 20 && { 'n:rows': n, 'b:hit': n === 0, 's:Code': 'other case' }),
      }),
    }),
  ),
});

const everything = { projects: ['shop'], environments: [], range: '24h' as const };
const facet = (key: string, text: string, count = 8) =>
  query.spanFacet(owner, { ...everything, query: text }, key, count);
const textOf = ({ values }: Facet) =>
  values
    .map(({ value, count, share, isEstimated, isSelected }) =>
      [isSelected ? `[${value}]` : value, `${isEstimated ? '≈' : ''}${count}`, `${Math.round(100 * share!)}%`].join(
        ' ',
      ),
    )
    .join(', ');

test.each([
  ['span.op', '', 'db ≈42 81%, http.client 10 19%'],
  ['service.name', '', 'api 25 48%, web 5 10%'],
  ['project', '', 'shop ≈52 100%'],
  ['is_transaction', '', 'false ≈52 100%'],
  // The text and the number are one value.
  ['code', '', '200 ≈42 81%'],
  ['mix', '', '1 20 38%, a 15 29%'],
  ['db.system.name', 'span.op:http.client', 'my "db" 5 50%, postgresql 5 50%'],
  ['hit', '', 'false ≈28 54%, true ≈4 8%'],
  ['empty', '', ''],
  // Other values of the key are offered, under any of its names.
  ['span.op', 'span.op:db service.name:api', '[db] 15 60%, http.client 10 40%'],
  ['db.system.name', 'db.system:postgresql', 'my "db" ≈26 50%, [postgresql] ≈26 50%'],
  ['span.op', '!span.op:db', 'http.client 10 100%'],
  ['span.op', 'span.op:db OR nothing', 'db ≈42 100%'],
  // An invalid search has its own message.
  ['span.op', 'span.duration:x', ''],
])('the spans have the values of %s, found by %j', async (key, text, values) => {
  expect(textOf(await facet(key, text))).toBe(values);
});

test('it has more values than requested, and always the selected ones with their numbers', async () => {
  const some = await facet('rows', 'rows:[7,99]', 2);
  expect([some.values.length, some.hasMore]).toEqual([4, true]);
  expect(some.values.slice(2).map(({ value, count }) => [value, count])).toEqual([
    ['7', 1],
    ['99', 0],
  ]);
  expect((await facet('span.op', '', 2)).hasMore).toBe(false);
});

test.each(['timestamp', 'id', 'trace', 'two words', '', '('])('there are no values of %j', async (key) => {
  await refuses(facet(key, ''), 'invalid');
});

test('two names that differ in case only are refused', async () => {
  await refuses(facet('code', 'Code:x'), 'invalid');
});

test('the keys are attributes that tell spans apart', async () => {
  expect(await query.spanFacetKeys(owner, ['shop'])).toEqual(['db.system.name', 'mix', 'code', 'hit', 'rows']);
  await refuses(query.spanFacetKeys(stranger, ['shop']), 'not-found');
});

test('of many attributes, the keys are found within the memory', async () => {
  const many = await server.command.createProject(owner, { slug: 'many', name: 'Many', platform: 'node' });
  const names = Array.from({ length: 90 }, (_, n) => `s:attribute.${n}`);
  await server.addRows({
    spans: Array.from({ length: 400 }, (_, n) =>
      spanRow(100 + n, {
        organizationId,
        projectId: many.id,
        startUs,
        attributes: JSON.stringify(Object.fromEntries(names.map((name) => [name, `v${n % 3}`]))),
      }),
    ),
  });
  expect(await query.spanFacetKeys(owner, ['many'])).toHaveLength(40);
});

test('a selection is written into the search under the name that it had', async () => {
  const changed = (text: string, selection: Parameters<typeof query.searchSelecting>[2]) =>
    query.searchSelecting(text, 'db.system.name', selection, 'spans');
  expect(await changed('checkout db.system:x', { values: ['my "db"'] })).toBe(
    String.raw`checkout db.system.name:"my \"db\""`,
  );
  expect(await changed('db.system:[x,y]', { without: 'x' })).toBe('db.system.name:y !db.system.name:x');
  expect(await changed('has:db.system.name', { values: ['x'] })).toBe('has:db.system.name db.system.name:x');
  const ofHas = query.searchSelecting('has:x', 'tags[has]', { values: ['y'] }, 'spans');
  expect(await ofHas).toBe('has:x tags[has]:y');
});
