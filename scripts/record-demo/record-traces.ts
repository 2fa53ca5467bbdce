import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openChromium } from '../../tests/e2e/sdk/chromium.ts';
import { finish, portOf, start } from './record-node.ts';
import { startRecorder } from './recorder.ts';
import { buildTracedShop, shopOrigin } from './shop-web-builds.ts';
import type { Visit } from './visit.ts';
import { devices } from './web-visits.ts';

/** Until the SDK of the page has sent its page load, which it ends when the page is quiet. */
const SETTLE_MS = 3500;

const pages: { scenario: string; path: string; act?: (page: Page) => Promise<void> }[] = [
  { scenario: 'trace-cart', path: '/cart' },
  { scenario: 'trace-products', path: '/' },
  // While the page load lasts, so that both orders belong to it. The API reports an error for the second.
  { scenario: 'trace-order', path: '/cart', act: (page) => page.dblclick('#order:enabled') },
];

/** Visits pages of the shop whose API is its real server: spans of both, in one trace. */
export async function recordTraces(): Promise<Visit[]> {
  const build = await buildTracedShop();
  await using chromium = await openChromium();
  const visits: Visit[] = [];
  for (const [turn, { scenario, path, act }] of pages.flatMap((page) => [page, page]).entries()) {
    const device = devices[turn % devices.length]!;
    await using recorder = await startRecorder();
    const startedMs = Date.now();
    const variant = device.name;
    const api = start('shop-api', 'server', [], recorder.dsn(2), 'api-1', { SENTRY_TRACES: '1' });
    const port = await portOf(api);
    const { userAgent, locale, timezoneId, viewport } = device;
    const context = await chromium.browser.newContext({ userAgent, locale, timezoneId, viewport });
    const envelopes: Visit['envelopes'] = [];
    await context.route('https://errors.acme.example/**', async (route) => {
      const body = route.request().postDataBuffer();
      if (body) envelopes.push({ afterMs: Date.now() - startedMs, body });
      await route.fulfill({ status: 200, body: '{}', headers: { 'access-control-allow-origin': '*' } });
    });
    await context.route(`${shopOrigin}/**`, async (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) {
        const answer = await fetch(`http://127.0.0.1:${port}${pathname.replace('/api/orders', '/orders')}`, {
          method: request.method(),
          headers: { ...(await request.allHeaders()), 'x-customer': 'c-1042:ana' },
          body: request.postData(),
        });
        return route.fulfill({ status: answer.status, body: await answer.text(), contentType: 'application/json' });
      }
      const { body, contentType } = build.read(pathname);
      const html = body.toString('utf8').replace('%RELEASE%', 'shop-web@2.5.1');
      return route.fulfill({ body: contentType === 'text/html' ? html : body, contentType });
    });
    const page = await context.newPage();
    await page.goto(`${shopOrigin}${path}`);
    await act?.(page);
    await sleep(SETTLE_MS);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await sleep(300);
    await context.close();
    api.kill('SIGTERM');
    await once(api, 'exit');
    const visit = `${scenario} on ${variant}`;
    visits.push({ project: 'shop-web', build: 'production', scenario, variant, userAgent, visit, envelopes });
    visits.push({ ...finish('shop-api', scenario, variant, startedMs, recorder.take()), visit });
  }
  return visits;
}
