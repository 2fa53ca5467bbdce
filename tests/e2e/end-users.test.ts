import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { confirmByName, settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { eventItem, newEventId, processed, send } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const { server, shop, page } = await openApp();

test('an owner finds, exports and deletes the data of one end user', async () => {
  for (const user of [{ id: '7', email: 'ada@example.com' }, { id: '7' }, { id: '8', email: 'bob@example.com' }]) {
    const event_id = newEventId();
    await send(server, shop, [eventItem({ event_id, message: 'Paid twice', user })], event_id);
  }
  await processed(server);

  await page.goto(`/settings/projects/${shop.slug}/privacy`);
  await page.getByRole('link', { name: 'Find, export or delete the stored data of one end user' }).click();
  await page.waitForURL(`**/settings/end-users?project=${shop.slug}`);
  await settled(page);
  await page.getByLabel('Email addresses').fill('ADA@example.com');
  await page.getByRole('main').getByRole('button', { name: 'Find' }).click();
  const row = page.getByRole('region', { name: 'Found data' }).getByRole('row').nth(1);
  await expect.poll(() => row.getByRole('cell').nth(1).textContent()).toBe('1');
  await checkPage(page);

  // The further identifier is proposed, and found once it is added.
  await page.getByRole('button', { name: 'Add 7' }).click();
  await expect.poll(() => row.getByRole('cell').nth(1).textContent()).toBe('2');
  expect(await page.getByLabel('User IDs').inputValue()).toBe('7');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as NDJSON' }).click();
  const file = readFileSync(await (await downloading).path(), 'utf8');
  const lines = file.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual(['event', 'event']);
  expect(page.url()).not.toContain('ada');

  await page.getByRole('button', { name: 'Delete all of it' }).click();
  await confirmByName(page, 'ADA@example.com', 'Delete');
  const deletion = page.getByRole('list', { name: 'Deletions' }).getByRole('listitem').first();
  await deletion.getByText('Deleted 2 events').waitFor();
  await deletion.getByText('Copies and backups made before').waitFor();
  await checkPage(page);
  await page.getByRole('main').getByRole('button', { name: 'Find' }).click();
  await page.getByText('Nothing found in 1 project.').waitFor();

  await page.goto('/settings/audit');
  await page.getByRole('listitem').filter({ hasText: 'deleted the data of the end user email A…, id 7…' }).waitFor();
});
