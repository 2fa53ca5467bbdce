import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectRows, type ExcerptSpan } from './select-rows.ts';
import { treeOf } from './tree.ts';

interface Named extends ExcerptSpan {
  name: string;
}

function span(spanId: string, parentSpanId: string, durationUs = 10, row: Partial<Named> = {}): Named {
  const times = { startUs: 0, durationUs, clock: '', isAwaited: true, isSegment: false };
  return { spanId, parentSpanId, ...times, status: 'ok', alike: 1, alikeUs: durationUs, name: spanId, ...row };
}

const wanted = { spanId: 'e', otherErrors: new Set<string>(), rowCount: 12, pathCount: 8 };
const failed = { status: 'error' };

function rowsOf(spans: Named[], of: Partial<typeof wanted> = {}): [spanId: string, depth: number, skipped: number][] {
  return selectRows(treeOf(spans), { ...wanted, ...of }).map(({ node, depth, skipped }) => [
    node.span.spanId,
    depth,
    skipped,
  ]);
}

test('the span of the error comes with those above, then other errors, failed spans and the slowest', () => {
  const spans = [
    span('root', ''),
    span('up', 'root'),
    span('e', 'up'),
    span('slow', 'up', 500),
    span('fast', 'up', 1),
    span('child', 'e', 5),
    span('leading', 'slow', 5, { alike: 0 }),
    span('failed', 'leading', 3, failed),
    span('other', 'root', 1),
    span('another root', '', 900),
  ];
  const otherErrors = new Set(['other']);
  const namesOf = (rowCount: number) => rowsOf(spans, { rowCount, otherErrors }).map(([spanId]) => spanId);
  expect(namesOf(3)).toEqual(['root', 'up', 'e']);
  expect(namesOf(4)).toEqual(['root', 'other', 'up', 'e']);
  expect(rowsOf(spans, { rowCount: 5, otherErrors })).toEqual([
    ['root', 0, 0],
    ['other', 1, 0],
    ['up', 1, 0],
    ['e', 2, 0],
    ['failed', 2, 2],
  ]);
  expect(namesOf(6)).toEqual(['root', 'other', 'up', 'e', 'child', 'failed']);
  expect(namesOf(12)).toEqual(['another root', 'root', 'other', 'up', 'e', 'child', 'fast', 'slow', 'failed']);
});

test('spans beside the path that take hardly any time are left out, unless many take much together', () => {
  const spans = [
    span('root', '', 1000),
    span('e', 'root', 100),
    span('child', 'e', 1),
    span('short', 'root', 19),
    span('long', 'root', 20),
    span('many', 'root', 2, { alike: 50, alikeUs: 90 }),
  ];
  expect(rowsOf(spans).map(([spanId]) => spanId)).toEqual(['root', 'e', 'child', 'long', 'many']);
  expect(rowsOf(spans, { rowCount: 4 }).map(([spanId]) => spanId)).toEqual(['root', 'e', 'child', 'many']);
});

test('of a long path, the root and the spans nearest to the error remain', () => {
  const chain = Array.from({ length: 20 }, (_, n) => span(n === 19 ? 'e' : `${n}`, n === 0 ? '' : `${n - 1}`));
  expect(rowsOf(chain)).toEqual([
    ['0', 0, 0],
    ['13', 1, 12],
    ['14', 2, 0],
    ['15', 3, 0],
    ['16', 4, 0],
    ['17', 5, 0],
    ['18', 6, 0],
    ['e', 7, 0],
  ]);
});

test('without the span of the error, failed and long roots are selected', () => {
  const spans = [span('a', '', 5), span('b', '', 9), span('below', 'a', 100, failed), span('below b', 'b', 100)];
  expect(rowsOf(spans, { rowCount: 2 })).toEqual([
    ['below', 0, 1],
    ['b', 0, 0],
  ]);
});

test('any tree gives few rows in its order, with the path from the error to its root', () => {
  const ids = fc.integer({ min: 0, max: 25 });
  const trees = fc.uniqueArray(
    fc.record({
      id: ids,
      parent: ids,
      durationUs: fc.nat(50),
      alike: fc.nat(2),
      status: fc.constantFrom('ok', 'error'),
    }),
    { selector: ({ id }) => id, maxLength: 26 },
  );
  fc.assert(
    fc.property(
      trees,
      fc.integer({ min: 8, max: 14 }),
      fc.option(ids),
      fc.array(ids),
      (tree, rowCount, error, others) => {
        const nodes = treeOf(
          tree.map(({ id, parent, durationUs, ...row }) =>
            span(`${id}`, parent === id ? '' : `${parent}`, durationUs, row),
          ),
        );
        const otherErrors = new Set(others.map(String));
        const spanId = error === null ? null : String(error);
        const rows = selectRows(nodes, { spanId, otherErrors, rowCount, pathCount: 8 });
        const at = nodes.findIndex(({ span: { spanId: id } }) => id === spanId);
        const path: typeof nodes = [];
        for (let index = at; index !== -1; index = nodes[index]!.parent) path.push(nodes[index]!);
        const found = rows.map(({ node }) => node);
        expect(rows.length).toBeLessThanOrEqual(rowCount);
        expect(found).toEqual(nodes.filter((node) => found.includes(node)));
        expect(found).toEqual(expect.arrayContaining(path.length <= 8 ? path : [...path.slice(0, 7), path.at(-1)]));
        expect(
          found.every((node) => path.includes(node) || node.span.alike > 0 || otherErrors.has(node.span.spanId)),
        ).toBe(true);
        const openings = nodes.filter(
          ({ span: each }) => each.alike > 0 && (each.status === 'error' || otherErrors.has(each.spanId)),
        );
        if (openings.length <= rowCount - 8)
          expect(found).toEqual(
            expect.arrayContaining(openings.filter((node) => path.length <= 8 || !path.includes(node))),
          );
        for (const [index, { depth, skipped, node }] of rows.entries()) {
          expect(depth).toBeLessThanOrEqual(index === 0 ? 0 : rows[index - 1]!.depth + 1);
          expect(skipped).toBeGreaterThanOrEqual(0);
          expect(depth + skipped).toBeLessThanOrEqual(node.depth);
        }
      },
    ),
  );
});
