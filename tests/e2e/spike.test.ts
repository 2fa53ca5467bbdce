import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled, signIn } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { startServer } from './running-server.ts';
import type { Project, Server } from './running-server.ts';
import { openChromium } from './sdk/chromium.ts';

/** More than twice what a quiet project may send in a minute: one of two minutes that it may fall into has too many. */
const FLOOD = 1_100;

let server: Server;
let chromium: Awaited<ReturnType<typeof openChromium>>;
let app: Awaited<ReturnType<typeof signIn>>;
let page: Page;
let shop: Project;

beforeAll(async () => {
  // The demo has the past that tells what is usual.
  [server, chromium] = await Promise.all([startServer({ demo: true }), openChromium()]);
  await processed(server);
  await server.restart(async () => {});
  const { id } = await server.get<{ id: string }>('/api/0/projects/main/shop-web/');
  const [key] = await server.get<{ public: string }[]>('/api/0/projects/main/shop-web/keys/');
  shop = { id: Number(id), slug: 'shop-web', dsn: '', publicKey: key!.public };
  app = await signIn(chromium.browser, server);
  page = app.page;
});

afterAll(async () => {
  await chromium[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const main = () => page.getByRole('main');

async function flood(count: number): Promise<void> {
  let left = count;
  const client = async () => {
    while (left-- > 0) await throwError(server, shop, { type: 'FloodError', in: 'flood' });
  };
  await Promise.all(Array.from({ length: 16 }, client));
  await processed(server);
}

async function limited(): Promise<number> {
  await page.goto('/settings/projects/shop-web/limits');
  await settled(page);
  const text = await main().getByText('in the last hour').innerText();
  return Number(text.split(' ')[0]!.replaceAll(',', ''));
}

test('a spike is limited, the pages show a notice, and an owner lets it through', { timeout: 240_000 }, async () => {
  expect(await limited()).toBe(0);
  await flood(FLOOD);

  await page.goto('/issues');
  await main()
    .getByText(/Shop \(web\) is sending far more events than usual\. Spike protection discarded \d+ events/)
    .waitFor();
  await main().getByText('FloodError').first().waitFor();
  await settled(page);
  await checkPage(page);
  await page.goto('/stats?project=shop-web');
  await main().getByText('Spike protection discarded').waitFor();
  const row = main().getByRole('row').filter({ hasText: 'Spike protection dropped events above the project limit' });
  await row.getByRole('link', { name: 'Limits' }).click();
  await page.waitForURL('**/settings/projects/shop-web/limits');
  await main().getByText('Limiting now').waitFor();
  await settled(page);
  await checkPage(page);

  const before = await limited();
  expect(before).toBeGreaterThanOrEqual(FLOOD - 2 * 500);
  await main().getByRole('button', { name: 'Pause for one hour' }).click();
  await main().getByRole('button', { name: 'Resume' }).waitFor();
  await flood(FLOOD);
  expect(await limited()).toBe(before);
  expect(app.pageErrors).toEqual([]);
});
