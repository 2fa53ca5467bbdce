import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flowOf, type FlowNode } from './flow.ts';

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

test('what goes into a place comes out of it, and nothing is lost on the way', () => {
  fc.assert(
    fc.property(kinds, (given) => {
      const { nodes, bands } = flowOf({ kinds: given });
      const of = (column: number) => nodes.filter((node) => node.column === column);
      const received = sum(given.map((kind) => kind.received));
      expect(sum(of(0).map((node) => node.quantity))).toBe(received);
      expect(sum(of(1).map((node) => node.quantity))).toBe(received);
      for (const node of of(0)) expect(sum(leaving(node))).toBe(node.quantity);
      for (const node of of(1)) expect(sum(arriving(node))).toBe(node.quantity);
      for (const node of of(2)) expect(sum(arriving(node))).toBe(node.quantity);
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
    fc.property(kinds, (given) => {
      const { nodes, bands, height } = flowOf({ kinds: given });
      for (const column of [0, 1, 2]) {
        const own = nodes.filter((node) => node.column === column);
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

test('nothing received is no flow', () => {
  expect(flowOf({ kinds: [] })).toEqual({ height: 0, nodes: [], bands: [] });
});
