import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectView } from './views.ts';
import type { Viewer } from './viewer.ts';
import { dayMs, openWorld, type World } from '../testing/world.ts';

let world: World;
let viewer: Viewer;
let shop: ProjectView;

beforeAll(async () => {
  world = await openWorld();
  viewer = await world.person(await world.organization('acme'), 'owner');
  shop = await world.command.createProject(viewer, { slug: 'shop', name: '', platform: '' });
  const now = world.clock.now();
  const cells: [string, string, string, number, number][] = [
    ['event', 'received', '', 10, now],
    ['event', 'stored', '', 7, now],
    ['event', 'duplicate', 'event-id', 2, now - 5 * 3600_000],
    ['log', 'received', '', 3, now],
    ['log', 'unsupported', 'log', 3, now],
    ['error', 'client-discard', 'before_send', 40, now],
    ['event', 'failed', 'error', 1, now],
    ['event', 'failed', 'error', -1, now],
    ['event', 'received', '', 99, now - 3 * dayMs],
  ];
  await world.telemetry.append({
    sequence: world.nextSequence(),
    events: [],
    attachments: [],
    sessions: [],
    changes: [],
    ledger: cells.map(([itemKind, outcome, reason, quantity, atMs]) => ({
      organizationId: shop.organization.id,
      projectId: shop.id,
      itemKind,
      outcome,
      reason,
      quantity,
      atMs: Math.floor(atMs / 60_000) * 60_000,
    })),
  });
});
afterAll(() => world.close());

test('says what came, what became of it and what is still under way', async () => {
  const view = await world.query.ledger(viewer, ['shop'], '24h');
  expect(view).toMatchObject({ received: 13, inFlight: 1 });
  expect(view.outcomes).toEqual([
    { outcome: 'stored', reason: '', quantity: 7, explanation: 'Stored and counted.' },
    { outcome: 'unsupported', reason: 'log', quantity: 3, explanation: expect.stringContaining('does not store') },
    { outcome: 'duplicate', reason: 'event-id', quantity: 2, explanation: expect.stringContaining('already stored') },
  ]);
  expect(view.kinds.map(({ itemKind, received }) => [itemKind, received])).toEqual([
    ['event', 10],
    ['log', 3],
  ]);
});

test('keeps what clients dropped beside the sum', async () => {
  const view = await world.query.ledger(viewer, ['shop'], '24h');
  expect(view.clientDiscards).toEqual([{ category: 'error', reason: 'before_send', quantity: 40 }]);
});

test('draws each outcome over the range, in buckets that add up', async () => {
  const view = await world.query.ledger(viewer, ['shop'], '24h');
  const sums = Object.fromEntries(view.series.map(({ outcome, values }) => [outcome, values.reduce((a, b) => a + b)]));
  expect(sums).toMatchObject({ received: 13, stored: 7, duplicate: 2 });
  expect(view.series.every(({ values }) => values.length === 24)).toBe(true);
  expect((await world.query.ledger(viewer, ['shop'], '7d')).received).toBe(112);
});

test('of all projects it is the sum of those that the viewer may see, and of none it is empty', async () => {
  expect(await world.query.ledger(viewer, [], '24h')).toEqual(await world.query.ledger(viewer, ['shop'], '24h'));
  const stranger = await world.person(await world.organization('other'), 'owner');
  expect(await world.query.ledger(stranger, [], '24h')).toMatchObject({ received: 0, outcomes: [], setAside: [] });
});
