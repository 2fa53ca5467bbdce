import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu.ts';
import { treeOf, type TracedSpan } from './tree.ts';

type Drawn = Partial<TracedSpan> & { id: string; at: [start: number, end: number]; under?: string };

const spanOf = ({ id, at: [start, end], under = '', ...rest }: Drawn): TracedSpan => ({
  spanId: id,
  parentSpanId: under,
  startUs: start,
  durationUs: end - start,
  isSegment: false,
  clock: 'a',
  isAwaited: true,
  ...rest,
});
const tree = (...spans: Drawn[]) => treeOf(spans.map(spanOf));
const shape = (...spans: Drawn[]) => tree(...spans).map(({ span, depth, below }) => [span.spanId, depth, below]);

describe('the order', () => {
  test('is that of a waterfall, whatever the order of arrival', () => {
    const spans: Drawn[] = [
      { id: 'd', at: [60, 70], under: 'a' },
      { id: 'c', at: [20, 30], under: 'b' },
      { id: 'a', at: [0, 100] },
      { id: 'e', at: [5, 8] },
      { id: 'b', at: [10, 50], under: 'a' },
    ];
    expect(shape(...spans)).toEqual([
      ['a', 0, 3],
      ['b', 1, 1],
      ['c', 2, 0],
      ['d', 1, 0],
      ['e', 0, 0],
    ]);
  });

  test('has room for as many spans below one as a trace may have', () => {
    const below = Array.from({ length: 200_000 }, (_, n): Drawn => ({ id: `s${n}`, at: [1, 2], under: 'a' }));
    const nodes = treeOf([{ id: 'a', at: [0, 9] } satisfies Drawn, ...below].map(spanOf));
    expect([nodes.length, nodes[0]!.below, nodes[0]!.selfUs]).toEqual([200_001, 200_000, 8]);
  });

  test('shows a span without its parent as a root, and says so', () => {
    const [one, other] = tree({ id: 'a', at: [0, 9], under: 'x' }, { id: 'b', at: [1, 2] });
    expect([one!.isOrphan, other!.isOrphan]).toEqual([true, false]);
  });

  test('cuts a circle above its first span', () => {
    const circle: Drawn[] = [
      { id: 'a', at: [5, 9], under: 'c' },
      { id: 'b', at: [2, 9], under: 'a' },
      { id: 'c', at: [3, 9], under: 'b' },
      { id: 'd', at: [6, 7], under: 'a' },
      { id: 'e', at: [1, 2], under: 'e' },
    ];
    expect(shape(...circle)).toEqual([
      ['e', 0, 0],
      ['b', 0, 3],
      ['c', 1, 2],
      ['a', 2, 1],
      ['d', 3, 0],
    ]);
    expect(tree(...circle).map(({ isOrphan }) => isOrphan)).toEqual([true, true, false, false, false]);
  });
});

describe('clocks', () => {
  const shifts = (...spans: Drawn[]) =>
    Object.fromEntries(tree(...spans).map((node) => [node.span.spanId, node.shiftUs]));
  const call: Drawn = { id: 'call', at: [1000, 1100], clock: 'web' };

  test.each([
    ['too early', [500, 560], 520],
    ['too late', [1090, 1150], -70],
    ['far ahead', [9000, 9060], -7980],
    ['within', [1030, 1090], 0],
    ['at its edges', [1000, 1100], 0],
  ] as const)('a call that is served %s is moved into the middle of its wait', (_name, at, shiftUs) => {
    expect(shifts(call, { id: 'served', under: 'call', at: [...at], clock: 'api' })).toEqual({
      call: 0,
      served: shiftUs,
    });
  });

  test('spans of the same process move along, and those of another are compared with them', () => {
    const moved = shifts(
      call,
      { id: 'served', under: 'call', at: [500, 560], clock: 'api' },
      { id: 'query', under: 'served', at: [510, 550], clock: 'api' },
      { id: 'db', under: 'query', at: [1035, 1060], clock: 'db' },
    );
    expect(moved).toEqual({ call: 0, served: 520, query: 520, db: 0 });
  });

  test('a request of a process to itself, or of a page to the server of its project, may have another clock', () => {
    const served: Drawn = { id: 'served', under: 'call', at: [500, 560], clock: 'web' };
    expect(shifts(call, served)['served']).toBe(0);
    expect(shifts(call, { ...served, isSegment: true })['served']).toBe(520);
    const moved: Drawn = { id: 'call', under: 'root', at: [500, 560], clock: 'api' };
    const below: Drawn = { id: 'below', under: 'call', at: [510, 520], clock: 'api', isSegment: true };
    expect(shifts({ id: 'root', at: [1000, 1100] }, moved, below)).toEqual({ root: 0, call: 520, below: 520 });
  });

  test('what nobody waits for may end later, but does not start before its cause', () => {
    const job = { id: 'job', under: 'call', clock: 'worker', isAwaited: false };
    expect(shifts(call, { ...job, at: [5000, 5010] })['job']).toBe(0);
    expect(shifts(call, { ...job, at: [900, 910] })['job']).toBe(100);
    // A page continues after the response that it came with.
    expect(shifts(call, { ...job, isAwaited: true, at: [1050, 5000] })['job']).toBe(0);
    expect(shifts(call, { ...job, isAwaited: true, at: [950, 5000] })['job']).toBe(50);
  });
});

