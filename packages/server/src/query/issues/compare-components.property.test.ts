import type { GroupingComponent } from '@seismo/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareComponents } from './compare-components.ts';

const component = fc.record({
  kind: fc.constantFrom('type', 'frame', 'message'),
  value: fc.constantFrom('a', 'b', 'c'),
  contributes: fc.boolean(),
  why: fc.constantFrom('', 'because'),
});
const components = fc.array(component, { maxLength: 12 });

test('both sides are complete and in order, and parts marked equal are equal', () => {
  fc.assert(
    fc.property(components, components, (left, right) => {
      const compared = compareComponents(left, right);
      const side = (name: 'left' | 'right') => compared.flatMap((each) => each[name] ?? []);
      expect(new Set(side('left'))).toEqual(new Set(left));
      expect(side('left')).toHaveLength(left.length);
      expect(new Set(side('right'))).toEqual(new Set(right));
      expect(side('right')).toHaveLength(right.length);
      for (const each of compared) {
        const contentOf = (one: GroupingComponent | null) => one && [one.kind, one.value, one.contributes];
        if (each.equal) expect(contentOf(each.left)).toEqual(contentOf(each.right));
        else expect(contentOf(each.left)).not.toEqual(contentOf(each.right));
      }
    }),
  );
});

test('an event beside itself is equal in every part', () => {
  fc.assert(
    fc.property(components, (all) => {
      expect(compareComponents(all, all).every(({ equal }) => equal)).toBe(true);
    }),
  );
});

test('an extra part on one side leaves the others aligned', () => {
  const part = (value: string): GroupingComponent => ({ kind: 'frame', value, contributes: true, why: '' });
  const compared = compareComponents([part('a'), part('x'), part('b')], [part('a'), part('b')]);
  expect(compared.map(({ left, right, equal }) => [left?.value, right?.value, equal])).toEqual([
    ['a', 'a', true],
    ['x', undefined, false],
    ['b', 'b', true],
  ]);
});
