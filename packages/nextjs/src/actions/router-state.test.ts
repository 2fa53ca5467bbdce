import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readActionId, routeOfTree } from './router-state.ts';

const encoded = (tree: unknown) => encodeURIComponent(JSON.stringify(tree));
const page = ['__PAGE__', {}, null, null, 512];

test.each<[string, unknown, string | null]>([
  ['the root', ['', { children: page }, null, null, 528], '/'],
  [
    'a page as Next 16 sent it',
    ['', { children: ['action', { children: page }, null, null, 512] }, null, null, 528],
    '/action',
  ],
  [
    'a part that the address fills in',
    ['', { children: ['nested', { children: [['id', '9', 'd'], { children: page }] }] }],
    '/nested/[id]',
  ],
  [
    'with more about it, as newer versions say',
    ['', { children: [['id', '9', 'd', null], { children: page }] }],
    '/[id]',
  ],
  ['a rest of the address', ['', { children: [['path', 'a/b', 'c'], { children: page }] }], '/[...path]'],
  ['an optional rest', ['', { children: [['path', '', 'oc'], { children: page }] }], '/[[...path]]'],
  ['a group', ['', { children: ['(shop)', { children: ['cart', { children: page }] }] }], '/cart'],
  ['slots beside the page', ['', { modal: ['x', {}], children: ['cart', { children: page }] }], '/cart'],
  ['a page with a query', ['', { children: ['cart', { children: ['__PAGE__?{"a":"1"}', {}] }] }], '/cart'],
  ['a kind that is none', ['', { children: [['id', '9', 7], { children: page }] }], null],
  ['a number', 7, null],
  ['a deep hole', JSON.parse('["a",{"children":'.repeat(500) + '[]' + '}]'.repeat(500)), null],
])('%s', (_case, tree, expected) => {
  expect(routeOfTree(encoded(tree))).toBe(expected);
});

test('what is no tree is no route', () => {
  expect(routeOfTree('')).toBeNull();
  expect(routeOfTree('%E0%A4%A')).toBeNull();
  expect(routeOfTree('['.repeat(1_000_000))).toBeNull();
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const route = routeOfTree(encoded(value));
      expect(route === null || route.startsWith('/')).toBe(true);
    }),
  );
});

test('an id is hexadecimal, or none', () => {
  expect(readActionId('4055e66e83c1cbf227ccf67a0ae581b748966ef44a')).toBe('4055e66e83c1cbf227ccf67a0ae581b748966ef44a');
  for (const other of ['', 'x'.repeat(42), '40'.repeat(100), undefined, ['40']]) expect(readActionId(other)).toBeNull();
});
