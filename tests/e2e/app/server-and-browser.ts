import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { startServer } from '../running-server.ts';
import { openChromium } from '../sdk/chromium.ts';
import { openPage, settled, signIn, type App } from './app.ts';

type Options = Parameters<typeof startServer>[0];

/**
 * Starts a server and a browser for the tests of a file and stops both afterward. After each test, the browser closes
 * the pages that the test opened. A test fails if a page from `openPage` or `signIn` had an error.
 */
export async function serverAndBrowser(options?: Options) {
  const [server, chromium] = await Promise.all([startServer(options), openChromium()]);
  const { browser } = chromium;
  const apps: App[] = [];
  let contextsBefore: BrowserContext[] = [];
  beforeEach(() => void (contextsBefore = browser.contexts()));
  afterEach(async () => {
    const pageErrors = apps.flatMap((app) => app.pageErrors.splice(0));
    for (const context of browser.contexts()) if (!contextsBefore.includes(context)) await context.close();
    expect(pageErrors).toEqual([]);
  });
  afterAll(async () => {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  const checked = async (opening: Promise<App>): Promise<App> => {
    const app = await opening;
    apps.push(app);
    return app;
  };
  return {
    server,
    browser,
    openPage: (timezoneId?: string) => checked(openPage(browser, server, timezoneId)),
    signIn: (user?: { email: string; password: string }, timezoneId?: string) =>
      checked(signIn(browser, server, user, timezoneId)),
  };
}

/** The same with the project `shop`, and the owner's page with shortcuts to its main parts. */
export async function openApp(options?: Options) {
  const app = await serverAndBrowser(options);
  const shop = await app.server.createProject('shop', 'javascript');
  const { page } = await app.signIn();
  return {
    ...app,
    shop,
    page,
    main: page.getByRole('main'),
    row: (text: string | RegExp) => page.getByRole('row').filter({ hasText: text }),
    toast: (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }),
    region: (name: string) => page.getByRole('region', { name }),
    /** A button that is enabled: not while the previous action is pending. */
    button: (name: string) => page.getByRole('main').getByRole('button', { name, exact: true, disabled: false }),
    async open(path: string): Promise<void> {
      await page.goto(path);
      await settled(page);
    },
  };
}
