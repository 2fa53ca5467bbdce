import { expect, test, vi } from 'vitest';
import { tryAgain } from './try-again.ts';

const chunkError = (message: string) => Object.assign(new Error(message), { name: 'ChunkLoadError' });

test.each([
  chunkError('Loading chunk 931 failed.\n(error: https://shop.example/_next/static/chunks/931.js)'),
  chunkError('Failed to load chunk /_next/static/chunks/0a1.js from module 12'),
  new Error('Loading CSS chunk app/page failed.'),
  new TypeError('Failed to fetch dynamically imported module: https://shop.example/a.js'),
  new TypeError('error loading dynamically imported module: https://shop.example/a.js'),
  new TypeError('Importing a module script failed.'),
])('after "%s" trying again loads the page anew', (error) => {
  const [retry, reload] = [vi.fn<() => void>(), vi.fn<() => void>()];
  tryAgain({ error, retry, reset: retry }, reload)();
  expect([retry.mock.calls.length, reload.mock.calls.length]).toEqual([0, 1]);
});

test('after any other error it renders again, in the newest way that Next has', () => {
  const [retry, reset, reload] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  tryAgain({ error: new Error('no price'), retry, reset }, reload)();
  tryAgain({ error: new Error('no price'), reset }, reload)();
  tryAgain({ error: new Error('no price') }, reload)();
  expect([retry, reset, reload].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
});
