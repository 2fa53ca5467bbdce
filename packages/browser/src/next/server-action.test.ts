import { expect, test } from 'vitest';
import { readServerAction, routeOf } from './server-action.ts';

const tree = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
const page = ['__PAGE__', {}, null, null, 512];

// As recorded from next 16.4.6: a form on `/action`.
const recorded =
  '%5B%22%22%2C%7B%22children%22%3A%5B%22action%22%2C%7B%22children%22%3A%5B%22__PAGE__%22%2C%7B%7D%2Cnull%2Cnull%2C512%5D%7D%2Cnull%2Cnull%2C512%5D%7D%2Cnull%2Cnull%2C528%5D';
const headers: Record<string, string> = {
  'next-action': '4055e66e83c1cbf227ccf67a0ae581b748966ef44a',
  'next-router-state-tree': recorded,
};
const header = (name: string): string | null => headers[name] ?? null;

test('a server action is a POST with its two headers', () => {
  expect(readServerAction('POST', header)).toEqual({
    id: '4055e66e83c1cbf227ccf67a0ae581b748966ef44a',
    route: '/action',
  });
  expect(readServerAction('post', header)?.route).toBe('/action');
  expect(readServerAction('GET', header)).toBeUndefined();
  expect(readServerAction('POST', () => null)).toBeUndefined();
});

test('an action is detected without a tree, but not with an unknown ID format', () => {
  expect(readServerAction('POST', (name) => (name === 'next-action' ? 'abc123' : null))).toEqual({ id: 'abc123' });
  for (const id of ['', '../../etc/passwd', 'a b', 'x'.repeat(65), '<script>']) {
    expect(readServerAction('POST', (name) => (name === 'next-action' ? id : recorded))).toBeUndefined();
  }
});

test.each([
  ['/', ['', { children: page }]],
  ['/orders/[id]', ['', { children: ['orders', { children: [['id', '7', 'd'], { children: page }] }] }]],
  ['/docs/[...path]', ['', { children: ['docs', { children: [['path', 'a/b', 'c'], { children: page }] }] }]],
  ['/[[...all]]', ['', { children: [['all', '', 'oc'], { children: page }] }]],
  ['/cart', ['', { children: ['(shop)', { children: ['cart', { children: ['__PAGE__?{"q":"1"}', {}] }] }] }]],
  ['/feed', ['', { children: ['feed', { children: page, modal: ['__DEFAULT__', {}] }] }]],
])('%s is read from its tree', (route, value) => {
  expect(routeOf(tree(value))).toBe(route);
});

test('an invalid, too deep or too long tree has no route', () => {
  let deep: unknown = page;
  for (let depth = 0; depth < 50; depth += 1) deep = ['a', { children: deep }];
  const hostile = [
    '',
    '%',
    '%5B',
    'null',
    tree({ children: page }),
    tree([7, {}]),
    tree([['id'], {}]),
    tree([[{}, 1, 'd'], {}]),
    tree(deep),
    tree(['x'.repeat(300), { children: page }]),
    tree(['a', { children: 'b' }]),
    `${tree(['', {}])}${' '.repeat(50_000)}`,
    encodeURIComponent('['.repeat(8000)),
  ];
  for (const value of hostile) expect([value.slice(0, 30), routeOf(value)]).toEqual([value.slice(0, 30), undefined]);
  expect(routeOf(tree(JSON.parse('["", {"__proto__": {"children": ["evil", {}]}}]')))).toBe('/');
});
