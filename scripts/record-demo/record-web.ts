import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Route } from 'playwright-core';
import { openChromium } from '../../tests/e2e/sdk/chromium.ts';
import { buildShop, shopOrigin, type ShopBuild, type ShopBuilds } from './shop-web-builds.ts';
import { crawler, devices, webVisits, type Device, type Reply, type WebVisit } from './web-visits.ts';
import type { Visit } from './visit.ts';

/** The number of devices that visit each build. */
const deviceCounts: Record<Visit['build'], number> = { first: 2, production: 3, staging: 2 };
const SETTLE_MS = 600;

async function answerApi(route: Route, reply: Reply | undefined): Promise<void> {
  if (!reply) return route.fulfill({ status: 404 });
  if (reply.afterMs) await sleep(reply.afterMs);
  if (reply.unreachable) return route.abort('connectionreset');
  const body = reply.text ?? JSON.stringify(reply.body ?? {});
  return route.fulfill({
    status: reply.status ?? 200,
    body,
    contentType: reply.text ? 'text/html' : 'application/json',
  });
}

async function recordVisit(context: BrowserContext, build: ShopBuild, visit: WebVisit, device: Device): Promise<Visit> {
  const startedMs = Date.now();
  const envelopes: Visit['envelopes'] = [];
  await context.route('https://errors.acme.example/**', async (route) => {
    const body = route.request().postDataBuffer();
    if (body) envelopes.push({ afterMs: Date.now() - startedMs, body });
    await route.fulfill({ status: 200, body: '{}', headers: { 'access-control-allow-origin': '*' } });
  });
  await context.route(`${shopOrigin}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === '/api/me') {
      const body = JSON.stringify({ id: 'c-1042', email: 'ana@mail.example', username: 'ana', plan: 'plus' });
      return route.fulfill({ body, contentType: 'application/json' });
    }
    if (path.startsWith('/api/')) return answerApi(route, visit.api[path]);
    const { body, contentType } = build.read(path);
    if (contentType !== 'text/html') return route.fulfill({ body, contentType });
    return route.fulfill({ body: body.toString('utf8').replace('%RELEASE%', 'shop-web@2.5.1'), contentType });
  });
  const page = await context.newPage();
  await page.goto(`${shopOrigin}${visit.path}`);
  await visit.act(page);
  await sleep(SETTLE_MS);
  // The SDK sends its client report when the visitor leaves the page.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await sleep(150);
  await page.close();
  return {
    project: 'shop-web',
    build: build.name,
    scenario: visit.scenario,
    variant: device.name,
    userAgent: device.userAgent,
    envelopes,
  };
}

/** Visits the shop's builds with a real browser and the real SDK, each scenario on a few devices. */
export async function recordWeb(): Promise<{ visits: Visit[] } & Omit<ShopBuilds, 'builds'>> {
  const { builds, ...uploads } = await buildShop();
  await using chromium = await openChromium();
  const visits: Visit[] = [];
  for (const build of builds) {
    for (const [index, visit] of webVisits.entries()) {
      if (!visit.builds.includes(build.name)) continue;
      for (let turn = 0; turn < deviceCounts[build.name]; turn += 1) {
        const device = visit.byCrawler ? crawler : devices[(index + turn * 2) % devices.length]!;
        const { userAgent, locale, timezoneId, viewport } = device;
        const context = await chromium.browser.newContext({ userAgent, locale, timezoneId, viewport });
        visits.push(await recordVisit(context, build, visit, device));
        await context.close();
        if (visit.byCrawler) break;
      }
    }
  }
  return { visits, ...uploads };
}
