// `node scripts/pinned.mjs scripts/screenshots.ts`: pictures of the demo for the README and the docs, into docs/images.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openPage, settled } from '../tests/e2e/desk/desk.ts';
import { startServer } from '../tests/e2e/running-server.ts';
import { openChromium } from '../tests/e2e/sdk/chromium.ts';

const folder = join(import.meta.dirname, '../docs/images');
const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

await using server = await startServer({ owned: false, demo: true, publicUrl: 'http://seismo.example.com' });
await using chromium = await openChromium();
const { page } = await openPage(chromium.browser, server);
await mkdir(folder, { recursive: true });

await page.goto(server.link);
await page.getByRole('button', { name: 'Continue' }).click();
await page.waitForURL('**/issues');
await page.locator('[data-row]:visible').first().waitFor();
// One whose SDK sent the source around each frame.
const issue = await page.locator('[data-row-link]:visible', { hasText: "(reading 'percent')" }).getAttribute('href');

const pages: Record<string, string> = {
  issues: '/issues',
  issue: issue!,
  stats: '/stats?project=shop-web&range=14d',
  settings: '/settings/projects/shop-web',
  start: '/projects/web-shop/start',
};
for (const [name, path] of Object.entries(pages)) {
  if (name === 'start') await server.createProject('web-shop', 'javascript');
  await page.goto(path);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await picture(page, `${name}-${theme}`, wide);
  }
}
await page.emulateMedia({ colorScheme: 'light' });
for (const name of ['issues', 'issue']) {
  await page.goto(pages[name]!);
  await picture(page, `${name}-phone`, phone);
}

async function picture(of: Page, name: string, size: { width: number; height: number }): Promise<void> {
  await of.setViewportSize(size);
  await of.mouse.move(0, 0);
  await settled(of);
  await of.evaluate(() => document.fonts.ready);
  await of.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  process.stdout.write(`docs/images/${name}.png\n`);
}
