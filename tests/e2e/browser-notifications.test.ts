import type { CDPSession } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { openPushService } from './push-service.ts';

const service = await openPushService();
const { received } = service;
const { server, shop, page, main, region, open, signIn } = await openApp({
  internalHosts: '127.0.0.1',
  settings: service.settings,
});
await page.context().grantPermissions(['notifications'], { origin: server.url });
await service.use(page.context());
const section = region('Browser notifications');
const rows = section.getByRole('list', { name: 'Browsers with notifications' }).getByRole('listitem');
const press = (name: string) => section.getByRole('button', { name, exact: true, disabled: false }).click();

const isSubscribed = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    return Boolean(await registration?.pushManager.getSubscription());
  });

async function turnOn(): Promise<void> {
  await open('/settings/notifications');
  await press('Turn on');
  await section.getByText('On in this browser').waitFor();
  await rows.getByText('This browser').waitFor();
}

test('a user turns notifications on in a browser, and sends a test', async () => {
  await open('/settings/notifications');
  await section.getByText('Off in this browser').waitFor();
  expect(await rows.count()).toBe(0);
  await checkPage(page);
  await turnOn();
  await checkPage(page);
  await press('Send test');
  await section.getByText('Test sent').waitFor();
  expect(received).toMatchObject([{ title: 'Test message from Seismo', path: '/alerts' }]);
  await open('/settings/notifications');
  await rows.getByText(/last notification/).waitFor();
});

test('an alert reaches the browser, on a server without email', async () => {
  received.length = 0;
  await throwError(server, shop, { type: 'PaymentError' });
  await processed(server);
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]).toMatchObject({
    title: expect.stringContaining('PaymentError'),
    path: '/issues/SHOP-1',
    tag: expect.stringMatching(/^issue-\d+$/),
  });
  await open('/alerts');
  await main
    .getByRole('link', { name: /PaymentError/ })
    .first()
    .waitFor();
});

test('the service worker shows what it gets', async () => {
  await open('/settings/notifications');
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session);
  const data = JSON.stringify({ title: 'New issue', body: 'PaymentError', path: '/issues/SHOP-1', tag: 'issue-1' });
  const events = await notificationEvents(session);
  await session.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
  await expect.poll(() => events).toContain('Notification displayed');
  const shown = await page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration('/'))!;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });
  expect(shown).toEqual([{ title: 'New issue', body: 'PaymentError', tag: 'issue-1' }]);
});

/** What the browser has done with notifications. While it displays one, `getNotifications` would make it drop it. */
async function notificationEvents(session: CDPSession): Promise<string[]> {
  const events: string[] = [];
  session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: { eventName } }) => {
    events.push(eventName);
  });
  await session.send('BackgroundService.startObserving', { service: 'notifications' });
  await session.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true });
  return events;
}

async function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${server.url}/` && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return found;
}

test('kinds are chosen for browsers, too', async () => {
  await open('/settings/notifications');
  const boxes = region('Email notifications').getByRole('checkbox', { name: 'Also in browsers' });
  expect(await boxes.count()).toBe(5);
  await boxes.first().uncheck();
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await main.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await open('/settings/notifications');
  expect(await boxes.first().isChecked()).toBe(false);
  expect(await boxes.last().isChecked()).toBe(true);
});

test('a browser can be removed elsewhere, and one that has ended its subscription is forgotten', async () => {
  const { page: other } = await signIn();
  await other.goto('/settings/notifications');
  await other.getByRole('region', { name: 'Browser notifications' }).getByRole('button', { name: 'Remove' }).click();
  await other.getByRole('list', { name: 'Browsers with notifications' }).waitFor({ state: 'detached' });
  await open('/settings/notifications');
  await section.getByText('Off in this browser').waitFor();
  await turnOn();
  service.answer(410);
  await press('Send test');
  await section.getByText('Off in this browser').waitFor();
  expect(await rows.count()).toBe(0);
  service.answer(201);
});

test('notifications are turned off in the browser, and end with the session', async () => {
  await turnOn();
  await press('Turn off');
  await section.getByText('Off in this browser').waitFor();
  await rows.waitFor({ state: 'detached' });
  expect(await isSubscribed()).toBe(false);
  await turnOn();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Sign out');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sign-in');
  await expect.poll(isSubscribed).toBe(false);
  const { page: other } = await signIn();
  await other.goto('/settings/notifications');
  const there = other.getByRole('region', { name: 'Browser notifications' });
  await there.getByText('This browser blocks notifications of Seismo.').waitFor();
  expect(await there.getByRole('list').count()).toBe(0);
});
