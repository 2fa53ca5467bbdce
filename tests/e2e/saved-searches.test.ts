import { expect, test } from 'vitest';
import { settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { newEventId, processed, send, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const { server, shop, page, main, row, toast, open, button } = await openApp();
for (const message of ['The pay button does nothing', 'Refund my order, please']) {
  const payload = { event_id: newEventId(), type: 'feedback', contexts: { feedback: { message, source: 'widget' } } };
  await send(server, shop, [{ header: { type: 'feedback' }, payload: JSON.stringify(payload) }], payload.event_id);
}
for (const fields of [
  { in: 'priceOf', value: 'price is undefined' },
  { in: 'useCheckOut', value: 'The basket is empty' },
]) {
  for (const plan of ['team', 'free', 'free']) await throwError(server, shop, { ...fields, tags: { plan } });
}
await throwError(server, shop, { release: 'shop@2.0.0-beta' });
await processed(server);

const search = () => page.getByRole('searchbox').or(page.getByRole('combobox', { name: 'Search events' }));
const tabs = main.getByRole('navigation', { name: /saved searches$/i });
const tab = (name: string) => tabs.getByRole('link', { name });
const currentTab = () => tabs.locator('[aria-current=page]').innerText();
const save = async (name: string) => {
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await dialog.getByLabel('Name').fill(name);
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast('Search saved').waitFor();
  await expect.poll(currentTab).toContain(name);
};

test('a feedback search is saved with its status, opened as a tab and deleted', async () => {
  await open('/feedback?range=30d');
  expect(await button('Save').count()).toBe(0);
  await search().fill('refund');
  await search().press('Enter');
  await row('pay button').waitFor({ state: 'detached' });
  await save('Refunds');
  await checkPage(page);

  // The tab of the status would lead to the same list if it had the text.
  await expect
    .poll(() => tabs.getByRole('link').allInnerTexts())
    .toEqual(['Open\n2', 'Done\n0', 'Spam\n0', 'Refunds\n1']);
  await tab('Open').click();
  await row('pay button').waitFor();
  expect(await currentTab()).toContain('Open');
  expect(await search().inputValue()).toBe('');
  // The same text in another status is another search.
  await open('/feedback?status=done&query=refund');
  await button('Save').waitFor();
  await tab('Refunds').click();
  await row('Refund my order').waitFor();
  await page.reload();
  await row('Refund my order').waitFor();
  expect(await search().inputValue()).toBe('refund');
  expect(await row('pay button').count()).toBe(0);
  await settled(page);
  await button('Delete saved search Refunds').click();
  await tab('Refunds').waitFor({ state: 'detached' });
  await expect.poll(currentTab).toContain('Open');
  await button('Save').waitFor();
});

test('a search of events applies to every issue', async () => {
  await open('/issues/SHOP-1/events?range=24h');
  expect(await tabs.count()).toBe(0);
  await search().fill('plan:team');
  await search().press('Enter');
  await expect.poll(() => row('price is undefined').count()).toBe(1);
  await save('Teams');
  await checkPage(page);

  await open('/issues/SHOP-2/events?range=24h');
  await expect.poll(() => row('The basket is empty').count()).toBe(3);
  expect(await currentTab()).toBe('All events');
  await tab('Teams').click();
  await expect.poll(() => row('The basket is empty').count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('range')).toBe('24h');
  await page.setViewportSize({ width: 390, height: 844 });
  await button('Delete saved search Teams').click();
  await tabs.waitFor({ state: 'detached' });
  await button('Save').waitFor();
});

test('a search of releases is saved with its status, and an invalid search of events is refused', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('/releases?query=beta&project=shop');
  await row('shop@2.0.0-beta').waitFor();
  await save('Betas');
  await checkPage(page);
  await tab('Archived').click();
  await main.getByText('No matching releases').waitFor();
  expect(new URL(page.url()).search).toBe('?project=shop&status=archived');
  await tab('Betas').click();
  await row('shop@2.0.0-beta').waitFor();
  expect(await row('shop@1.0.0').count()).toBe(0);
  await button('Delete saved search Betas').click();
  await tab('Betas').waitFor({ state: 'detached' });

  await open('/issues/SHOP-1/events?query=level%3Aeror');
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await dialog.getByLabel('Name').fill('Errors');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Unknown value "eror"').waitFor();
});
