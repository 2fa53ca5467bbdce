import { expect, test } from 'vitest';
import type { EventPayload } from '@seismo/protocol';
import { componentsOf, foldComponents, readComponentStack } from './components.ts';

const names = (stack: string) => readComponentStack(stack).map(({ name }) => name);

test('the stack of every engine is read, the root first', () => {
  const chromium =
    '\n    at Total (https://shop.example/app.js:1:20)\n    at div\n    at Cart (https://shop.example/app.js:2:1)\n    at Suspense';
  expect(readComponentStack(chromium)).toEqual([
    { name: 'Suspense', location: '', isElement: false },
    { name: 'Cart', location: 'https://shop.example/app.js:2:1', isElement: false },
    { name: 'div', location: '', isElement: true },
    { name: 'Total', location: 'https://shop.example/app.js:1:20', isElement: false },
  ]);
  expect(names('Total@https://shop.example/app.js:1:20\ndiv@\nCart@https://shop.example/app.js:2:1')).toEqual([
    'Cart',
    'div',
    'Total',
  ]);
  expect(names('    in Total (at cart.tsx:3)\n    in Cart')).toEqual(['Cart', 'Total']);
});

test('library components are folded, except when all are and for the component that threw', () => {
  const framework = ['at o (node_modules/next/dist/client/router.js:1:2)', 'at a (https://shop.example/b.js:1:2)'];
  const stack = ['at div', 'at Cart (app/cart.tsx:2:1)', ...framework, 'at body', 'at Layout (app/layout.tsx:1:1)'];
  expect(foldComponents(readComponentStack(stack.join('\n')))).toEqual([
    { name: 'Layout', location: 'app/layout.tsx:1:1', isElement: false },
    {
      folded: [
        expect.objectContaining({ name: 'body' }),
        expect.objectContaining({ name: 'a' }),
        expect.objectContaining({ name: 'o' }),
      ],
    },
    { name: 'Cart', location: 'app/cart.tsx:2:1', isElement: false },
    { name: 'div', location: '', isElement: true },
  ]);
  const nested = readComponentStack('at Total (app/(main)/total.tsx:1:1)\nat div\nat Cart (app/(main)/cart.tsx:1:1)');
  expect(nested.map(({ location }) => location)).toEqual(['app/(main)/cart.tsx:1:1', '', 'app/(main)/total.tsx:1:1']);
  expect(foldComponents(nested)).toEqual(nested);
  const unreadable = readComponentStack(framework.join('\n'));
  expect(foldComponents(unreadable)).toEqual(unreadable);
  expect(foldComponents([])).toEqual([]);
});

test("Sentry's newer SDKs send it as an exception", () => {
  const frames = [
    { function: 'Cart', filename: 'cart.tsx', lineno: 2, colno: 1 },
    { function: 'o', filename: '<anonymous>' },
  ];
  const event = {
    contexts: { react: { version: '19.3.1' } },
    exception: { values: [{ type: 'React ErrorBoundary TypeError', stacktrace: { frames } }, { type: 'TypeError' }] },
  } as unknown as EventPayload;
  expect(componentsOf(event)).toEqual([
    { name: 'Cart', location: 'cart.tsx:2:1', isElement: false },
    { name: 'o', location: '', isElement: true },
  ]);
  expect(componentsOf({ ...event, exception: { values: [{ type: 'TypeError' }] } })).toEqual([]);
});

test('any input ends fast', () => {
  expect(readComponentStack('at x\n'.repeat(100_000))).toHaveLength(200);
  expect(readComponentStack(`at ${'('.repeat(50_000)}`)).toHaveLength(1);
  expect(readComponentStack('')).toEqual([]);
});
