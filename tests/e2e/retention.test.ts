import { expect, test } from 'vitest';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const { server, shop, page, main, row, open, region } = await openApp();
const threeDaysAgo = Date.now() / 1000 - 3 * 86_400;
const user = { id: 'ada' };

const old: string[] = [];
for (const minutes of [0, 1, 2]) {
  const timestamp = threeDaysAgo + 60 * minutes;
  old.push(await throwError(server, shop, { value: 'card declined', in: 'payByCard', timestamp, user }));
}
// Numbered in this order.
await processed(server);
const oldOfBoth = await throwError(server, shop, { value: 'bank is away', in: 'payByBank', timestamp: threeDaysAgo });
await processed(server);
const recent = await throwError(server, shop, { value: 'bank is away', in: 'payByBank' });
await processed(server);

const token = await server.createToken('event:read');
const detailOf = async (eventId: string) => {
  const answer = await server.api(token, 'GET', `/projects/main/shop/events/${eventId}/`);
  return answer.ok ? 'stored' : ((await answer.json()) as { detail: string }).detail;
};
const removed = expect.stringContaining('The content of this event was removed');

test('an owner shortens the retention of events, and what is older loses its content at the next start', async () => {
  await open('/issues/SHOP-1');
  await region('Stack trace').getByText('payByCard').waitFor();
  await open('/stats');
  await region('Storage').getByText('Nothing was removed in the last 30 days.').waitFor();

  await open('/settings/projects/shop/limits');
  const retention = region('Retention');
  const days = retention.getByLabel('Days of events');
  expect(await days.inputValue()).toBe('90');
  await days.fill('1');
  await retention.getByRole('button', { name: 'Save' }).click();
  await retention.getByRole('status').getByText('Retention saved').waitFor();
  await checkPage(page);

  await server.restart(async () => {});
  for (const eventId of [...old, oldOfBoth]) await expect.poll(() => detailOf(eventId)).toEqual(removed);
  expect(await detailOf(recent)).toBe('stored');
});

test('an issue without content opens with its counts, and says that the content was removed', async () => {
  await open('/issues');
  await row('card declined').getByRole('link', { name: 'TypeError' }).click();
  await page.waitForURL('**/issues/SHOP-1**');
  await main.getByRole('heading', { level: 1, name: 'TypeError' }).waitFor();
  await main.getByText('The content of all events was removed').waitFor();
  await main.getByText('Because of their age, or to save disk space. They are still counted.').waitFor();
  const counts = await main.getByLabel('Summary').innerText();
  expect(counts.replaceAll(/\s+/g, ' ')).toMatch(/^Events 3 Users 1 /);
  await region('Tag distribution').getByText('The content of all 3 events was removed').waitFor();
  expect(await region('Tag distribution').getByText('no tags').count()).toBe(0);
  expect(await region('Stack trace').count()).toBe(0);
  await checkPage(page);
  await main.getByRole('link', { name: 'Retention settings' }).click();
  await page.waitForURL('**/settings/projects/shop/limits');
  await expect.poll(() => region('Retention').getByLabel('Days of events').inputValue()).toBe('1');
});

test('the events of an issue without content are not searched in vain', async () => {
  await open('/issues/SHOP-1/events');
  await main.getByText('The content of all events was removed').waitFor();
  await checkPage(page);
});

test('the link of an event says that its content was removed, and leads to one that has it', async () => {
  for (const path of [`/issues/SHOP-1/events/${old[1]}`, `/issues/SHOP-2/events/${oldOfBoth}`]) {
    await open(path);
    await main.getByText('The content of this event was removed').waitFor();
    await main.getByText('Because of its age, or to save disk space. It is still counted.').waitFor();
    await checkPage(page);
  }
  // An event of another issue leads there.
  await open(`/issues/SHOP-2/events/${old[1]}`);
  await page.waitForURL(`**/issues/SHOP-1/events/${old[1]}`);
  await main.getByText('The content of this event was removed').waitFor();
  await open(`/issues/SHOP-2/events/${oldOfBoth}`);
  await main.getByRole('link', { name: 'Latest event', exact: true }).click();
  await page.waitForURL('**/issues/SHOP-2');
  await region('Stack trace').getByText('payByBank').waitFor();
  await main.getByText('Sample: tags of 1 of 2 events (50%).').waitFor();
  await checkPage(page);
});

test('Stats shows what was removed and why', async () => {
  await open('/stats');
  const storage = region('Storage');
  await storage.getByText('older than the project’s retention').waitFor();
  const cells = storage.getByRole('row').filter({ hasText: 'shop' }).getByRole('cell');
  expect((await cells.allInnerTexts()).slice(0, 3)).toEqual(['shop', '1', '4']);
  const items = storage.getByRole('listitem');
  expect(await items.count()).toBe(1);
  expect(await items.textContent()).toMatch(/shopContent of 4 events \(.+\): older than the project’s retention$/);
  await checkPage(page);
});
