import { expect, test } from 'vitest';
import { focused, focusedOn, settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const basket = { type: 'RangeError', value: 'The basket is empty', in: 'checkOut' };

const { server, shop, page, main, row, toast, open, region, button } = await openApp();
await throwError(server, shop, { ...basket, release: 'shop@1.9.0' });
// Numbered in this order.
await processed(server);
await throwError(server, shop, { type: 'TypeError', value: 'price is undefined', in: 'priceOf' });
await processed(server);
await throwError(server, shop, { type: 'TypeError', value: 'cart is null', in: 'cartOf' });
await processed(server);

const activity = () => region('Activity');

test('a new team gets issues by an ownership rule', async () => {
  await page.goto('/settings/teams');
  await main.getByLabel('Name', { exact: true }).fill('Checkout');
  await button('Create team').click();
  await main.getByText('#checkout').waitFor();
  await button('Add').click();
  await button('Remove').waitFor();
  await checkPage(page);

  await open('/settings/projects/shop/ownership');
  const rules = main.getByLabel('Rules', { exact: true });
  await rules.fill('paht:src/* #checkout');
  await main.getByText('Line 1, character 1').waitFor();
  await checkPage(page);
  await rules.fill('path:src/pay.ts #checkout');
  await row('cart is null').getByText('Checkout').waitFor();
  await button('Save rules').click();
  await main.getByText('Applies to new issues').waitFor();
  await checkPage(page);

  await throwError(server, shop, { type: 'SyntaxError', value: 'fresh', in: 'fresh' });
  await processed(server);
  await page.goto('/issues?query=assigned:%23checkout');
  await row('fresh').getByText('Checkout').waitFor();
});

test('an issue resolved in the next release ignores events of an older release and regresses with a newer one', async () => {
  await open('/issues/SHOP-1');
  await page.keyboard.press('a');
  await page.getByRole('dialog').getByPlaceholder('Search members and teams').fill('checkout');
  await page.keyboard.press('Enter');
  await toast('SHOP-1 assigned to Checkout').waitFor();
  await activity().getByText('Assigned to Checkout').waitFor();

  await page.keyboard.press('m');
  await page.keyboard.type('Only **one** basket. See https://shop.example/1 <b>not bold</b>');
  await activity().getByRole('button', { name: 'Comment' }).click();
  const comment = activity().getByRole('article');
  await comment.locator('strong', { hasText: 'one' }).waitFor();
  await comment.getByText('<b>not bold</b>').waitFor();
  await focused(activity().getByRole('button', { name: 'Comment' }));
  await comment.getByRole('button', { name: 'Edit' }).press('Enter');
  await page.keyboard.type(' Two.');
  await comment.getByRole('button', { name: 'Save' }).press('Enter');
  await comment.getByText('not bold</b> Two.').waitFor();
  await focused(comment.getByRole('button', { name: 'Edit' }));
  await checkPage(page);

  await button('Resolve in a release').click();
  await page.getByRole('menuitem', { name: 'In next release' }).waitFor();
  await checkPage(page);
  // On a narrow page, the menu may have closed.
  await page.reload();
  await settled(page);
  await button('Resolve in a release').click();
  await page.getByRole('menuitem', { name: 'In next release' }).click();
  await toast('SHOP-1 resolved in the next release').waitFor();
  await main.getByText('Resolved in next release', { exact: true }).waitFor();

  await throwError(server, shop, { ...basket, release: 'shop@1.8.4' });
  await processed(server);
  await page.reload();
  await main.getByText('Resolved in next release', { exact: true }).waitFor();

  await throwError(server, shop, { ...basket, release: 'shop@1.10.0' });
  await main.getByText('Regressed', { exact: true }).waitFor();
  await activity().getByText('Regressed after it was resolved').waitFor();
  await activity().getByRole('link', { name: 'shop@1.10.0' }).waitFor();
  await checkPage(page);
});

test('archiving until more events can be undone', async () => {
  await open('/issues/SHOP-2');
  await button('Archive until').click();
  await page.getByRole('menuitem', { name: 'Until 1,000 more events' }).waitFor();
  // The first letter moves to the next item with it, and archives nothing.
  await focused(page.getByRole('menuitem', { name: 'Until it escalates' }));
  await page.keyboard.press('u');
  await focused(page.getByRole('menuitem', { name: 'Until 10 more events' }));
  await page.keyboard.press('Enter');
  await main.getByText('Archived until 10 more events', { exact: true }).first().waitFor();
  await toast('SHOP-2 archived').getByRole('button', { name: 'Undo' }).click();
  await toast('Change to SHOP-2 undone').waitFor();
  await main.getByText('New', { exact: true }).waitFor();
  await focusedOn(page, /^(?!the body$)/);
});

test('a bulk change by keyboard and checkboxes can be undone', async () => {
  await page.goto('/issues');
  await row('price is undefined').waitFor();
  await settled(page);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Selected issues' });
  await bar.getByText('1 selected').waitFor();
  for (let rows = 1; rows < 4; rows++) await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await bar.getByText('4 selected').waitFor();
  await checkPage(page);
  await bar.getByRole('button', { name: 'Resolve', exact: true }).click();
  await toast('4 issues resolved').waitFor();
  await row('price is undefined').waitFor({ state: 'detached' });
  await toast('4 issues resolved').getByRole('button', { name: 'Undo' }).click();
  await toast('Changes to 4 issues undone').waitFor();
  await row('price is undefined').waitFor();
});

test('archiving accepts custom numbers', async () => {
  await open('/issues/SHOP-2');
  await button('Archive until').click();
  await page.getByRole('menuitem', { name: 'Custom' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive until' });
  await dialog.getByLabel('Number of events').fill('7');
  await dialog.getByLabel('Within').selectOption('hour');
  expect(await dialog.getByRole('radio', { name: 'Until more events' }).isChecked()).toBe(true);
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await toast('SHOP-2 archived until 7 more events within an hour').waitFor();
  await main.getByText('Archived until 7 events in 1 hour', { exact: true }).first().waitFor();
  await toast('SHOP-2 archived').getByRole('button', { name: 'Undo' }).click();
  await toast('Change to SHOP-2 undone').waitFor();
});

test('resolving in a commit that is found by its message; suspect commits and frames link to the source', async () => {
  await open('/settings/projects/shop/source');
  await button('Add repository').click();
  await main.getByLabel('Repository', { exact: true }).fill('https://github.com/acme/shop');
  await checkPage(page);
  await button('Save').click();
  await main.getByText('Stack traces now link').waitFor();
  await main.getByRole('link', { name: 'github.com' }).first().waitFor();
  await checkPage(page);

  const commit = { id: 'c0ffee1234567890c0ffee1234567890c0ffee12', message: 'Pay once', author_name: 'Ada' };
  const changed = { ...commit, repository: 'acme/shop', patch_set: [{ path: 'src/pay.ts', type: 'M' }] };
  const release = { version: 'shop@1.0.0', projects: ['shop'], commits: [changed] };
  const token = await server.createToken('org:ci');
  const answer = await server.api(token, 'POST', '/organizations/main/releases/', release);
  expect(answer.ok, await answer.text()).toBe(true);

  await open('/issues/SHOP-2');
  const source = `https://github.com/acme/shop/blob/${commit.id}/src/pay.ts#L7`;
  expect(await main.getByRole('link', { name: 'Open src/pay.ts:7:11 on github.com' }).getAttribute('href')).toBe(
    source,
  );
  const suspects = region('Releases');
  await suspects
    .getByText('where the error was thrown in cartOf')
    .or(suspects.getByText('where the error was thrown in'))
    .waitFor();
  expect(await suspects.getByRole('link', { name: 'c0ffee1' }).getAttribute('href')).toBe(
    `https://github.com/acme/shop/commit/${commit.id}`,
  );
  await checkPage(page);

  await button('Resolve in a release').click();
  await page.getByRole('menuitem', { name: 'Another release or commit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve in a release or commit' });
  await dialog.getByRole('option', { name: /shop@1.9.0/ }).waitFor();
  await page.route('**/read/resolutionOptions*', (route) => route.abort());
  await dialog.getByPlaceholder('Search releases').fill('no answer');
  await dialog.getByText('The server is not responding. Try again in a moment.').waitFor();
  await page.unroute('**/read/resolutionOptions*');
  await dialog.getByPlaceholder('Search releases').fill('once');
  await dialog.getByRole('option', { name: /shop@1.9.0/ }).waitFor({ state: 'detached' });
  // The highlighted option is no longer in the list, so the first new result is highlighted, and Enter selects it.
  await dialog.getByRole('option', { name: /Pay once/, selected: true }).waitFor();
  await checkPage(page);
  await page.keyboard.press('Enter');
  await toast('SHOP-2 resolved in c0ffee1').waitFor();
  await main.getByText('Resolved in c0ffee1', { exact: true }).waitFor();
  await toast('SHOP-2 resolved').getByRole('button', { name: 'Undo' }).click();
  await toast('Change to SHOP-2 undone').waitFor();
});

test('bulk unassigning and bookmarking can be undone', async () => {
  await page.goto('/issues');
  await row('cart is null').waitFor();
  await settled(page);
  const boxes = page.getByRole('checkbox');
  await boxes.first().click();
  await boxes.nth(1).click();
  const bar = page.getByRole('toolbar', { name: 'Selected issues' });
  await bar.getByRole('button', { name: 'Assign', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Assign 2 issues' })
    .getByPlaceholder('Search members and teams')
    .fill('unassigned');
  await checkPage(page);
  await page.keyboard.press('Enter');
  await toast('unassigned').getByRole('button', { name: 'Undo' }).click();
  await toast(/^Changes? to .+ undone/)
    .first()
    .waitFor();

  await boxes.first().click();
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Bookmark', exact: true }).click();
  await toast('bookmarked').getByRole('button', { name: 'Undo' }).click();
  await toast(/^Changes? to .+ undone/)
    .first()
    .waitFor();
  await page.goto('/issues?query=bookmarks:me');
  await main.getByText('No matching issues').waitFor();
});
