import { expect, test } from 'vitest';
import { anchorOf, settingHref, settingPages } from '../../packages/dashboard/features/settings/settings-index.ts';
import { focused, refusedAt, settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { eventItem, newEventId, processed, send, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const { server, shop, page, main, row, open, region, button } = await openApp();
await throwError(server, shop, { type: 'PaymentError', value: 'card declined', in: 'payByCard' });
// Numbered in this order.
await processed(server);
await throwError(server, shop, { type: 'PaymentError', value: 'bank is away', in: 'payByBank' });
await throwRedirect();
await processed(server);

const saved = () => main.getByText('Saved. Applies to new events.').waitFor();
const openSettings = (part: string) => open(`/settings/projects/shop/${part}`);

async function throwRedirect(): Promise<void> {
  const eventId = newEventId();
  const exception = { values: [{ type: 'Error', value: 'NEXT_REDIRECT' }] };
  await send(server, shop, [eventItem({ event_id: eventId, platform: 'javascript', exception })], eventId);
}

test('a rule is written, previewed and saved, and the next event goes to its issue', async () => {
  await openSettings('grouping');
  const rules = page.getByRole('textbox', { name: 'Fingerprint rules' });
  await rules.fill('error.typ:PaymentError -> payment');
  await main.getByText('Unknown condition "error.typ".').waitFor();
  await checkPage(page);
  await button('Line 1, character 1').click();
  expect(await rules.evaluate((area: HTMLTextAreaElement) => area.selectionEnd)).toBe('error.typ'.length);

  await rules.fill('error.type:PaymentError -> payment title="Payment fails"');
  const moved = main.getByRole('table', { name: 'Events that would be grouped differently' });
  await moved.getByText('SHOP-1').waitFor();
  expect(await moved.getByRole('row').nth(1).textContent()).toContain('Payment fails');
  expect(await moved.getByText('SHOP-2').count()).toBe(1);
  await checkPage(page);
  await button('Save').click();
  await main.getByText('Current').waitFor();

  await throwError(server, shop, { type: 'PaymentError', value: 'card declined', in: 'payByCard' });
  await throwError(server, shop, { type: 'PaymentError', value: 'bank is away', in: 'payByBank' });
  await processed(server);
  await page.goto('/issues');
  await row('Payment fails').waitFor();
  expect(await row('card declined').count()).toBe(1);
  await page.goto('/issues/SHOP-3');
  await main.getByRole('heading', { level: 1, name: 'Payment fails' }).waitFor();
  const why = region('Grouping');
  await why.getByText('Grouped by a fingerprint rule.').waitFor();
  await why.getByText('error.type:PaymentError -> payment title="Payment fails"').first().waitFor();
  await why.getByRole('link', { name: 'project grouping rules' }).click();
  await page.waitForURL('**/settings/projects/shop/grouping');
});

test('a filter shows discarded events, and can be switched off and on again', async () => {
  await openSettings('filters');
  const filter = main.getByRole('listitem').filter({ hasText: 'Next.js control flow' });
  await filter.getByText('1 in 24 h, 1 in 7 days').click();
  await filter.getByText('Error: NEXT_REDIRECT').waitFor();
  await checkPage(page);
  await page.getByLabel('Next.js control flow').uncheck();
  await page.getByLabel('Error messages').fill('PaymentError: card*');
  await button('Preview on latest events').click();
  const filtered = main.getByRole('table', { name: 'Events that would be filtered' });
  await filtered.getByText('PaymentError: card declined').waitFor();
  await page.getByLabel('Error messages').fill('');
  await button('Save').click();
  await saved();

  await throwRedirect();
  await processed(server);
  await page.goto('/issues');
  await row('NEXT_REDIRECT').waitFor();
  await page.goto('/stats?project=shop');
  await row('next-control-flow').getByRole('link', { name: 'Filters: change settings for next-control-flow' }).click();
  await page.waitForURL('**/settings/projects/shop/filters');
  await main.getByText('Next.js control flow: on → off').waitFor();
  await main
    .getByRole('listitem')
    .filter({ hasText: 'Initial version' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await main.getByRole('list').getByText('Current').waitFor();
  await expect.poll(() => page.getByLabel('Next.js control flow').isChecked()).toBe(true);
});

test('personal data is removed from the next event', async () => {
  await openSettings('privacy');
  await button('Add rule').click();
  await checkPage(page);
  await page.getByLabel('Where').fill('$nowhere');
  await button('Preview on latest events').click();
  await main.getByText('Unknown selector "$nowhere".').waitFor();
  await page.getByLabel('Where').fill('$error.value');
  await page.getByRole('combobox', { name: 'Data' }).selectOption('key');
  await button('Save').click();
  await refusedAt(page.getByLabel('Key or text'), 'Enter a key or text');
  await checkPage(page);
  await page.getByRole('combobox', { name: 'Data' }).selectOption('email');
  await page.getByLabel('Do not store').check();
  await button('Save').click();
  await saved();
  await throwError(server, shop, {
    type: 'MailError',
    value: 'no such person: ada@example.com',
    in: 'sendMail',
    user: { ip_address: '203.0.113.9' },
  });
  await processed(server);
  await page.goto('/issues');
  const issue = row('no such person: [Filtered]').getByRole('link').first();
  await issue.waitFor();
  await page.goto((await issue.getAttribute('href'))!);
  await main.getByRole('heading', { level: 1, name: 'MailError' }).waitFor();
  await main.getByText('sendMail').first().waitFor();
  expect(await main.textContent()).not.toContain('203.0.113.9');
});

test('spikes are limited unless a member lets them through', async () => {
  await openSettings('limits');
  await main.getByText('No limit before one day of events').waitFor();
  await checkPage(page);
  await button('Pause for one hour').click();
  await button('Resume').waitFor();
  await button('Turn off').click();
  await button('Turn on').click();
  await button('Turn off').waitFor();
  await openSettings('');
  await checkPage(page);
});

test('a rule for traces is previewed before it is saved', async () => {
  await openSettings('limits');
  const label = 'Percent of traces without an error';
  const form = main.locator('form', { has: page.getByLabel(label) });
  await form.getByLabel(label).fill('0.005');
  await form.getByRole('button', { name: 'Preview on the last day' }).click();
  await form.getByText('The share of traces to keep must be 0%').waitFor();
  await form.getByLabel(label).fill('20');
  await form.getByLabel('Keep traces slower than (seconds)').fill('1.5');
  await form.getByRole('button', { name: 'Preview on the last day' }).click();
  await form.getByText('No spans of the last day are stored in this project.').waitFor();
  await checkPage(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved. Applies to spans that arrive from now on.').waitFor();
  await main.getByText('share of traces to keep').waitFor();
  await openSettings('limits');
  expect(await form.getByLabel(label).inputValue()).toBe('20');
  expect(await form.getByLabel('Keep traces slower than (seconds)').inputValue()).toBe('1.5');
});

test('every entry of the settings search leads to its control', async () => {
  for (const setting of settingPages) {
    const path = settingHref(setting, 'shop');
    await open(path);
    for (const { name } of setting.controls) {
      await page.evaluate((anchor) => {
        for (const part of document.querySelectorAll('[data-found]')) part.removeAttribute('data-found');
        location.hash = anchor;
      }, anchorOf(name));
      const focusedPart = () =>
        page.evaluate(() => {
          const part = document.activeElement?.closest('[data-found]');
          return part && (part.getAttribute('aria-label') ?? part.textContent).toLowerCase();
        });
      await expect.poll(focusedPart, { message: `${path}: ${name}` }).toContain(name.toLowerCase());
    }
  }
});

test('the palette lights up a control, and the settings keep the project', async () => {
  await page.goto('/issues');
  await settled(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await palette.getByRole('combobox').fill('ip addresses');
  await palette.getByRole('option', { name: /^IP addresses/ }).click();
  await page.waitForURL('**/settings/projects/shop/filters#ip-addresses');
  await focused(main.getByLabel('IP addresses', { exact: true }));
  // An open palette keeps the focus; the control gets it afterward.
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').waitFor();
  await page.evaluate(() => {
    const changed = new Promise((resolve) => addEventListener('hashchange', resolve));
    location.hash = 'crawlers';
    return changed;
  });
  await focused(palette.getByRole('combobox'));
  await page.keyboard.press('Escape');
  await focused(main.getByLabel('Crawlers', { exact: true }));

  const nav = page.getByRole('navigation', { name: 'Settings' });
  await server.createProject('other', 'javascript');
  await page.reload();
  await nav.getByRole('combobox', { name: 'Project' }).selectOption('other');
  await page.waitForURL('**/settings/projects/other/filters');
  await nav.getByRole('link', { name: 'Members' }).click();
  await main.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  expect(await nav.getByRole('combobox', { name: 'Project' }).inputValue()).toBe('other');
  await checkPage(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await nav.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'All settings' }).click();
  await nav.getByRole('link', { name: 'Privacy' }).click();
  await page.waitForURL('**/settings/projects/other/privacy');
  await nav.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the page of source maps leads to a token with the scope that it names', async () => {
  await openSettings('source-maps');
  const upload = region('Upload source maps');
  await upload.getByText('org:ci').waitFor();
  await upload.getByRole('link', { name: 'Create a token' }).click();
  await page.waitForURL('**/settings/tokens?for=source-maps#new-token');
  const use = main.getByLabel('Use', { exact: true });
  expect(await use.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label)).toBe(
    'Source maps and releases from CI',
  );
  const checkedScopes = () =>
    main
      .getByRole('checkbox')
      .evaluateAll((boxes) => (boxes as HTMLInputElement[]).filter(({ checked }) => checked).map(({ value }) => value));
  expect(await checkedScopes()).toEqual(['org:ci']);
  await use.selectOption('Read issues and events');
  expect(await checkedScopes()).toContain('event:read');
  await main.getByRole('checkbox', { name: 'org:read' }).uncheck();
  await main.getByText('Select them below.').waitFor();
  await checkPage(page);
});
