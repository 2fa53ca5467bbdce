import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Throws an uncaught error in the page. */
export const throwLater = (page: Page, message: string) =>
  page.evaluate(
    (text) =>
      void setTimeout(() => {
        throw new Error(text);
      }),
    message,
  );

/** Resolves when pending timers and promises have run. */
export const idle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve))));

/** The digest that a page displays, with the words around it. */
export async function shownDigest(page: Page): Promise<string> {
  const { host } = new URL(page.url());
  const alert = page.getByRole('alert').filter({ hasText: 'Application error' });
  await alert.waitFor();
  expect(await alert.innerText()).toContain(
    `Application error: a server-side exception has occurred while loading ${host} (see the server logs for more information).`,
  );
  return /Digest: (\S+)/.exec(await alert.innerText())![1]!;
}
