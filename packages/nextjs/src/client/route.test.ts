import { afterEach, expect, test, vi } from 'vitest';
import { currentRoute } from './route.ts';

afterEach(() => vi.unstubAllGlobals());

const tree = [
  '',
  { children: ['(main)', { children: ['cabins', { children: [['id', '7', 'd'], { children: ['__PAGE__', {}] }] }] }] },
];

test.each([
  ['Next 16', { __PRIVATE_NEXTJS_INTERNALS_TREE: { tree, renderedSearch: '' } }],
  ['Next 15', { __PRIVATE_NEXTJS_INTERNALS_TREE: tree }],
])('the App Router of %s has the route in the state of the history', (_version, state) => {
  vi.stubGlobal('history', { state });
  expect(currentRoute()).toBe('/cabins/[id]');
});

test('the Pages Router provides it', () => {
  vi.stubGlobal('next', { router: { route: '/classic/[id]' } });
  expect(currentRoute()).toBe('/classic/[id]');
});

test('without a router there is none', () => {
  for (const state of [null, undefined, {}, { __PRIVATE_NEXTJS_INTERNALS_TREE: 'rubbish' }]) {
    vi.stubGlobal('history', { state });
    expect(currentRoute()).toBeUndefined();
  }
});
