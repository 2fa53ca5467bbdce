import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import config from '../next.config.ts';

const next = dirname(createRequire(import.meta.url).resolve('next/package.json'));
const source = (path: string) => readFileSync(join(next, 'dist', path), 'utf8');

test('the route manifest load times out after 3800 ms (observed.md row 5)', () => {
  expect(source('client/lib/promise.js')).toMatch(/const MS_MAX_IDLE_DELAY = 3800;/);
  expect(source('client/route-loader.js')).toMatch(/resolvePromiseWithTimeout\)\(onBuildManifest/);
});

test('a prefetched static shell is stale after 300 s (observed.md row 7)', () => {
  expect(config.experimental?.staleTimes?.static).toBe(300);
  const defaults = source('server/config-shared.js');
  expect(defaults).toMatch(/staleTimes: \{\s*dynamic: 0,\s*static: 300\s*\}/);
});
