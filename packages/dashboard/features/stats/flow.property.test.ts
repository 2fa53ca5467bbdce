import type { KeyOutcomesView } from '@seismo/server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flowOf, type FlowNode, type FlowPart } from './flow.ts';

const quantity = fc.integer({ min: 1, max: 1_000_000 });
const kinds = fc
  .uniqueArray(
    fc.record({
      itemKind: fc.constantFrom('event', 'session', 'attachment', 'span', '__proto__'),
      inFlight: fc.integer({ min: 0, max: 3 }),
      outcomes: fc.uniqueArray(
        fc.record({
          outcome: fc.constantFrom('stored', 'filtered', 'limited', 'failed'),
          reason: fc.constantFrom('', 'crawler', 'key-rate', 'constructor'),
          quantity,
        }),
        { selector: ({ outcome, reason }) => `${outcome}:${reason}`, maxLength: 8 },
      ),
    }),
    { selector: ({ itemKind }) => itemKind, maxLength: 5 },
  )
  .map((all) =>
    all.map(({ itemKind, inFlight, outcomes }) => ({
      itemKind,
      outcomes,
      received: inFlight + outcomes.reduce((sum, one) => sum + one.quantity, 0),
    })),
  );
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** The share of each kind per key; the last key has the rest. */
const keyShares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

function keysOf(given: { itemKind: string; received: number }[], shares: number[]): KeyOutcomesView[] {
  const left = new Map(given.map(({ itemKind, received }) => [itemKind, received]));
  return shares.map((share, index) => {
    const ofKey = [...left].map(([itemKind, rest]) => {
      const received = index === shares.length - 1 ? rest : Math.floor(rest * share);
      left.set(itemKind, rest - received);
      return { itemKind, received };
    });
    const received = sum(ofKey.map((kind) => kind.received));
    return { keyId: index, label: '', project: 'shop', received, kinds: ofKey, outcomes: [], lastAtMs: 0 };
  });
}

test('the input of a node equals its output, and no item is lost', () => {
  fc.assert(
    fc.property(kinds, keyShares, (given, shares) => {
      const { nodes, bands } = flowOf({ kinds: given, keys: keysOf(given, shares) });
      const of = (part: FlowPart) => nodes.filter((node) => node.part === part);
      const received = sum(given.map((kind) => kind.received));
      const byKey = received > 0 && shares.length > 1;
      expect(sum(of('key').map((node) => node.quantity))).toBe(byKey ? received : 0);
      expect(sum(of('kind').map((node) => node.quantity))).toBe(received);
      expect(sum(of('outcome').map((node) => node.quantity))).toBe(received);
      for (const part of ['key', 'kind'] as const)
        for (const node of of(part)) expect(sum(leaving(node))).toBe(node.quantity);
      for (const part of byKey ? (['kind', 'outcome', 'reason'] as const) : (['outcome', 'reason'] as const))
        for (const node of of(part)) expect(sum(arriving(node))).toBe(node.quantity);
      function leaving(node: FlowNode) {
        return bands.filter((band) => band.from === node).map((band) => band.quantity);
      }
      function arriving(node: FlowNode) {
        return bands.filter((band) => band.to === node).map((band) => band.quantity);
      }
    }),
  );
});

test('places have room for their name and lie apart; bands stay within them', () => {
  fc.assert(
    fc.property(kinds, keyShares, (given, shares) => {
      const { nodes, bands, height } = flowOf({ kinds: given, keys: keysOf(given, shares) });
      for (const part of ['key', 'kind', 'outcome', 'reason']) {
        const own = nodes.filter((node) => node.part === part);
        own.forEach((node, index) => {
          expect(node.height).toBeGreaterThanOrEqual(20);
          expect(node.top + node.height).toBeLessThanOrEqual(height + 1e-6);
          if (index > 0) expect(node.top).toBeGreaterThanOrEqual(own[index - 1]!.top + own[index - 1]!.height + 5);
        });
      }
      for (const { from, to, fromTop, fromHeight, toTop, toHeight } of bands) {
        expect(fromTop).toBeGreaterThanOrEqual(from.top - 1e-6);
        expect(fromTop + fromHeight).toBeLessThanOrEqual(from.top + from.height + 1e-6);
        expect(toTop).toBeGreaterThanOrEqual(to.top - 1e-6);
        expect(toTop + toHeight).toBeLessThanOrEqual(to.top + to.height + 1e-6);
      }
    }),
  );
});

test('no items give no flow', () => {
  expect(flowOf({ kinds: [], keys: [] })).toEqual({ height: 0, parts: [], nodes: [], bands: [] });
});

test('keys beyond the busiest eight share one node, and keys of several projects name theirs', () => {
  const keys = Array.from({ length: 11 }, (_, keyId) => ({
    keyId,
    label: 'Default',
    project: keyId === 0 ? 'api' : 'shop',
    received: 100 - keyId,
    kinds: [{ itemKind: 'event', received: 100 - keyId }],
    outcomes: [],
    lastAtMs: 0,
  }));
  const received = keys.reduce((total, key) => total + key.received, 0);
  const kinds = [{ itemKind: 'event', received, outcomes: [{ outcome: 'stored', reason: '', quantity: received }] }];
  const places = flowOf({ kinds, keys }).nodes.filter(({ part }) => part === 'key');
  expect(places).toHaveLength(9);
  expect(places.find(({ name }) => name === 'other keys')).toMatchObject({ key: null, quantity: 92 + 91 + 90 });
  expect(places.find(({ name }) => name === 'api: Default')).toMatchObject({ key: { keyId: 0, project: 'api' } });
});
