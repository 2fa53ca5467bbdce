import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { hasPostgres, startPostgres } from '../../packages/server/src/testing/postgres.ts';
import { openApp } from './app/server-and-browser.ts';
import { listen } from './listen.ts';
import type { Project } from './running-server.ts';
import { isTakenOver } from './sdk/taken-over.ts';
import { eventsOf } from './shop/events.ts';
import { buildShop, installBuiltKit, removeKit, startShop } from './shop/shop.ts';

const app = join(import.meta.dirname, '../apps/tracing');

/** The clients of the browser, and the order that the visitor opens. The app's server has @sentry/nextjs. */
const visits = [
  ['@sentry/nextjs', 'sentry', 7],
  ['@seismo/nextjs', 'seismo', 8],
] as const;

// PostgreSQL is not on every machine; with CI set, it must be.
describe.skipIf(!hasPostgres)('a click whose page fails in the database of another service', async () => {
  if (!hasPostgres) return;
  const { server, browser, page, main, open } = await openApp();
  const postgres = startPostgres();
  const orders = await server.createProject('orders', 'node');
  const checkout = await startCheckout(server.url, await server.createProject('checkout', 'python'));
  await installBuiltKit(app);
  await buildShop({ app, dsn: '', release: 'shop@1' });

  afterAll(async () => {
    await checkout[Symbol.asyncDispose]();
    postgres.stop();
    await removeKit(app);
  });

  const treegrid = main.getByRole('treegrid', { name: 'Spans' });
  const region = (name: string) => main.getByRole('region', { name, exact: true });

  /** The rows of the waterfall from the root to the one with this text. */
  async function pathTo(text: string): Promise<string[]> {
    const rows = await treegrid
      .getByRole('row')
      .evaluateAll((all) => all.map((row) => [Number(row.ariaLevel), row.textContent] as const));
    const at = rows.findIndex(([, name]) => name.includes(text));
    if (at === -1) return [];
    const path = [rows[at]!];
    for (const row of rows.slice(0, at).reverse()) if (row[0] === path[0]![0] - 1) path.unshift(row);
    return path.map(([, name]) => name.replace(/^Failed/, ''));
  }

  test.each(visits)('with %s in the browser is one trace, which its error code leads to', async (_name, client, id) => {
    const web = await server.createProject(`web-${client}`, 'javascript-nextjs');
    // Its client drops an error that equals the one before.
    using service = await startOrders({ dsn: orders.dsn, postgres: postgres.createStore(), checkout: checkout.origin });
    const env = { E2E_DSN: web.dsn, E2E_CLIENT: client, E2E_ORDERS: service.origin };
    await using site = await startShop(app, web.dsn, env);
    const visitor = await browser.newPage();
    await visitor.goto(site.origin);
    const link = visitor.getByRole('link', { name: `Order ${id}` });
    await expect.poll(() => link.evaluate(isTakenOver)).toBe(true);
    await link.click();
    const shown = visitor.getByRole('alert').filter({ hasText: 'Digest' });
    await shown.waitFor();
    const message = await shown.innerText();
    // The clients send the spans of a page that is left.
    await visitor.goto('about:blank');

    await expect.poll(() => arrived(`web-${client}`)).toBe(true);
    await open('/error-codes');
    await main.getByLabel('Error code').fill(message);
    await main.getByRole('button', { name: 'Look up' }).click();
    await page.waitForURL(`**/error-codes/${/\d+/.exec(message)![0]}`);
    await region('On the server')
      .getByRole('link', { name: `Order ${id} could not be loaded` })
      .waitFor();
    await region('Trace')
      .getByRole('link', { name: /^[0-9a-f]{32}$/ })
      .click();
    await page.waitForURL('**/traces/**');
    const { pathname } = new URL(page.url());

    const toService = [
      /^navigation/,
      /^http\.clientGET/,
      /^http\.serverGET \/orders\/\[id\].*Order \d could not be loaded/,
      /^http\.clientGET/,
      /^http\.serverGET \/orders\/.*Error: error: relation "orders" does not exist/,
    ].map((text) => expect.stringMatching(text));
    const path = async (text: string) => {
      await open(pathname);
      await treegrid.waitFor();
      return pathTo(text);
    };
    await expect.poll(() => path('SELECT orders')).toEqual([...toService, expect.stringMatching(/^dbSELECT orders/)]);
    await expect
      .poll(() => path('SELECT shop.carts'))
      .toEqual([
        ...toService,
        expect.stringMatching(/^http\.clientPOST/),
        expect.stringMatching(/^http\.serverPOST \/api\/checkout/),
        expect.stringMatching(/^dbSELECT shop\.carts/),
      ]);
    const services = await main.getByRole('list', { name: 'Services' }).innerText();
    for (const name of [`web-${client}`, 'orders', 'checkout']) expect(services).toContain(name);
    expect(await main.getByText('has a parent that is not here').count()).toBe(0);

    await treegrid.getByRole('row').filter({ hasText: 'relation "orders" does not exist' }).click();
    await main
      .getByRole('complementary', { name: 'Span' })
      .getByRole('link', { name: /relation "orders" does not exist/ })
      .click();
    await page.waitForURL('**/issues/ORDERS-1**');
    const around = region('Trace').getByRole('list', { name: 'Spans around the error' });
    await around.getByRole('listitem').filter({ hasText: 'SELECT orders' }).waitFor();
    await around.getByRole('listitem').filter({ hasText: 'navigation' }).waitFor();
    await region('Trace').getByRole('link', { name: 'Open trace' }).click();
    await page.waitForURL(`**${pathname}?span=*`);
    await treegrid.getByRole('row', { selected: true }).filter({ hasText: 'GET /orders/' }).waitFor();
    await visitor.close();
  });

  /** Whether the app has reported the error. */
  const arrived = async (project: string) => (await eventsOf(server, project)).length > 0;
});

/** The service behind the app: it fails in its database. */
async function startOrders(given: { dsn: string; postgres: string; checkout: string }) {
  const child = spawn(process.execPath, ['--import', './instrument.mjs', 'orders.mjs'], {
    cwd: join(app, 'service'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, E2E_DSN: given.dsn, E2E_POSTGRES: given.postgres, E2E_CHECKOUT: given.checkout },
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { origin: `http://127.0.0.1:${/\d+$/.exec(line)![0]}`, [Symbol.dispose]: () => void child.kill() };
}

/**
 * A service in Python that reports with OpenTelemetry. It answers each request by sending the bytes that the SDK once sent,
 * as a part of the trace that the request's `traceparent` names.
 */
async function startCheckout(url: string, { publicKey }: Project) {
  const recorded = await readFile(join(import.meta.dirname, '../golden/otlp/python--0.66b1--json.bin'), 'utf8');
  const recordedAt = 1_795_978_120_960_000_000n;
  const durationMs = 45;
  return listen(
    createServer(async ({ headers }, response) => {
      const shift = BigInt(Date.now()) * 1_000_000n - recordedAt;
      const [, traceId, parentId] = String(headers.traceparent).split('-') as [string, string, string];
      const body = recorded
        .replaceAll('4bf92f3577b34da6a3ce929d0e0e4736', traceId)
        .replaceAll('00f067aa0ba902b7', parentId)
        .replaceAll(/(?<=TimeUnixNano": ")\d+/g, (ns) => String(BigInt(ns) + shift));
      await wait(durationMs);
      const answer = await fetch(`${url}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sentry-auth': `sentry sentry_key=${publicKey}` },
        body,
      });
      expect(answer.status).toBe(200);
      response.writeHead(500).end();
    }),
  );
}
