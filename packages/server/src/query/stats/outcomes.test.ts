import { expect, test } from 'vitest';
import { dayMs, openShop } from '../../testing/test-server.ts';

const { server, owner: viewer, shop } = await openShop();
const now = server.clock.now();
const mobile = await server.command.createKey(viewer, 'shop', 'Mobile app');
const cells: [string, string, string, number, number, number?][] = [
  ['event', 'received', '', 6, now],
  ['event', 'stored', '', 3, now],
  ['event', 'received', '', 4, now - 120_000, mobile.id],
  ['event', 'limited', 'key-rate', 4, now - 120_000, mobile.id],
  ['error', 'client-discard', 'before_send', 2, now - 120_000, mobile.id],
  ['event', 'duplicate', 'event-id', 2, now - 5 * 3600_000],
  ['log', 'received', '', 3, now],
  ['log', 'unsupported', 'log', 3, now],
  ['error', 'client-discard', 'before_send', 38, now],
  ['event', 'failed', 'error', 1, now],
  ['event', 'failed', 'error', -1, now],
  ['event', 'received', '', 99, now - 3 * dayMs],
];
await server.addRows({
  ledger: cells.map(([itemKind, outcome, reason, quantity, atMs, keyId = 0]) => ({
    organizationId: shop.organization.id,
    projectId: shop.id,
    keyId,
    itemKind,
    outcome,
    reason,
    quantity,
    atMs: Math.floor(atMs / 60_000) * 60_000,
  })),
});

test('counts received items, their outcomes and those in progress', async () => {
  const view = await server.query.outcomes(viewer, ['shop'], '24h');
  expect(view).toMatchObject({ received: 13, inFlight: 1 });
  expect(view.outcomes).toEqual([
    { outcome: 'limited', reason: 'key-rate', quantity: 4, explanation: expect.stringContaining('key') },
    { outcome: 'stored', reason: '', quantity: 3, explanation: 'Stored and counted.' },
    { outcome: 'unsupported', reason: 'log', quantity: 3, explanation: expect.stringContaining('not stored') },
    { outcome: 'duplicate', reason: 'event-id', quantity: 2, explanation: expect.stringContaining('already has') },
  ]);
  expect(view.kinds.map(({ itemKind, received }) => [itemKind, received])).toEqual([
    ['event', 10],
    ['log', 3],
  ]);
});

test('lists client drops outside the sum', async () => {
  const view = await server.query.outcomes(viewer, ['shop'], '24h');
  expect(view.clientDiscards).toEqual([{ category: 'error', reason: 'before_send', quantity: 40 }]);
});

test('draws each outcome over the range, in buckets that add up', async () => {
  const view = await server.query.outcomes(viewer, ['shop'], '24h');
  const sums = Object.fromEntries(view.series.map(({ outcome, values }) => [outcome, values.reduce((a, b) => a + b)]));
  expect(sums).toMatchObject({ received: 13, stored: 3, limited: 4, duplicate: 2 });
  expect(view.series.every(({ values }) => values.length === 24)).toBe(true);
  expect((await server.query.outcomes(viewer, ['shop'], '7d')).received).toBe(112);
});

test('sums all projects that the viewer may see, and is empty without any', async () => {
  expect(await server.query.outcomes(viewer, [], '24h')).toEqual(await server.query.outcomes(viewer, ['shop'], '24h'));
  const stranger = await server.user(await server.organization('other'), 'owner');
  expect(await server.query.outcomes(stranger, [], '24h')).toMatchObject({
    received: 0,
    outcomes: [],
    deadLetters: [],
  });
});

test('separates client keys: items, outcomes, and the last use of each', async () => {
  const { keys } = await server.query.outcomes(viewer, ['shop'], '24h');
  const minuteMs = Math.floor(server.clock.now() / 60_000) * 60_000;
  expect(keys).toEqual([
    {
      keyId: 0,
      label: '',
      project: 'shop',
      received: 9,
      kinds: [
        { itemKind: 'event', received: 6 },
        { itemKind: 'log', received: 3 },
      ],
      outcomes: [
        { outcome: 'stored', quantity: 3 },
        { outcome: 'unsupported', quantity: 3 },
        { outcome: 'duplicate', quantity: 2 },
      ],
      lastAtMs: minuteMs,
    },
    {
      keyId: mobile.id,
      label: 'Mobile app',
      project: 'shop',
      received: 4,
      kinds: [{ itemKind: 'event', received: 4 }],
      outcomes: [{ outcome: 'limited', quantity: 4 }],
      lastAtMs: minuteMs - 120_000,
    },
  ]);
});

test('balances for one key alone, and still lists all keys', async () => {
  const view = await server.query.outcomes(viewer, ['shop'], '24h', mobile.id);
  expect(view).toMatchObject({ received: 4, inFlight: 0, clientDiscards: [{ quantity: 2 }] });
  expect(view.outcomes.map(({ outcome, quantity }) => [outcome, quantity])).toEqual([['limited', 4]]);
  expect(view.series.map(({ outcome }) => outcome).sort()).toEqual(['client-discard', 'limited', 'received']);
  expect(view.keys).toHaveLength(2);
  expect(await server.query.outcomes(viewer, ['shop'], '24h', 4711)).toMatchObject({ received: 0, outcomes: [] });
});

test('a key has its last use and recent items; an unused key has neither', async () => {
  await server.command.createKey(viewer, 'shop', 'Never used');
  const uses = await server.query.keyUsage(viewer, 'shop', '24h');
  expect(new Map(uses.map(({ keyId, received }) => [keyId, received]))).toEqual(
    new Map([
      [0, 9],
      [mobile.id, 4],
    ]),
  );
  expect(uses.find(({ keyId }) => keyId === mobile.id)).toMatchObject({
    lastAtMs: Math.floor(server.clock.now() / 60_000) * 60_000 - 120_000,
    outcomes: [{ outcome: 'limited', quantity: 4 }],
  });
});

test('a single outcome lists times and keys, only for viewers of the project', async () => {
  const dropped = {
    projects: ['shop'],
    range: '24h',
    kind: 'error',
    outcome: 'client-discard',
    reason: 'before_send',
  } as const;
  const { series, keys } = await server.query.outcomeTimeseries(viewer, { ...dropped, key: null });
  expect(series.values).toHaveLength(24);
  expect(series.values.at(-1)).toBe(40);
  expect(keys.map(({ label, quantity }) => [label, quantity])).toEqual([
    ['', 38],
    ['Mobile app', 2],
  ]);
  const ofKey = await server.query.outcomeTimeseries(viewer, { ...dropped, key: mobile.id });
  expect(ofKey.keys).toMatchObject([{ project: 'shop', quantity: 2 }]);
  const received = await server.query.outcomeTimeseries(viewer, {
    ...dropped,
    key: null,
    kind: 'event',
    outcome: '',
    reason: '',
  });
  expect(received.series.values.reduce((a, b) => a + b)).toBe(10);
  const stranger = await server.user(await server.organization('stranger'), 'owner');
  await expect(server.query.outcomeTimeseries(stranger, { ...dropped, key: null })).rejects.toThrow(
    /Project not found/,
  );
  expect((await server.query.outcomeTimeseries(stranger, { ...dropped, projects: [], key: null })).keys).toEqual([]);
});
