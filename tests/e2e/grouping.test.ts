import { expect, test } from 'vitest';
import { settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const price = { type: 'TypeError', value: 'price is undefined', in: 'priceOf' };
const total = { type: 'TypeError', value: 'price is undefined', in: 'totalOf' };

const { server, shop, page, main, toast, open, region } = await openApp();
const ofPrice = await throwError(server, shop, { ...price, user: { id: '1' } });
await throwError(server, shop, { ...price, user: { id: '2' } });
await processed(server);
const ofTotal = await throwError(server, shop, { ...total, user: { id: '1' } });
await processed(server);

const activity = () => region('Activity');
const why = () => region('Grouping');
const similar = () => region('Similar issues');
const eventsOf = async (shortId: string) => {
  await processed(server);
  await open(`/issues/${shortId}`);
  const events = main.getByRole('navigation', { name: 'Events' });
  // Their number comes late.
  await events.getByRole('link', { name: /events$/ }).waitFor();
  return events.innerText();
};

test('two events are compared, with the reason why they are in different issues', async () => {
  await open('/issues/SHOP-1');
  await why().getByText('parts used').click();
  await why().getByText('priceOf').first().waitFor();
  await checkPage(page);
  await similar().getByText('same type and message').waitFor();
  await similar().getByRole('link', { name: 'Compare with SHOP-2' }).click();
  await main.getByText('Different issues: they differ in the stack frames used.').waitFor();
  await main.getByRole('img', { name: 'different' }).first().waitFor();
  await checkPage(page);
});

test('two issues are merged, later events follow, and undo restores both with exact counts', async () => {
  await open('/issues');
  for (const name of ['SHOP-1', 'SHOP-2'])
    await main.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
  const bar = page.getByRole('toolbar', { name: 'Selected issues' });
  await bar.getByRole('button', { name: 'Merge' }).click();
  await toast('Merged 2 issues into SHOP-1').waitFor();
  await main.getByRole('checkbox', { name: 'Select SHOP-2', exact: true }).waitFor({ state: 'detached' });

  await throwError(server, shop, { ...total, user: { id: '3' } });
  await processed(server);
  expect(await eventsOf('SHOP-1')).toContain('of 4');
  // An old link redirects to the issue that has the events.
  await page.goto('/issues/SHOP-2');
  await page.waitForURL('**/issues/SHOP-1');
  await settled(page);
  await why().getByText('2 merged groups').waitFor();
  await activity().getByText('Merged SHOP-2 into this issue').waitFor();
  await checkPage(page);
  await page.goto(`/issues/SHOP-1/compare?one=${ofPrice}&other=${ofTotal}`);
  await main.getByText('Same issue: their issues were merged.').waitFor();

  await open('/issues/SHOP-1');
  await activity().getByRole('button', { name: 'Undo merge' }).click();
  await toast('Change undone').waitFor();
  expect(await eventsOf('SHOP-1')).toContain('of 2');
  expect(await eventsOf('SHOP-2')).toContain('of 2');
  expect(page.url()).toContain('SHOP-2');
});

test('one event is split into its own issue, with undo', async () => {
  await open('/issues/SHOP-1');
  await why().getByRole('button', { name: 'Split event' }).click();
  await toast('Event split into a new issue').waitFor();
  expect(await eventsOf('SHOP-3')).toContain('of 1');
  await activity().getByText('Split 1 event from SHOP-1').waitFor();
  await checkPage(page);
  await activity().getByRole('button', { name: 'Undo split' }).click();
  await toast('Change undone').waitFor();
  expect(await eventsOf('SHOP-1')).toContain('of 2');
});

test('a similar issue is merged from the page, and a group of it is split and restored from the toast', async () => {
  await open('/issues/SHOP-1');
  await similar().getByRole('button', { name: 'Merge SHOP-2 into SHOP-1' }).click();
  await toast('Merged SHOP-2 into SHOP-1').waitFor();
  await why().getByText('2 merged groups').waitFor();
  await why()
    .getByRole('button', { name: /^Split .* \([0-9a-f]{8}\)$/ })
    .first()
    .click();
  await toast('Group split into a new issue').getByRole('button', { name: 'Undo' }).click();
  await toast('Change undone').waitFor();
  await page.reload();
  await settled(page);
  await why().getByText('2 merged groups').waitFor();
  await activity().getByRole('button', { name: 'Undo merge' }).first().click();
  await toast('Change undone').waitFor();
  expect(await eventsOf('SHOP-1')).toContain('of 2');
  expect(await eventsOf('SHOP-2')).toContain('of 2');
});

test('an issue is merged into one that is not similar, found in a dialog, and undone from the palette', async () => {
  const blog = await server.createProject('blog', 'javascript');
  await throwError(server, blog, price);
  await processed(server);
  const basket = await throwError(server, blog, { type: 'RangeError', value: 'The basket is empty', in: 'checkOut' });
  await processed(server);
  const command = async (text: string, name: string) => {
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill(text);
    await palette.getByRole('option', { name }).waitFor();
    await page.keyboard.press('Enter');
  };
  const dialog = page.getByRole('dialog', { name: 'Merge BLOG-2 into' });

  await open('/issues/BLOG-2');
  await main.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Merge into…' }).click();
  await dialog.getByRole('option', { name: 'BLOG-1' }).waitFor();
  await checkPage(page);
  await page.keyboard.type('basket');
  await dialog.getByText('No other issue of this project matches.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await command('merge', 'Merge into another issue…');
  await dialog.getByRole('combobox').fill('undefined price');
  await dialog.getByRole('option', { name: 'BLOG-1' }).waitFor();
  await page.keyboard.press('Enter');
  await toast('Merged BLOG-2 into BLOG-1').waitFor();
  await page.waitForURL('**/issues/BLOG-1');
  // A link to an event leads to the issue that has it now.
  await page.goto(`/issues/BLOG-2/events/${basket}?frames=all`);
  await page.waitForURL(`**/issues/BLOG-1/events/${basket}?frames=all`);
  await page.goBack();
  await settled(page);
  await activity().getByRole('button', { name: 'Undo merge' }).click();
  await toast('Change undone').waitFor();
  expect(await eventsOf('BLOG-2')).toContain('of 1');

  await command('merge', 'Merge into another issue…');
  await dialog.getByRole('combobox').fill('blog-1');
  await page.keyboard.press('Enter');
  await toast('Merged BLOG-2 into BLOG-1').waitFor();
  await command('undo', 'Undo: Merged BLOG-2 into BLOG-1');
  await toast('Change undone').waitFor();
  expect(await eventsOf('BLOG-2')).toContain('of 1');
});

test("the Web API merges, lists hashes and splits one, in Sentry's format", async () => {
  const token = await server.createToken('event:read', 'event:write', 'project:read', 'org:read');
  const api = async (method: string, path: string, body?: object) => {
    const answer = await server.api(token, method, path, body);
    return { status: answer.status, body: answer.status === 202 ? null : await answer.json() };
  };
  const merged = await api('PUT', '/projects/main/shop/issues/?id=1&id=2', { merge: 1 });
  expect(merged.status).toBe(200);
  const parent = merged.body.merge.parent as string;
  await processed(server);
  const hashes = await api('GET', `/issues/${parent}/hashes/`);
  expect(hashes.body).toHaveLength(2);
  expect(hashes.body[0].latestEvent.eventID).toMatch(/^[0-9a-f]{32}$/);
  const removed = await api('DELETE', `/issues/${parent}/hashes/?id=${hashes.body[1].id}`);
  expect(removed.status).toBe(202);
  await processed(server);
  expect((await api('GET', `/issues/${parent}/hashes/`)).body).toHaveLength(1);
});
