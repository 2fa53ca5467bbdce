import { expect, test } from 'vitest';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { openReceiver } from './webhook-receiver.ts';

interface Body {
  type: string;
  issues?: { isResolved: boolean; escalatesAt?: string; acknowledgeUrl?: string }[];
}

const { received, addChannel } = await openReceiver<Body>();
const { server, shop, page, main, row, button, open } = await openApp({ internalHosts: '127.0.0.1' });
const issuesReceived = () => received.flatMap(({ issues }) => issues ?? []);

test('a rule notifies others if its alerts are not acknowledged', async () => {
  await open('/alerts?view=channels&add=webhook');
  await addChannel(main, 'On call');

  await open('/alerts/rules/new?project=shop');
  await main.getByLabel('Name', { exact: true }).fill('Payments');
  await main.getByRole('checkbox', { name: 'On call', exact: true }).check();
  await main.getByRole('checkbox', { name: 'Report resolved issues' }).check();
  await main.getByLabel('If an alert is not acknowledged').selectOption('Notify others after 15 minutes');
  const onCall = main.getByRole('checkbox', { name: 'On call (Webhook)' });
  await onCall.waitFor();
  await checkPage(page);
  await button('Create rule').click();
  await main.getByRole('group', { name: 'Notify' }).getByText('Choose a user or a channel.').waitFor();
  await checkPage(page);
  await onCall.check();
  await button('Create rule').click();
  await main.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  await onCall.waitFor();
  expect(await onCall.isChecked()).toBe(true);
});

test('a message links to where its alert is acknowledged, and the pages say who did', async () => {
  await throwError(server, shop, { type: 'PaymentError' });
  await processed(server);
  await expect.poll(() => issuesReceived().length).toBe(1);
  const [issue] = issuesReceived();
  expect(issue!.escalatesAt).toMatch(/^\d{4}-/);
  await open('/alerts');
  await row('PaymentError').getByText('Not acknowledged').filter({ visible: true }).waitFor();
  await open(new URL(issue!.acknowledgeUrl!).pathname);
  await main.getByText(/^Others are notified at .* unless it is acknowledged$/).waitFor();
  await checkPage(page);
  await button('Acknowledge').click();
  await main.getByText(/^Acknowledged by /).waitFor();
  expect(await button('Acknowledge').count()).toBe(0);
  await checkPage(page);
  await open('/alerts');
  await row('PaymentError').getByText('Acknowledged', { exact: true }).filter({ visible: true }).waitFor();
  await checkPage(page);
});

test('the rule reports that the issue was resolved', async () => {
  await open('/issues/SHOP-1');
  await button('Resolve').click();
  await expect.poll(() => issuesReceived().at(-1)?.isResolved).toBe(true);
  await open('/alerts');
  await row('PaymentError').getByText('Resolved', { exact: true }).filter({ visible: true }).waitFor();
  await checkPage(page);
});
