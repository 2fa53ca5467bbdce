import { openChromium } from './chromium.ts';
import { servePage } from './page-server.ts';
import type { Target } from './scenario.ts';

interface PageRun {
  page: 'browser-v11.ts' | 'browser-v7.ts' | 'react-v11.tsx';
  tunnel?: '/monitoring';
}

/** Opens the page, clicks the failing button, and waits until the SDK has sent everything. */
export function inBrowser({ page: source, tunnel }: PageRun) {
  return async ({ dsn }: Target): Promise<void> => {
    await using site = await servePage(source, { dsn, ...(tunnel && { tunnel }) });
    await using chromium = await openChromium();
    const page = await chromium.browser.newPage();
    await page.goto(site.origin);
    await page.click('#fail');
    await page.evaluate(() => window.e2eFlush());
  };
}
