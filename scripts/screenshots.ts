// `node scripts/pinned.mjs scripts/screenshots.ts`: takes screenshots of the demo for README and docs, into docs/images.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { counted, openPage, settled } from '../tests/e2e/app/app.ts';
import { startMailServer } from '../tests/e2e/mail-server.ts';
import { startServer } from '../tests/e2e/running-server.ts';
import { openChromium } from '../tests/e2e/sdk/chromium.ts';

const folder = join(import.meta.dirname, '../docs/images');
const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

await using mailServer = await startMailServer();
await using server = await startServer({
  owned: false,
  demo: true,
  settings: mailServer.settings,
  publicUrl: 'http://seismo.example.com',
});
await using chromium = await openChromium();
const { page } = await openPage(chromium.browser, server);
await mkdir(folder, { recursive: true });

await page.goto(server.link);
await page.getByRole('button', { name: 'Continue' }).click();
await page.waitForURL('**/issues');
await page.locator('[data-row]:visible').first().waitFor();
const linkOf = (text: string) =>
  page.locator('[data-row-link]:visible', { hasText: text }).first().getAttribute('href');
// Thrown by a minified build whose source maps were uploaded.
const issue = await linkOf('expiresAt.getTime is not a function');
const regressed = await linkOf('QuotaExceededError');
await page.goto('/alerts');
const sent = page.locator('[data-row]', { hasText: 'Sent to' }).filter({ hasText: 'New high-priority issue' });
const alert = await sent.first().locator('[data-row-link]').getAttribute('href');
await page.goto('/alerts?view=rules&project=shop-web');
const rule = await page.getByRole('link', { name: 'New high-priority issue', exact: true }).getAttribute('href');
await page.goto('/traces?project=shop-web&query=span.op%3Apageload');
const visit = page.locator('[data-row]', { hasText: '/products/:sku' }).first();
const trace = await visit.locator('[data-row-link]').getAttribute('href');
const search = 'is:unresolved timesSeen:>10 !browser.name:Firefox firstSeen:-12d ';

const pages: Record<string, string> = {
  issues: '/issues',
  issue: issue!,
  regression: regressed!,
  search: `/issues?query=${encodeURIComponent(search)}`,
  releases: '/releases?project=shop-web',
  'release-verdict': `/releases/${encodeURIComponent('shop-web@2.4.0')}`,
  'source-maps': '/settings/projects/shop-web/source-maps',
  stats: '/stats?project=shop-web&range=14d',
  project: '/projects/shop-web',
  feedback: '/feedback',
  trace: trace!,
  alerts: '/alerts',
  alert: alert!,
  'alert-rule': rule!,
  'metric-rule': '/alerts/rules/new?project=shop-web',
  'alert-channels': '/alerts?view=channels&add=slack-app',
  notifications: '/settings/notifications',
  rules: '/settings/projects/shop-web/grouping',
};
for (const [name, path] of Object.entries(pages)) {
  await page.goto(path);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    if (name === 'search') await suggest(page);
    if (name === 'metric-rule') await previewMetric(page);
    await picture(page, `${name}-${theme}`, wide);
  }
}
await page.emulateMedia({ colorScheme: 'light' });
for (const name of ['issues', 'issue', 'project']) {
  await page.goto(pages[name]!);
  await picture(page, `${name}-phone`, phone);
}

/** Stops in the middle of a search to show suggestions. */
async function suggest(of: Page): Promise<void> {
  const field = of.getByRole('combobox', { name: /^Search/ });
  await field.fill(`${search}assigned:`);
  await of.getByRole('listbox', { name: 'Suggestions' }).waitFor();
}

async function picture(of: Page, name: string, size: { width: number; height: number }): Promise<void> {
  await of.setViewportSize(size);
  await of.mouse.move(0, 0);
  await settled(of);
  if (new URL(of.url()).pathname === '/issues') await counted(of);
  await of.evaluate(() => document.fonts.ready);
  const taken = await of.screenshot({ animations: 'disabled' });
  // A palette image is a third of the size.
  await sharp(taken)
    .png({ palette: true, quality: 100, dither: 0, effort: 10 })
    .toFile(join(folder, `${name}.png`));
  process.stdout.write(`docs/images/${name}.png\n`);
}

/** Scrolls to the numbers of a metric, beside their preview. */
async function previewMetric(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'A metric of the project' }).check();
  await page.getByLabel('Critical', { exact: true }).fill('10');
  await page.getByLabel('Warning (optional)').fill('5');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('this rule would have fired').waitFor();
  await page.getByLabel('Remind while it lasts').scrollIntoViewIfNeeded();
}
