import type { ProjectId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { confirmByName, focusedOn, refusedAt, settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const { server, shop, page, main, row, region, button, open, signIn } = await openApp();
const preview = region('Preview');
const name = main.getByLabel('Name', { exact: true });
const filter = main.getByRole('combobox', { name: 'Filter' });

/** The address of the rule that the tests create. */
let rule = '';

test('a rule is created from a search, with a preview of what it would have done', async () => {
  await throwError(server, shop, { type: 'PaymentError' });
  await throwError(server, shop, { type: 'SearchError', in: 'search' });
  await processed(server);
  await open('/issues?project=shop&query=error.type%3APaymentError');
  await main.getByRole('link', { name: 'Create alert rule' }).click();
  await page.waitForURL('**/alerts/rules/new?**');
  await settled(page);
  expect(await main.getByLabel('Project', { exact: true }).inputValue()).toBe('shop');
  expect(await filter.inputValue()).toBe('error.type:PaymentError');
  await preview.getByText('Select Preview to see').waitFor();

  await button('Preview').click();
  await preview
    .getByText('this rule would have fired 1 time for 1 issue and sent 1 message to each recipient.')
    .waitFor();
  await preview.getByRole('link', { name: 'PaymentError' }).waitFor();
  await checkPage(page);
  await filter.fill('error.type:NoSuchError');
  await page.keyboard.press('Escape');
  await button('Preview').click();
  await preview.getByText('this rule would not have fired.').waitFor();

  await main.getByRole('checkbox', { name: 'production' }).check();
  await filter.fill('error.type:PaymentError');
  await page.keyboard.press('Escape');
  await name.fill('Payment errors');
  await button('Create rule').click();
  await main.getByRole('heading', { level: 1, name: 'Payment errors' }).waitFor();
  await page.waitForURL(/\/alerts\/rules\/\d+$/);
  rule = new URL(page.url()).pathname;
  await preview.getByText('would have fired 1 time').waitFor();
  expect(await main.getByRole('checkbox', { name: 'production' }).isChecked()).toBe(true);
  await checkPage(page);
});

test('an invalid search and an incomplete schedule are refused at their fields', async () => {
  await open(rule);
  await filter.fill('is:nonsense');
  await page.keyboard.press('Escape');
  await button('Preview').click();
  await refusedAt(filter, 'nonsense');
  await checkPage(page);
  await button('Save rule').click();
  await refusedAt(filter, 'nonsense');
  await filter.fill('error.type:PaymentError');
  await page.keyboard.press('Escape');

  await main.getByRole('radio', { name: 'Only at these times' }).check();
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await main.getByRole('checkbox', { name: day }).uncheck();
  await button('Preview').click();
  await main.getByText('Choose at least one day.').waitFor();
  await main.getByRole('checkbox', { name: 'Sat' }).check();
  await main.getByLabel('To', { exact: true }).fill('');
  await button('Save rule').click();
  await refusedAt(main.getByLabel('To', { exact: true }), 'Enter a time');
  await checkPage(page);
  await main.getByLabel('To', { exact: true }).fill('12:00');
  await main.getByLabel('Time zone').selectOption('Europe/Berlin');
  await main.getByLabel('Messages about the same issue').selectOption('At most every 4 hours');
  await button('Save rule').click();
  await main.getByText('Rule saved.').waitFor();

  await open(rule);
  expect(await main.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin');
  expect(await main.getByLabel('To', { exact: true }).inputValue()).toBe('12:00');
  expect(await main.getByRole('checkbox', { name: 'Mon' }).isChecked()).toBe(false);
  await main.getByRole('radio', { name: 'At any time' }).check();
  await button('Save rule').click();
  await main.getByText('Rule saved.').waitFor();
});

test('an event that matches fires the rule', async () => {
  await throwError(server, shop, { type: 'PaymentError', in: 'refund' });
  await throwError(server, shop, { type: 'SearchError', in: 'suggest' });
  await processed(server);
  await open('/alerts');
  await row('refund').getByText('Payment errors').filter({ visible: true }).waitFor();
  await row('suggest').waitFor();
  expect(await row('suggest').getByText('Payment errors').count()).toBe(0);
});

test('a snoozed rule sends nothing, and the list of rules shows until when', async () => {
  await open(rule);
  await button('Snooze rule').click();
  await page.getByRole('menuitem', { name: 'For 1 hour' }).click();
  await main.getByText('Snoozed until').waitFor();
  await focusedOn(page, 'End snooze');
  await checkPage(page);
  await open('/alerts?view=rules');
  await main.getByRole('listitem').filter({ hasText: 'Payment errors' }).getByText('Snoozed until').waitFor();
  await checkPage(page);

  await throwError(server, shop, { type: 'PaymentError', in: 'charge' });
  await open('/alerts');
  await row('charge').getByRole('link').first().click();
  await main.getByText('No message: The rule was snoozed.').waitFor();
  await open(rule);
  await button('End snooze').click();
  await main.getByText('Snoozed until').waitFor({ state: 'detached' });
  await focusedOn(page, 'Snooze rule');
});

test('other roles see a rule without its buttons', async () => {
  const { page } = await signIn(await server.createUser('grace@seismo.example', 'viewer'));
  const main = page.getByRole('main');
  await page.goto(rule);
  await main.getByText('Only owners and admins can change this.').waitFor();
  await main.getByText('would have fired 3 times').waitFor();
  expect(await main.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
  for (const hidden of ['Save rule', 'Snooze rule', 'Delete rule'])
    expect(await main.getByRole('button', { name: hidden }).count()).toBe(0);
  await checkPage(page);
  await page.goto('/alerts/rules/new');
  await main.getByText('Only owners and admins can create alert rules').waitFor();
  await checkPage(page);
});

test('a rule that is turned off and renamed, then deleted, leaves its alerts', async () => {
  await open(rule);
  await main.getByRole('checkbox', { name: 'On', exact: true }).uncheck();
  await name.fill('Failed payments');
  await button('Save rule').click();
  await main.getByText('Rule saved.').waitFor();
  await main.getByRole('heading', { level: 1, name: 'Failed payments' }).waitFor();
  await open('/alerts?view=rules');
  const listed = main.getByRole('listitem').filter({ hasText: 'Failed payments' });
  await listed.getByText('Off', { exact: true }).waitFor();
  await listed.getByRole('link', { name: 'Failed payments' }).click();
  await page.waitForURL(`**${rule}`);
  await button('Delete rule').click();
  await confirmByName(page, 'Failed payments', 'Delete rule');
  await page.waitForURL('**/alerts?view=rules');
  await main.getByRole('region', { name: 'shop' }).getByRole('link', { name: 'Escalation' }).waitFor();
  await listed.waitFor({ state: 'detached' });
  await page.goto(rule);
  await main.getByRole('heading', { name: 'Not found' }).waitFor();
  await open('/alerts');
  await row('refund').getByText('Failed payments').filter({ visible: true }).waitFor();
});

test('a project without rules leads to its first rule', async () => {
  const { id } = await server.createProject('web', 'javascript');
  await server.withState(async (state) => {
    const rules = await state.listAlertRules([id as ProjectId]);
    await state.write(async (tx) => {
      for (const each of rules) await tx.deleteAlertRule(each.id, Date.now());
    });
  });
  await open('/alerts?view=rules');
  await main.getByRole('region', { name: 'web' }).getByText('No rules').waitFor();
  await checkPage(page);
  await main.getByRole('region', { name: 'web' }).getByRole('link', { name: 'New rule for web' }).click();
  await page.waitForURL('**/alerts/rules/new?project=web');
  await settled(page);
  expect(await main.getByLabel('Project', { exact: true }).inputValue()).toBe('web');
});
