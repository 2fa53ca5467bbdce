import { expect, test } from 'vitest';
import { focused, isSaved, takenOver } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const { server, browser, shop, page, main, button, toast, open, signIn } = await openApp();
const grace = await server.createUser('grace@shop.example', 'member');
await server.withState(async (state) => {
  const { id: organizationId } = (await state.organizationBySlug('main'))!;
  const team = { organizationId, slug: 'graphics', name: 'Pictures', createdAtMs: Date.now() };
  await state.write((tx) => tx.createTeam(team));
});
await throwError(server, shop, { type: 'RangeError', value: 'The cart is empty' });
await processed(server);

const notifications = main.getByRole('region', { name: 'Notifications' });
const comment = main.getByRole('textbox', { name: 'Comment' });
const list = main.getByRole('listbox', { name: 'Members and teams' });
const activeOption = () =>
  comment.evaluate((area) => document.getElementById(area.getAttribute('aria-activedescendant') ?? '')?.innerText);

test('a user subscribes to an issue, and unsubscribes with the palette', async () => {
  await open('/issues/SHOP-1');
  await notifications.getByText('You are not subscribed: you are notified only of mentions').waitFor();
  expect(await notifications.getByText(/\d subscriber/).count()).toBe(0);
  await button('Subscribe').press('Enter');
  await toast('Subscribed to SHOP-1').waitFor();
  await notifications.getByText('You are subscribed.').waitFor();
  await notifications.getByText('1 subscriber').waitFor();
  await focused(button('Unsubscribe'));
  await checkPage(page);
  await open('/issues/SHOP-1');
  await notifications.getByText('You are subscribed.').waitFor();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await palette.getByRole('combobox').fill('unsubscribe');
  const saved = isSaved(page);
  await palette.getByRole('option', { name: 'Unsubscribe from issue' }).click();
  await saved;
  await open('/issues/SHOP-1');
  await button('Subscribe').waitFor();
});

test('without a response, the user stays unsubscribed, and a message says why', async () => {
  await open('/issues/SHOP-1');
  await page.context().setOffline(true);
  await button('Subscribe').click();
  await toast('is not responding').waitFor();
  await page.context().setOffline(false);
  await button('Subscribe').waitFor();
});

test('a comment mentions members and teams from a list', async () => {
  await open('/issues/SHOP-1');
  await comment.focus();
  await page.keyboard.type('Ask @gr');
  await list.waitFor();
  await list.getByRole('option', { name: 'grace grace@shop.example' }).waitFor();
  expect(await list.getByRole('option').count()).toBe(2);
  await checkPage(page);
  await expect.poll(activeOption).toContain('grace@shop.example');
  await page.keyboard.press('ArrowDown');
  await expect.poll(activeOption).toContain('@graphics');
  await page.keyboard.press('ArrowDown');
  await expect.poll(activeOption).toContain('grace@shop.example');
  await page.keyboard.press('Enter');
  await expect.poll(() => comment.inputValue()).toBe('Ask @grace ');
  await list.waitFor({ state: 'detached' });
  expect(await comment.getAttribute('aria-controls')).toBeNull();

  // The browser's own undo takes back the inserted name.
  await page.keyboard.press('Control+z');
  await expect.poll(() => comment.inputValue()).toBe('Ask @gr');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => comment.inputValue()).toBe('Ask @grace ');

  await page.keyboard.type('or @pic');
  await list.getByRole('option', { name: 'Pictures @graphics' }).waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await focused(comment);
  await page.keyboard.press('Backspace');
  expect(await list.count()).toBe(0);
  await page.keyboard.type(' @pic');
  await list.waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => comment.inputValue()).toBe('Ask @grace or @pi @graphics ');
  await page.keyboard.type('`@grace` @gra');
  await list.waitFor();
  await main.getByRole('heading', { name: 'Notifications' }).click();
  await list.waitFor({ state: 'detached' });
  await button('Comment').click();

  const article = main.getByRole('article', { name: 'Comment' });
  const highlighted = () => article.locator('span.text-accent').allInnerTexts();
  await expect.poll(highlighted).toEqual(['@grace', '@graphics']);
  await notifications.getByText('You are not subscribed').waitFor();
  await checkPage(page);

  await article.getByRole('button', { name: 'Edit' }).click();
  const edited = article.getByRole('textbox', { name: 'Comment' });
  await focused(edited);
  await page.keyboard.type('ce');
  await page.keyboard.press('Enter');
  await article.getByRole('button', { name: 'Save' }).click();
  await expect.poll(highlighted).toEqual(['@grace', '@graphics', '@grace']);
});

test('a mentioned user is subscribed, and mentions others on a phone', async () => {
  const { context } = await signIn(grace);
  const phoneContext = await browser.newContext({
    baseURL: server.url,
    storageState: await context.storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await phoneContext.newPage();
  const content = phone.getByRole('main');
  await phone.goto('/issues/SHOP-1');
  await takenOver(phone);
  const region = content.getByRole('region', { name: 'Notifications' });
  await region.getByText('You are subscribed because you were mentioned.').waitFor();
  await content.getByRole('textbox', { name: 'Comment' }).tap();
  await phone.keyboard.type('@pic');
  const option = content.getByRole('option', { name: 'Pictures @graphics' });
  await option.waitFor();
  expect((await option.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await option.tap();
  await phone.keyboard.type('do you know?');
  await content.getByRole('button', { name: 'Comment', exact: true }).tap();
  await content.getByRole('article').getByText('@graphics do you know?').waitFor();
  await region.getByRole('button', { name: 'Unsubscribe' }).tap();
  await region.getByText('You are not subscribed').waitFor();
});
