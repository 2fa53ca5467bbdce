import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openPage, settled } from '../e2e/app/app.ts';
import { startMailServer } from '../e2e/mail-server.ts';
import { startServer } from '../e2e/running-server.ts';
import { openChromium } from '../e2e/sdk/chromium.ts';
import { frozenTimeMs } from './frozen-time.ts';
import type { View } from './views.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const wideSize = { width: 1920, height: 1080 };
const themes = ['light', 'dark'] as const;

/** Text must render the same on every machine: without hinting and subpixel colors. */
const fontFlags = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];

/** A server with the demo and a browser, both with a stopped clock and without live updates. */
export async function openFixture() {
  await using opening = new AsyncDisposableStack();
  const mailServer = opening.use(await startMailServer());
  const server = opening.use(
    await startServer({
      owned: false,
      demo: true,
      settings: mailServer.settings,
      gallery: true,
      publicUrl: 'http://seismo.example.com',
      preload: join(import.meta.dirname, 'deterministic.ts'),
    }),
  );
  const { browser } = opening.use(await openChromium(...fontFlags));
  const openFrozenPage = async (): Promise<Page> => {
    const { page } = await openPage(browser, server);
    await page.clock.setFixedTime(frozenTimeMs);
    await page.addInitScript(disableLiveUpdates);
    return page;
  };
  const outside = await openFrozenPage();
  const app = await openFrozenPage();
  await app.goto(server.link);
  await app.getByRole('button', { name: 'Continue' }).click();
  await app.waitForURL('**/issues');
  const linkOf = async (title: string): Promise<string> => {
    await app.goto('/issues');
    return (await app.locator('[data-row-link]:visible', { hasText: title }).first().getAttribute('href'))!;
  };

  const closing = opening.move();
  return {
    /** Part of the snapshots: text rendering differs between versions. */
    chromium: `Chromium ${browser.version().split('.')[0]}`,
    /** Opens a view in the first size. */
    async open({ path, open, outside: isOutside }: View): Promise<Page> {
      const page = isOutside ? outside : app;
      await page.setViewportSize(sizes[0]!);
      await page.goto(typeof path === 'string' ? path : await path(linkOf, app, server));
      await settled(page);
      await open?.(page);
      return page;
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

export interface Shot {
  /** One of `shotNames`. */
  name: string;
  take(): Promise<Buffer>;
}

const sizesOf = ({ wide }: View) => (wide ? [...sizes, wideSize] : sizes);

/** `issues-390-dark`, for each size and theme. */
export const shotNames = (view: View): string[] =>
  sizesOf(view).flatMap(({ width }) => themes.map((theme) => `${view.name}-${width}-${theme}`));

/** The page in each size and theme. */
export async function* shots(view: View, page: Page): AsyncIterable<Shot> {
  for (const size of sizesOf(view)) {
    await page.setViewportSize(size);
    await settled(page);
    if (view.full) await showAll(page, size);
    if (view.section) await page.locator(`section[aria-label="${view.section}"]`).evaluate((it) => it.scrollIntoView());
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      await page.evaluate(maskVariables);
      yield {
        name: `${view.name}-${size.width}-${colorScheme}`,
        take: () => page.screenshot({ animations: 'disabled' }),
      };
    }
  }
}

/** Runs in the page. */
function disableLiveUpdates(): void {
  Object.assign(globalThis, {
    EventSource: class extends EventTarget {
      close = () => {};
    },
  });
}

/**
 * Makes the window as high as the page, so that bars stay at its edges. Rows that were never visible in this width have an
 * estimated height, which is why the page is shown whole before it is measured.
 */
async function showAll(page: Page, size: { width: number; height: number }): Promise<void> {
  const show = async (height: number) => {
    await page.setViewportSize({ ...size, height });
    await settled(page);
  };
  await show(await page.evaluate(heightOfPage));
  await show(size.height);
  await show(await page.evaluate(heightOfPage));
}

/** Runs in the page. */
const heightOfPage = (): number => document.documentElement.scrollHeight;

/** Runs in the page: a port, and a hash that changes with every build. Then waits for the fonts. */
async function maskVariables(): Promise<void> {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const same = text
      .nodeValue!.replace(/\/kit\/[^/]+\//, '/kit/0.0.0-000000000000/')
      .replace(location.host, 'seismo.example.com');
    if (same !== text.nodeValue) text.nodeValue = same;
  }
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
