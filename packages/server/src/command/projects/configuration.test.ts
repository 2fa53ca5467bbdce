import { beforeEach, expect, test } from 'vitest';
import { defaultFilters, defaultLimits } from '#domain/configuration/documents.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { envelopeEntry, errorOf, eventEnvelope } from '../../testing/pipeline.ts';
import { refuses } from '../../testing/refuses.ts';
import { openShop, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: Viewer;
let shop: ProjectView;
beforeEach(async () => {
  ({ server, owner, shop } = await openShop());
});

const save = (change: object, base: number | null = null) =>
  server.command.saveConfiguration(owner, 'shop', 'filters', { ...defaultFilters, ...change }, base);

test('a new project has the default filters and keeps changes', async () => {
  expect(await server.query.configuration(owner, 'shop', 'filters')).toEqual({ version: 0, settings: defaultFilters });
  expect(await save({ crawlers: false }, 0)).toBe(1);
  const { version, settings } = await server.query.configuration(owner, 'shop', 'filters');
  expect({ version, crawlers: settings.crawlers }).toEqual({ version: 1, crawlers: false });
  expect(await save({ crawlers: false }, 1)).toBe(1);
});

test('changes are recorded with their author, and any version can be restored', async () => {
  await save({ crawlers: false });
  server.clock.nowMs += 1000;
  await save({ crawlers: false, messages: ['noise *'] });
  expect(await server.query.configurationHistory(owner, 'shop', 'filters')).toEqual([
    { version: 2, atMs: server.clock.nowMs, by: 'owner', changed: [{ name: 'messages', from: '0', to: '1' }] },
    {
      version: 1,
      atMs: server.clock.nowMs - 1000,
      by: 'owner',
      changed: [{ name: 'crawlers', from: 'on', to: 'off' }],
    },
  ]);
  expect(await server.command.restoreConfiguration(owner, 'shop', 'filters', 1)).toBe(3);
  expect((await server.query.configuration(owner, 'shop', 'filters')).settings).toMatchObject({
    crawlers: false,
    messages: [],
  });
  await server.command.restoreConfiguration(owner, 'shop', 'filters', 0);
  expect((await server.query.configuration(owner, 'shop', 'filters')).settings).toEqual(defaultFilters);
  await refuses(server.command.restoreConfiguration(owner, 'shop', 'filters', 9), 'not-found');
});

test('the second of two concurrent changes is refused', async () => {
  await save({ crawlers: false }, 0);
  await refuses(save({ localhost: true }, 0), 'conflict');
});

test('invalid settings are refused with a message', async () => {
  const sampling = { samplePercent: 50, levels: [], releases: [], environments: [], transactions: [] };
  for (const [change, words] of [
    [{ addresses: ['10.0.0.0/99'] }, '10.0.0.0/99'],
    [{ addresses: ['example.com'] }, 'example.com'],
    [{ messages: [' '] }, 'messages.0'],
    [{ legacyBrowsers: { netscape: 4 } }, 'legacyBrowsers'],
    [{ sampling: [{ ...sampling, samplePercent: 101 }] }, 'at most 100'],
    [{ sampling: [{ ...sampling, levels: ['loud'] }] }, 'Use these levels'],
    [{ crawlers: 'yes' }, 'crawlers'],
  ] as const) {
    await expect(save(change)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(words) });
  }
  await refuses(server.command.saveConfiguration(owner, 'shop', 'toString' as 'filters', {}, null), 'invalid');
});

test('a rule for traces is a share and a threshold', async () => {
  const saved = (change: object) =>
    server.command.saveConfiguration(owner, 'shop', 'limits', { ...defaultLimits, ...change }, null);
  for (const traceShare of [-0.1, 1.01, 0.00001, Number.NaN, '0.5', null]) {
    await expect(saved({ traceShare })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('The share of traces to keep must be 0%, or from 0.01% to 100%.'),
    });
  }
  for (const slowTraceMs of [0, 0.5, 3_600_001, Number.NaN]) {
    await expect(saved({ slowTraceMs })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('A slow request takes from 1 millisecond to 1 hour.'),
    });
  }
  for (const change of [{ traceShare: 0 }, { traceShare: 0.0001, slowTraceMs: 1 }, { traceShare: 1 }])
    await saved(change);
});

test('discarded events are reported by numbers and titles only', async () => {
  const atMs = server.clock.now();
  const request = { headers: [['User-Agent', 'Googlebot/2.1']] as [string, string][] };
  const crawler = { value: 'x', request };
  await server.report(shop, 'x', { ...crawler, count: 5, atMs: atMs - 3 * 86_400_000 });
  await server.report(shop, 'x', { ...crawler, count: 2, atMs: atMs - 60_000 });
  const event = eventEnvelope({ platform: 'javascript', exception: errorOf('Type', 'x'), request });
  const body = `${event}\n{"type":"attachment"}\nattached`;
  await server.journal.append(envelopeEntry(shop.id, body, { receivedAtMs: atMs }));
  await server.drain();
  const counts = await server.query.filterCounts(owner, 'shop');
  expect(counts.find(({ reason }) => reason === 'crawler')).toEqual({
    reason: 'crawler',
    explanation: 'The user agent is a crawler.',
    last24h: 3,
    last7d: 8,
    examples: [{ title: 'TypeError: x', atMs }],
  });
  expect(counts.find(({ reason }) => reason === 'message')).toMatchObject({ last24h: 0, examples: [] });
});
