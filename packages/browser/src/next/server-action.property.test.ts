import fc from 'fast-check';
import { expect, test } from 'vitest';
import { routeOf } from './server-action.ts';

test('any header yields a short route or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json().map(encodeURIComponent), fc.json({ maxDepth: 40 })), (header) => {
      const route = routeOf(header);
      if (route !== undefined) {
        expect(route.startsWith('/')).toBe(true);
        expect(route.length).toBeLessThanOrEqual(256);
      }
    }),
  );
});

/** Router state trees as Next writes them, with their route. */
const { tree } = fc.letrec<{ tree: { value: unknown; route: string } }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constant({ value: ['__PAGE__', {}], route: '' }),
    fc
      .tuple(fc.stringMatching(/^[a-z][a-z-]{0,5}$/), fc.constantFrom('plain', 'd', 'c', 'oc', 'group'), tie('tree'))
      .map(([name, kind, { value, route }]) => {
        const slots = { children: value };
        if (kind === 'plain') return { value: [name, slots], route: `/${name}${route}` };
        if (kind === 'group') return { value: [`(${name})`, slots], route };
        const segment = { d: `[${name}]`, c: `[...${name}]`, oc: `[[...${name}]]` }[kind];
        return { value: [[name, 'value', kind], slots], route: `/${segment}${route}` };
      }),
  ),
}));

test('every tree of Next leads to its route', () => {
  fc.assert(
    fc.property(tree, ({ value, route }) => {
      fc.pre(route.length < 250);
      expect(routeOf(encodeURIComponent(JSON.stringify(['', { children: value }])))).toBe(route || '/');
    }),
  );
});
