import type { NotificationSettings } from '@seismo/server';
import type { UserId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { focusedOn, isSaved, signInByForm } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { owner } from './running-server.ts';

type Unsubscription = Parameters<Parameters<Parameters<typeof server.withState>[0]>[0]['unsubscribeToken']>[0];

const { server, shop, page, main, region, button, open, openPage, signIn } = await openApp();
await server.createProject('web', 'javascript');
await throwError(server, shop);
await processed(server);
const userId = await server.withState(async (state) => (await state.userByEmail(owner.email))!.id);

/** As an email has it. */
const linkTo = (from: Unsubscription) =>
  server.withState(async (state) => `/unsubscribe/${await state.unsubscribeToken(from)}`);
const stored = (of: UserId = userId): Promise<NotificationSettings> =>
  server.withState(async (state) => (await state.notificationSettings([of])).get(of)!);
const email = region('Email notifications');
const ofProject = (name: string) => main.getByRole('group', { name, exact: true });

async function save(): Promise<void> {
  await button('Save').click();
  await main.getByRole('status').getByText('Saved', { exact: true }).waitFor();
}

test('settings are changed, and stay', async () => {
  const { page: berlin } = await signIn(owner, 'Europe/Berlin');
  await berlin.goto('/settings/notifications');
  // Known to the browser only.
  await expect.poll(() => berlin.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin');

  await open('/settings/notifications');
  await main.getByText('This server cannot send email yet.').waitFor();
  await main.getByText('All projects use the settings above.').waitFor();
  await email.getByLabel('Comments').selectOption('Daily');
  await email.getByLabel('Status changes').selectOption('Off');
  await main.getByLabel('Time', { exact: true }).fill('17:30');
  await main.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await main.getByLabel('Send me the weekly report').uncheck();
  await main.getByLabel('Project', { exact: true }).selectOption('shop');
  await button('Add project').click();
  await focusedOn(page, 'As above');
  await ofProject('shop').getByLabel('Alerts').selectOption('Off');
  await main.getByLabel('Project', { exact: true }).selectOption('web');
  await button('Add project').click();
  await ofProject('web').getByLabel('Comments').selectOption('At once');
  await checkPage(page);
  await save();
  expect(await stored()).toEqual({
    kinds: { alerts: 'now', assigned: 'now', mentioned: 'now', comments: 'daily', status: 'off' },
    browser: { alerts: true, assigned: true, mentioned: true, comments: true, status: true },
    projects: [
      { projectId: shop.id, kinds: { alerts: 'off' } },
      expect.objectContaining({ kinds: { comments: 'now' } }),
    ],
    dailyAt: '17:30',
    timeZone: 'Asia/Tokyo',
    weeklyReport: false,
  });

  await open('/settings/notifications');
  expect(await email.getByLabel('Comments').inputValue()).toBe('daily');
  expect(await email.getByLabel('Status changes').inputValue()).toBe('off');
  expect(await main.getByLabel('Time', { exact: true }).inputValue()).toBe('17:30');
  expect(await main.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo');
  expect(await main.getByLabel('Send me the weekly report').isChecked()).toBe(false);
  expect(await ofProject('shop').getByLabel('Alerts').inputValue()).toBe('off');
  expect(await ofProject('shop').getByLabel('Comments').inputValue()).toBe('');
  await button('Remove shop').click();
  await ofProject('web').getByLabel('Comments').selectOption('As above');
  await save();
  await ofProject('web').waitFor({ state: 'detached' });
  expect((await stored()).projects).toEqual([]);
});

test('settings that cannot be saved stay in the form', async () => {
  await open('/settings/notifications');
  await main.getByLabel('Send me the weekly report').check();
  await page.context().setOffline(true);
  await button('Save').click();
  await main.getByRole('alert').waitFor();
  expect(await main.getByLabel('Send me the weekly report').isChecked()).toBe(true);
  await checkPage(page);
  await page.context().setOffline(false);
  await save();
  expect(await stored()).toMatchObject({ weeklyReport: true });
});

test('a link in an email unsubscribes after a press, without a session', async () => {
  const { page: outside } = await openPage();
  await outside.goto(await linkTo({ userId, from: 'kind', kind: 'comments' }));
  const title = outside.getByRole('heading', { name: 'Unsubscribe from comments' });
  await title.waitFor();
  await outside.getByText('o…@seismo.example gets no more email about comments, in any project.').waitFor();
  expect(await outside.getByRole('main').innerText()).not.toContain(owner.email);
  await checkPage(outside);
  expect((await stored()).kinds.comments).not.toBe('off');
  await outside.getByRole('button', { name: 'Unsubscribe' }).focus();
  await outside.keyboard.press('Enter');
  await outside.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  await focusedOn(outside, 'You are unsubscribed');
  await checkPage(outside);
  expect((await stored()).kinds.comments).toBe('off');
  await outside.reload();
  await outside.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();

  // Through the sign-in page.
  await outside.getByRole('link', { name: 'Notification settings' }).click();
  await outside.waitForURL('**/sign-in?next=%2Fsettings%2Fnotifications');
  await signInByForm(outside, owner);
  await outside.goto('/settings/notifications');
  expect(await outside.getByLabel('Comments').first().inputValue()).toBe('off');
});

test('a link of an issue names it, and nothing else of it', async () => {
  const issue = await server.withState(async (state) => {
    const { id } = (await state.organizationBySlug('main'))!;
    return (await state.issueByShortId(id, 'SHOP-1'))!;
  });
  const { page: outside } = await openPage();
  const link = await linkTo({ userId, from: 'issue', issueId: issue.id });
  // As mail programs may encode it.
  await outside.goto(link.replace(':', '%3A'));
  await outside.getByRole('heading', { name: 'Unsubscribe from SHOP-1' }).waitFor();
  expect(await outside.content()).not.toContain(issue.type);
  const done = isSaved(outside);
  await outside.getByRole('button', { name: 'Unsubscribe' }).click();
  await done;
  await outside.getByText('You can subscribe again on the page of the issue.').waitFor();
  expect(await server.withState((state) => state.subscription(issue.id, userId))).toEqual({
    isSubscribed: false,
    reason: 'manual',
  });
});

test('a mail service unsubscribes with one request, and opening the same address changes nothing', async () => {
  const oneClick = `${server.url}${await linkTo({ userId, from: 'weekly-report' })}/one-click`;
  await server.withState((state) =>
    state.write(async (tx) => {
      const settings = (await tx.notificationSettings([userId])).get(userId)!;
      await tx.setNotificationSettings(userId, { ...settings, weeklyReport: true });
    }),
  );
  const got = await fetch(oneClick, { redirect: 'manual' });
  expect(got.status).toBe(303);
  const page = await fetch(new URL(got.headers.get('location')!, server.url));
  expect(await page.text()).toContain('Unsubscribe from the weekly report');
  expect(page.headers.get('cache-control')).toBe('private, no-store');
  expect(await stored()).toMatchObject({ weeklyReport: true });

  for (let time = 0; time < 2; time++) {
    const posted = await fetch(oneClick, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      redirect: 'error',
    });
    expect(posted.status).toBe(200);
    expect(await posted.text()).toBe('You are unsubscribed.');
    expect(await stored()).toMatchObject({ weeklyReport: false });
  }
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await fetch(oneClick, { method: 'POST', body: form })).status).toBe(200);
});

test('an unknown link says so', async () => {
  const unknown = await fetch(`${server.url}/unsubscribe/unknown/one-click`, { method: 'POST' });
  expect(unknown.status).toBe(404);
  const { page: outside } = await openPage();
  for (const token of ['unknown', 'x'.repeat(2000)]) {
    await outside.goto(`/unsubscribe/${token}`);
    await outside.getByRole('heading', { name: 'This link does not work' }).waitFor();
    expect(await outside.getByRole('button', { name: 'Unsubscribe' }).count()).toBe(0);
  }
  await checkPage(outside);
});
