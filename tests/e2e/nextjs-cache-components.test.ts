import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startIngest } from '../../packages/browser/src/testing/ingest.ts';
import { buildShop, installBuiltKit, removeKit } from './shop/shop.ts';

const app = join(import.meta.dirname, '../apps/cache-components');

const ingest = await startIngest();
await installBuiltKit(app);

afterAll(async () => {
  await removeKit(app);
  await ingest[Symbol.asyncDispose]();
});

test('a page that reports during prerendering builds with Cache Components', async () => {
  const output = await buildShop({ app, dsn: ingest.dsn, release: 'cached@1' });
  expect(output).toMatch(/○ \//);
  expect(await readFile(join(app, '.next/server/app/index.html'), 'utf8')).toContain('It has an id');
});
