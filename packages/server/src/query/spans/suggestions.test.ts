import { expect, test } from 'vitest';
import { span as spanRow } from '#store/telemetry/sample-rows.ts';
import { openTestServer } from '../../testing/test-server.ts';

const server = await openTestServer();
const organizationId = await server.organization('acme');
const owner = await server.user(organizationId, 'owner');
const stranger = await server.user(await server.organization('other'), 'owner');
const { id: projectId } = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'node' });
const startUs = (server.clock.now() - 60_000) * 1000;
const rowOf = (n: number, op: string, attributes: object, clientSampleRate = 1) =>
  spanRow(n, {
    organizationId,
    projectId,
    startUs: startUs + n,
    op,
    clientSampleRate,
    attributes: JSON.stringify(attributes),
  });
await server.addRows({
  spans: [
    rowOf(1, 'db', { 's:db.system.name': 'postgresql', 'n:rows': 20, 'b:cache.hit': true }),
    // A sampled span counts once.
    rowOf(2, 'db', { 's:db.system.name': 'my "db"', 'n:rows': 3, 's:odd ]key': '1' }, 0.3),
    rowOf(3, 'http.client', { 's:db.system.name': 'postgresql', 's:rows': 'many' }),
  ],
});

/** The text after each suggestion, `|` being the cursor. */
async function written(marked: string): Promise<string[]> {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { from, to, suggestions } = await server.query.spanSearchSuggestions(owner, { projects: [], text, cursor });
  return suggestions.map(({ insert }) => text.slice(0, from) + insert + text.slice(to));
}

test.each<[text: string, written: string[]]>([
  ['checkout !span.d|', ['checkout !span.duration:']],
  ['(op|', ['(span.op:']],
  ['span.op:|', ['span.op:db', 'span.op:http.client']],
  ['span.op:[db,cli|]', ['span.op:[db,http.client]']],
  ['db|', ['db.system.name:']],
  ['db.system|', ['db.system.name:']],
  ['db.system.name:|', ['db.system.name:postgresql', String.raw`db.system.name:"my \"db\""`]],
  ['db.system:post|', ['db.system:postgresql']],
  ['rows:|', ['rows:many', 'rows:3', 'rows:20']],
  ['cache.hit:|', ['cache.hit:true']],
  ['odd|', ['tags["odd ]key"]:']],
  ['span.duration:>1|', ['span.duration:>100ms', 'span.duration:>1s']],
  ['timestamp:-2|', ['timestamp:-24h']],
  ['project:|', ['project:shop']],
  ['is_transaction:t|', ['is_transaction:true']],
  ['has:cac|', ['has:cache.hit']],
  ['a or|', ['a OR ']],
  ['trace:|', []],
  ['nothinglikethis|', []],
])('%j may become %j', async (text, expected) => expect(await written(text)).toEqual(expected));

test('counts cover the newest spans, and projects without access stay hidden', async () => {
  const input = { projects: [], text: 'rows', cursor: 4 };
  const of = async (text: string) =>
    (await server.query.spanSearchSuggestions(owner, { ...input, text, cursor: text.length })).suggestions.map(
      ({ label, events }) => [label, events],
    );
  expect(await of('row')).toEqual([['rows', 3]]);
  expect(await of('span.op:')).toEqual([
    ['db', 2],
    ['http.client', 1],
  ]);
  const foreign = await server.query.spanSearchSuggestions(stranger, { ...input, text: 'span.op:', cursor: 8 });
  expect(foreign.suggestions).toEqual([]);
  await expect(server.query.spanSearchSuggestions(stranger, { ...input, projects: ['shop'] })).rejects.toThrow(
    'not found',
  );
});

test('hostile text and cursors are read too', async () => {
  const texts = ['"', '\\', '[[[', 'a:[",', 'tags[', 'tags[]:', 'tags[a\0]:', '__proto__:', '('.repeat(1000)];
  for (const text of [...texts, ' '.repeat(2000)]) {
    for (const cursor of [-1, 0, text.length, 1e9]) {
      const { from, to } = await server.query.spanSearchSuggestions(owner, { projects: [], text, cursor });
      expect(from).toBeLessThanOrEqual(to);
    }
  }
});
