import { expect, test } from 'vitest';
import { counted, selectLatestBar, settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const [older, newer] = ['shop@1.9.0', 'shop@1.10.0'] as const;
const dayMs = 24 * 3_600_000;

const { server, shop, page, main, row, open } = await openApp();
const daysAgo = (days: number) => (Date.now() - days * dayMs) / 1000;
// Outside the default range of 14 days.
await throwError(server, shop, { in: 'old', release: older, timestamp: daysAgo(20) });
for (let nth = 0; nth < 3; nth += 1) await throwError(server, shop, { in: 'pay', release: older });
await throwError(server, shop, { in: 'cart', release: older, environment: 'staging' });
for (let nth = 0; nth < 4; nth += 1) await throwError(server, shop, { in: 'pay', release: newer });
for (let nth = 0; nth < 2; nth += 1) await throwError(server, shop, { in: 'wish', release: newer });
await throwError(server, shop, { in: 'wish', release: newer, environment: 'staging' });
await processed(server);

/** The number of listed issues, and their events. */
const listed = () =>
  main.locator('.issue-row-counts > span:first-child b').evaluateAll((found) => ({
    issues: found.length,
    events: found.reduce((sum, { textContent }) => sum + Number(textContent), 0),
  }));

/** Follows a link that starts with a number to the list that it counts. */
async function follow(path: string, name: string | RegExp): Promise<void> {
  await page.goto(path);
  await main.getByRole('link', { name, exact: true }).first().click();
}

test.each([
  ['/issues', '4 unresolved issues', { issues: 4, events: 12 }],
  ['/issues?environment=staging&query=pay', '3 new today', { issues: 3, events: 11 }],
  ['/projects/shop', '4 unresolved issues', { issues: 4, events: 12 }],
  ['/projects/shop', '3 new today', { issues: 3, events: 11 }],
  ['/projects/shop', '11 errors, by issue', { issues: 3, events: 11 }],
  ['/projects/shop?environment=staging', '2 errors, by issue', { issues: 2, events: 2 }],
  ['/projects/shop', `New issues of ${newer}: 1`, { issues: 1, events: 3 }],
  ['/projects', '11 errors of shop, by issue', { issues: 3, events: 11 }],
  ['/projects', '4 unresolved issues of shop', { issues: 4, events: 12 }],
  [`/releases/${newer}`, `7 events of ${newer}, by issue`, { issues: 2, events: 7 }],
  [`/releases/${older}`, `5 events of ${older}, by issue`, { issues: 3, events: 5 }],
  [`/releases/${newer}?environment=staging`, `1 event of ${newer} in staging, by issue`, { issues: 1, events: 1 }],
  [`/releases/${older}`, `1 event of ${older} in staging, by issue`, { issues: 1, events: 1 }],
  [`/releases/${older}/compare?with=${newer}`, `5 events of ${older}, by issue`, { issues: 3, events: 5 }],
] as const)('on %s, %s are what it opens', { timeout: 120_000 }, async (path, name, counts) => {
  await follow(path, name);
  await page.waitForURL('**/issues?*');
  await expect.poll(listed).toEqual(counts);
});

test('differences of two releases link to the release page and to the events of an issue', async () => {
  const compared = `/releases/${older}/compare?with=${newer}`;
  await page.goto(compared);
  const comparison = main.getByRole('table', { name: /^Release comparison/ });
  await comparison
    .getByRole('row', { name: /^New issues/ })
    .getByRole('link')
    .first()
    .click();
  await main.getByRole('heading', { level: 1, name: older }).waitFor();
  await expect.poll(listed).toMatchObject({ issues: 3 });

  await page.goto(`${compared}&issues=both`);
  await checkPage(page);
  await main.getByRole('link', { name: /^4 of SHOP-\d+ in shop@1\.10\.0$/ }).click();
  await page.waitForURL('**/events?*');
  await expect.poll(() => main.locator('[data-row]').count()).toBe(4);
});

test('the charts of a project select a time range, and the back button restores it', async () => {
  await page.goto('/projects/shop');
  const bars = main.getByRole('slider', { name: /^Errors over time/ });
  await settled(page);
  expect(await selectLatestBar(page, bars)).toMatch(/: 11 errors$/);
  await page.setViewportSize({ width: 390, height: 844 });
  // For each point of the chart, the page shows its value.
  for (const key of ['Home', 'End', 'ArrowLeft']) {
    await page.keyboard.press(key);
    const tooltip = main.getByText(/: \d+ errors?$/);
    const { x, width } = (await tooltip.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
  }
  await selectLatestBar(page, bars);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/projects/shop?from=*&to=*');
  await main.getByRole('link', { name: '11 errors, by issue' }).waitFor();
  await checkPage(page);
  await main.getByRole('link', { name: 'Zoom out' }).click();
  await page.waitForURL('**/projects/shop');
  await main.getByRole('link', { name: 'Zoom out' }).waitFor({ state: 'detached' });
});

test.for([1280, 390])('the labels of the time axis end with the chart, %i px wide', async (width) => {
  await page.setViewportSize({ width, height: 844 });
  for (const range of ['1h', '24h', '14d', '90d']) {
    await page.goto(`/projects/shop?range=${range}`);
    await settled(page);
    const overflows = await main.locator('figure').evaluateAll((charts) =>
      charts.map((chart) => {
        const { right } = chart.getBoundingClientRect();
        const labels = [...chart.querySelectorAll(':scope > [aria-hidden] > span')];
        return labels.map((label) => Math.round(label.getBoundingClientRect().right - right)).filter((px) => px > 0);
      }),
    );
    expect(overflows, range).not.toEqual([]);
    expect(overflows.flat(), range).toEqual([]);
  }
});

test("the server's own project shows that nothing failed", async () => {
  await page.goto('/issues?project=seismo');
  await main.getByText('No errors in Seismo').waitFor();
  await checkPage(page);
  await main.getByRole('link', { name: 'Show issues in all projects' }).click();
  await row('pay').first().waitFor();
  await page.goto('/stats?project=seismo');
  await main.getByText('No errors in Seismo in the last 14 days.').waitFor();
  await page.goto('/stats?from=2026-01-01&to=2026-01-02');
  await main.getByRole('link', { name: 'Last 90 days' }).click();
  await main.getByRole('region', { name: 'Total' }).waitFor();
});

test('the counts of the tabs update after an action without waiting for their interval', async () => {
  await open('/issues');
  await counted(page);
  const unresolved = main.getByRole('navigation', { name: 'Saved searches' }).getByRole('link').first();
  expect(await unresolved.innerText()).toMatch(/3 ?issues$|3$/);
  // Timers of the page never fire from here on.
  await page.evaluate(() => (window.setTimeout = (() => 0) as unknown as typeof window.setTimeout));
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect.poll(() => unresolved.innerText()).toMatch(/2 ?issues$|2$/);
});

test('exact times of a row are visible on focus and touch, and described by its link', async () => {
  await page.goto('/issues');
  await row('pay').first().waitFor();
  await settled(page);
  await page.keyboard.press('j');
  const popover = page.locator('.tooltip:popover-open');
  await popover.waitFor();
  const exact = /\d+ ?\w*: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/;
  expect(await popover.innerText()).toMatch(exact);
  expect(await page.evaluate(() => document.activeElement?.ariaDescription)).toMatch(exact);
  await page.keyboard.press('Escape');
  await popover.waitFor({ state: 'detached' });
  await main.locator('[data-row] time:visible').first().dispatchEvent('pointerup', { pointerType: 'touch' });
  await popover.waitFor();
  expect(await popover.innerText()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);

  // Icons show their name on keyboard focus and on a long touch, which does not press them.
  await page.keyboard.press('ArrowRight');
  await popover.filter({ hasText: 'Resolve' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await popover.filter({ hasText: 'Archive until it escalates' }).waitFor();
  const resolve = main.getByRole('button', { name: /^Resolve / }).first();
  await resolve.dispatchEvent('pointerdown', { pointerType: 'touch' });
  await popover.filter({ hasText: /^Resolve$/ }).waitFor();
  await resolve.dispatchEvent('pointerup', { pointerType: 'touch' });
  await resolve.dispatchEvent('click');
  expect(await page.getByRole('status').filter({ hasText: 'resolved' }).count()).toBe(0);
});
