import type { Browser, Page } from 'playwright-core';
import type * as SeismoModule from '../../../packages/browser/src/index.ts';
import type * as FeedbackBox from '../../../packages/browser/src/feedback.ts';
import type { offline } from '../../../packages/browser/src/offline.ts';
import type * as WebVitalsModule from 'web-vitals/attribution';
import type { Site } from './site.ts';

declare global {
  var Seismo: typeof SeismoModule & typeof FeedbackBox & { offline: typeof offline };
  /** Functions of the site. */
  function checkOut(): never;
  function dig(depth: number): number;
  /** Uses XMLHttpRequest. */
  function sendOld(method: string, path: string): Promise<unknown>;
  /** Blocks the page for this time after each click on the button. */
  function payTakes(ms: number): void;
  /** Only on pages that keep their trace open. */
  var reading: SeismoModule.Span;
  var webVitals: typeof WebVitalsModule;
  /** What the library measured, by metric name. */
  var library: Record<string, number>;
}

/** Opens a page of the site as a new visitor. */
export async function visit(browser: Browser, site: Site, path = '/') {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const noise = noiseOf(page);
  await page.goto(site.origin + path);
  return { context, page, noise };
}

/** Collects side effects that the host page must never see: uncaught errors, rejections and console messages. */
function noiseOf(page: Page): string[] {
  const noise: string[] = [];
  page.on('pageerror', (error) => noise.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // Chromium logs every failed request; scripts cannot prevent that.
    if (!message.text().startsWith('Failed to load resource')) noise.push(`console: ${message.text()}`);
  });
  return noise;
}

/** Hides the page as a switch to another tab does: the same events in the same order. */
export const hide = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });

export const flush = (page: Page): Promise<boolean> => page.evaluate(() => Seismo.flush(30_000));
