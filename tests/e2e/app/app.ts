import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { owner, type Server } from '../running-server.ts';

/** Opens a page in a new browser context and collects its errors. */
export async function openPage(browser: Browser, server: Server, timezoneId = 'UTC') {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    baseURL: server.url,
    timezoneId,
  });
  context.setDefaultTimeout(30_000);
  await context.addInitScript(watchForKeys);
  await context.addInitScript(handleControlFlow);
  const page = await context.newPage();
  const goto = page.goto.bind(page);
  // Input before React hydrates the page may be lost.
  page.goto = async (...where) => {
    const answer = await goto(...where);
    await takenOver(page);
    return answer;
  };
  return { context, page, pageErrors: pageErrorsOf(page) };
}

export type App = Awaited<ReturnType<typeof openPage>>;

/** Fills in and submits the sign-in form. */
export async function submitSignIn(page: Page, { email, password }: typeof owner): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs a user in through the form. */
export async function signInByForm(page: Page, person: typeof owner): Promise<void> {
  await page.goto('/sign-in');
  await submitSignIn(page, person);
  await page.waitForURL('**/issues');
}

/** Opens the issue list with a new session of the user, without the form: in a third of the time. */
export async function signIn(browser: Browser, server: Server, { email } = owner, timezoneId = 'UTC') {
  const app = await openPage(browser, server, timezoneId);
  const [name, value] = (await server.sessionCookie(email)).split('=') as [string, string];
  await app.context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
  await app.page.goto('/issues');
  return app;
}

/** Resolves when the server has finished the pending changes, which leaving the page earlier could lose. */
export const isSaved = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());

/** Types the name into the confirmation dialog of a deletion, and submits it. */
export async function confirmByName(page: Page, name: string, submit: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Confirmation').fill(name);
  await dialog.getByRole('button', { name: submit, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Asserts that a refused field shows the error and has the focus. */
export async function refusedAt(field: Locator, why: string | RegExp): Promise<void> {
  const fieldState = () =>
    field.evaluate((input) => {
      const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
      const description = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
      return [input.getAttribute('aria-invalid'), input === document.activeElement, description];
    });
  await expect.poll(fieldState).toEqual(['true', true, expect.stringMatching(why)]);
}

/** Resolves when the element has the focus. */
export const focused = (element: Locator) =>
  expect.poll(() => element.evaluate((each) => each === document.activeElement)).toBe(true);

/** Asserts that the focused element has this name. */
export async function focusedOn(page: Page, name: string | RegExp): Promise<void> {
  const focusedName = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      return focused === document.body ? 'the body' : (focused?.getAttribute('aria-label') ?? focused?.textContent);
    });
  await expect.poll(focusedName).toMatch(name);
}

/** Opens a list of the filter bar and selects only this option. */
export async function selectOnly(page: Page, list: string, name: string): Promise<void> {
  await page
    .getByRole('main')
    .locator('summary', { hasText: `${list}:` })
    .click();
  await page.getByRole('button', { name: `Only ${name}`, exact: true }).click();
}

/** The selection of a list in the filter bar. */
export async function selectedIn(page: Page, list: string): Promise<string> {
  const summary = page.getByRole('main').locator('summary', { hasText: `${list}:` });
  return (await summary.innerText()).replace(`${list}:`, '').trim();
}

/**
 * When the browser is faster than the answer, React reports each Suspense boundary that the server left with
 * `notFound()` or `redirect()` (error 419). These are no errors, as in `packages/browser/src/filter/control-flow.ts`.
 */
function handleControlFlow(): void {
  addEventListener('error', (event) => {
    const { digest } = (event.error ?? {}) as { digest?: unknown };
    if (/^NEXT_(HTTP_ERROR_FALLBACK;404$|REDIRECT;)/.test(String(digest))) event.preventDefault();
  });
}

/** Collects uncaught errors, dialogs and CSP violations of the page. */
function pageErrorsOf(page: Page): string[] {
  const pageErrors: string[] = [];
  // Errors from React, and values that are no errors, have an empty stack.
  page.on('pageerror', (error) => pageErrors.push(`${page.url()}: ${error.stack || String(error)}`));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) pageErrors.push(message.text());
  });
  page.on('dialog', (dialog) => {
    pageErrors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return pageErrors;
}

/** Resolves when the page has loaded, is hydrated and is idle. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await takenOver(page);
  // A page that paints nothing may never become idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
  // During a navigation, the title arrives last. The gallery shows placeholders that stay.
  await page.waitForFunction(
    () =>
      document.title !== '' &&
      [...document.querySelectorAll('.skeleton:not(details *)')].every((skeleton) => !skeleton.checkVisibility()),
  );
}

/** Selects the latest bar with events by keyboard: not the last one if an hour has begun since they were sent. */
export async function selectLatestBar(page: Page, bars: Locator): Promise<string> {
  await bars.focus();
  await page.keyboard.press('End');
  const text = () => bars.getAttribute('aria-valuetext').then(String);
  for (let steps = 0; steps < 3 && /: 0 /.test(await text()); steps += 1) await page.keyboard.press('ArrowLeft');
  return text();
}

/** Waits for the counts of the tabs, which load when the page is idle. */
export async function counted(page: Page): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Saved searches' }).getByRole('link');
  await tabs
    .last()
    .filter({ hasText: /\d issues?$/ })
    .waitFor();
}

/** Runs first in the page: records when a key handler is attached. Keys pressed earlier are lost. */
function watchForKeys(): void {
  const noted = Object.assign(window, { hearsKeys: false });
  window.addEventListener = new Proxy(window.addEventListener, {
    apply(add, on, [type, ...how]: [string, ...unknown[]]) {
      noted.hearsKeys ||= type === 'keydown';
      return Reflect.apply(add, on, [type, ...how]);
    },
  });
}

/** React replays clicks that come before it hydrates an element, but not keys. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const late = document.querySelector('a[href="#main"], form button[type=submit]');
    if (late === null) return true;
    const isTaken = Object.keys(late).some((key) => key.startsWith('__reactFiber'));
    return isTaken && (late.matches('form *') || !('hearsKeys' in window) || window.hearsKeys);
  });
}
