import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openPage, settled } from '../e2e/desk/desk.ts';
import { startServer } from '../e2e/running-server.ts';
import { openChromium } from '../e2e/sdk/chromium.ts';
import { momentMs } from './moment.ts';
import type { View } from './views.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const themes = ['light', 'dark'] as const;

/** The same letters on every machine: as the fonts draw them, without the screen's hinting and colours. */
const sameLetters = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];

/** The demo at a moment that never passes, and a browser before it in which nothing happens by itself. */
export async function openStudio() {
  await using opening = new AsyncDisposableStack();
  const server = opening.use(
    await startServer({
      owned: false,
      demo: true,
      gallery: true,
      publicUrl: 'http://seismo.example.com',
      preload: join(import.meta.dirname, 'still.ts'),
    }),
  );
  const { browser } = opening.use(await openChromium(...sameLetters));
  const openStill = async (): Promise<Page> => {
    const { page } = await openPage(browser, server);
    await page.clock.setFixedTime(momentMs);
    await page.addInitScript(hearNothing);
    return page;
  };
  const outside = await openStill();
  const desk = await openStill();
  await desk.goto(server.link);
  await desk.getByRole('button', { name: 'Continue' }).click();
  await desk.waitForURL('**/issues');
  const linkOf = async (title: string): Promise<string> => {
    await desk.goto('/issues');
    return (await desk.locator('[data-row-link]:visible', { hasText: title }).first().getAttribute('href'))!;
  };

  const closing = opening.move();
  return {
    /** Pictures depend on how it draws letters. */
    chromium: `Chromium ${browser.version().split('.')[0]}`,
    /** Opens a view, in the size of the first picture of it. */
    async open({ path, open, outside: isOutside }: View): Promise<Page> {
      const page = isOutside ? outside : desk;
      await page.setViewportSize(sizes[0]!);
      await page.goto(typeof path === 'string' ? path : await path(linkOf));
      await settled(page);
      await open?.(page);
      return page;
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

export interface Sitting {
  /** `issues-390-dark`. */
  name: string;
  shoot(): Promise<Buffer>;
}

/** The page in each size and theme, one after the other. */
export async function* sittings(view: View, page: Page): AsyncIterable<Sitting> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      await page.evaluate(sameKit);
      yield {
        name: `${view.name}-${size.width}-${colorScheme}`,
        shoot: () => page.screenshot({ animations: 'disabled' }),
      };
    }
  }
}

/** In the page: no news from the server. */
function hearNothing(): void {
  Object.assign(globalThis, {
    EventSource: class extends EventTarget {
      close = () => {};
    },
  });
}

/** In the page: the address of the kit names its bytes, and they are not what is looked at. Then all letters are there. */
async function sameKit(): Promise<void> {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const same = text.nodeValue!.replace(/\/kit\/[^/]+\//, '/kit/0.0.0-000000000000/');
    if (same !== text.nodeValue) text.nodeValue = same;
  }
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
