import { expect, test } from 'vitest';
import { sourceName } from './source-name.ts';

test.each([
  ['../../src/cart/total.ts', 'src/cart/total.ts'],
  ['src/../src/./cart.ts', 'src/cart.ts'],
  ['webpack://shop/./src/cart.js', 'src/cart.js'],
  ['webpack:///./src/cart.js', 'src/cart.js'],
  ['webpack://@acme/shop/./src/cart.js', 'src/cart.js'],
  ['webpack://@/src/cart.js', 'src/cart.js'],
  ['webpack://_N_E/(app-pages-browser)/./app/page.tsx', 'app/page.tsx'],
  ['webpack://_N_E/./node_modules/react/index.js?1a2b', 'node_modules/react/index.js'],
  ['webpack:///~/react/index.js', 'node_modules/react/index.js'],
  ['turbopack:///[project]/app/seats/page.jsx', 'app/seats/page.jsx'],
  ['file:///home/ana/shop/cart.ts', '/home/ana/shop/cart.ts'],
  ['/srv/shop/cart.ts', '/srv/shop/cart.ts'],
  ['src\\cart\\total.ts', 'src/cart/total.ts'],
  ['webpack://shop', 'shop'],
  ['..', '..'],
])('%s is %s for people', (source, name) => {
  expect(sourceName(source)).toBe(name);
});