describe('durations', () => {
  test('self time is what no span directly below covers', () => {
    const [a, b] = tree(
      { id: 'a', at: [0, 100] },
      { id: 'b', at: [10, 40], under: 'a' },
      { id: 'c', at: [30, 50], under: 'a' },
      { id: 'd', at: [90, 150], under: 'a' },
      { id: 'e', at: [10, 40], under: 'b' },
    );
    expect([a!.selfUs, b!.selfUs]).toEqual([50, 0]);
  });

  test('the critical path leads from the end through what was waited for last', () => {
    const path = tree(
      { id: 'a', at: [0, 100] },
      { id: 'b', at: [10, 80], under: 'a' },
      { id: 'c', at: [20, 90], under: 'a' },
      { id: 'd', at: [5, 15], under: 'a' },
      { id: 'e', at: [30, 40], under: 'c' },
      { id: 'f', at: [85, 300], under: 'c' },
    ).map(({ span, critical }) => [span.spanId, ...critical.map(({ fromUs, toUs }) => [fromUs, toUs])]);
    expect(path).toEqual([
      ['a', [0, 5], [15, 20], [90, 100]],
      ['d', [5, 15]],
      ['b'],
      ['c', [20, 30], [40, 85]],
      ['e', [30, 40]],
      ['f', [85, 90]],
    ]);
  });
});

const anySpan = fc.record({
  id: fc.integer({ min: 0, max: 30 }).map(String),
  under: fc.oneof(fc.constant(''), fc.integer({ min: 0, max: 35 }).map(String)),
  at: fc
    .tuple(fc.integer({ min: 0, max: 50 }), fc.nat(50))
    .map(([start, length]): [number, number] => [start, start + length]),
  isSegment: fc.boolean(),
  clock: fc.constantFrom('a', 'b', 'c'),
  isAwaited: fc.boolean(),
});

test('every span is there once, below its parent; the critical path of a root is exactly its duration', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anySpan, { selector: ({ id }) => id, maxLength: 30 }), (drawn) => {
      const nodes = tree(...drawn);
      expect(nodes.map(({ span }) => span.spanId).sort()).toEqual(drawn.map(({ id }) => id).sort());
      for (const [index, node] of nodes.entries()) {
        const above = nodes[node.parent];
        expect(node.parent).toBeLessThan(index);
        if (above) {
          expect(above.span.spanId).toBe(node.span.parentSpanId);
          expect(index).toBeLessThanOrEqual(node.parent + above.below);
          expect(node.startUs).toBeGreaterThanOrEqual(above.span.clock === node.span.clock ? -Infinity : above.startUs);
        }
        expect(node.selfUs).toBeGreaterThanOrEqual(0);
        expect(node.selfUs).toBeLessThanOrEqual(node.span.durationUs);
      }
      for (const [root, { parent, below, startUs, span }] of nodes.entries()) {
        if (parent !== -1) continue;
        const parts = nodes
          .slice(root, root + below + 1)
          .flatMap(({ critical }) => critical)
          .toSorted((a, b) => a.fromUs - b.fromUs);
        let atUs = startUs;
        for (const { fromUs, toUs } of parts) {
          expect(fromUs).toBe(atUs);
          atUs = toUs;
        }
        expect(atUs).toBe(startUs + span.durationUs);
      }
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['one chain', (n: number) => String(n - 1), 200_000],
  ['all below one at once', () => '0', 200_000],
  ['all below one, one after the other', () => '0', 1],
  ['anywhere', (n: number) => String((n * 7919) % n), 200_000],
])('takes time in proportion to the spans: %s', (_name, parentOf, length) => {
  const make = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      n === 0
        ? spanOf({ id: '0', at: [0, count + 200_000] })
        : spanOf({ id: String(n), at: [n, n + length], under: parentOf(n) }),
    );
  const spans = make(100_000);
  // Measured: 500 at most. Looking at all pairs takes more than 10,000.
  expect(cpuMs(() => treeOf(spans))).toBeLessThan(2_500);
});
