import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { BrowserContext } from 'playwright-core';
import { openChromium } from '../../tests/e2e/sdk/chromium.ts';
import { devices } from './web-visits.ts';

/** User feedback sent some time after a recorded visit, about the visit's error if it had one. */
interface Said {
  /** The recorded scenario with the same name and device; the new recording is called `<name>-said`. */
  scenario: string;
  /** A different name for the recording. */
  name?: string;
  device: string;
  path: string;
  message: string;
  source: 'widget' | 'api';
  /** Attaches a screenshot. */
  screenshot?: true;
}

const said: Said[] = [
  {
    scenario: 'cart-total',
    device: 'firefox-linux',
    path: '/cart',
    message:
      'Mon panier est vide depuis ce matin. J’avais trois articles, et la page dit seulement que quelque chose a échoué.',
    source: 'widget',
  },
  {
    scenario: 'coupon-expiry',
    device: 'safari-iphone',
    path: '/cart',
    message:
      'I tried to redeem AUTUMN-15 three times. Nothing happens and there is no message.\n\nIs the code still valid? The newsletter says so.',
    source: 'widget',
    screenshot: true,
  },
  {
    scenario: 'payment-all-refused',
    device: 'edge-windows',
    path: '/checkout/payment',
    message: 'Tried two cards and PayPal, all refused. My bank says that nobody even asked. Was I charged?',
    source: 'api',
  },
  {
    scenario: 'currency-code',
    device: 'safari-mac',
    path: '/',
    message: 'The prices disappear when I switch the currency.',
    source: 'widget',
  },
  {
    scenario: 'wishlist-quota',
    device: 'chrome-windows',
    path: '/account/wishlist',
    message: 'Seit ich Fotos angehängt habe, lässt sich meine Merkliste nicht mehr offline speichern.',
    source: 'widget',
  },
  {
    scenario: 'return-picture',
    device: 'chrome-android',
    path: '/orders/10482/return',
    message: 'The return form does not take the photo of the broken mug. It is 9 MB, straight from the phone.',
    source: 'api',
  },
  {
    scenario: 'healthy',
    device: 'safari-iphone',
    path: '/',
    message: 'Could you show the delivery date in the cart already, before I pay?',
    source: 'widget',
  },
  {
    scenario: 'healthy',
    name: 'offer',
    device: 'edge-windows',
    path: '/',
    message: 'CHEAP backlinks for your shop!!! First page guaranteed, write to us today',
    source: 'widget',
  },
];

interface Entry {
  project: string;
  build: string;
  scenario: string;
  userAgent: string;
  envelopes: { file: string; afterMs: number }[];
}

/** Time from the start of the visit to the feedback: typing takes a while. */
const TYPED_AFTER_MS = 41_000;

/**
 * Adds user feedback to existing recordings: with the real SDK, about the event that the visit sent, at the time of the
 * visit as far as the page knows it.
 */
export async function recordFeedback(folder: string): Promise<void> {
  const index = join(folder, 'index.json');
  const entries = (JSON.parse(await readFile(index, 'utf8')) as Entry[]).filter(
    ({ scenario }) => !scenario.endsWith('-said'),
  );
  const sdk = await bundledSdk();
  await using chromium = await openChromium();
  for (const one of said) {
    const {
      name: variant,
      userAgent,
      locale,
      timezoneId,
      viewport,
    } = devices.find((device) => device.name === one.device)!;
    const visit = entries.find(
      (entry) =>
        entry.scenario === one.scenario && entry.build === 'production' && entry.envelopes[0]!.file.includes(variant),
    )!;
    const { startedMs, eventId } = await readVisit(folder, visit);
    const context = await chromium.browser.newContext({ userAgent, locale, timezoneId, viewport });
    const body = await sayIt(context, sdk, one, startedMs + TYPED_AFTER_MS, eventId);
    await context.close();
    const scenario = `${one.name ?? one.scenario}-said`;
    const file = `${visit.project}--${visit.build}--${scenario}--${variant}.envelope`;
    await writeFile(join(folder, file), body);
    // The recording keeps the other envelopes of the visit, under the same IDs.
    const envelopes = [...visit.envelopes, { file, afterMs: TYPED_AFTER_MS + 200 }];
    entries.push({ ...visit, scenario, envelopes });
  }
  await writeFile(index, `${JSON.stringify(entries, null, 2)}\n`);
}

/** The start of the visit, and the event that it sent. */
async function readVisit(folder: string, { envelopes }: Entry): Promise<{ startedMs: number; eventId: string | null }> {
  let startedMs = 0;
  let eventId: string | null = null;
  for (const { file, afterMs } of envelopes) {
    const [header, item] = (await readFile(join(folder, file), 'utf8')).split('\n', 2).map((line) => JSON.parse(line));
    startedMs = Math.max(startedMs, Date.parse(header.sent_at ?? 0) - afterMs);
    if (item.type === 'event') eventId = header.event_id;
  }
  return { startedMs, eventId };
}

async function sayIt(
  context: BrowserContext,
  sdk: string,
  { path, message, source, screenshot }: Said,
  atMs: number,
  eventId: string | null,
): Promise<Buffer> {
  const { promise: sent, resolve } = Promise.withResolvers<Buffer>();
  await context.route('https://errors.acme.example/**', async (route) => {
    const body = route.request().postDataBuffer();
    if (body?.includes('"type":"feedback"')) resolve(body);
    await route.fulfill({ status: 200, body: '{}', headers: { 'access-control-allow-origin': '*' } });
  });
  await context.route('https://shop.acme.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: cartPage }),
  );
  const page = await context.newPage();
  await page.clock.install({ time: atMs });
  await page.goto(`https://shop.acme.example${path}`);
  const picture = screenshot ? [...(await page.screenshot({ type: 'png' }))] : null;
  await page.addScriptTag({ content: sdk });
  await page.evaluate(
    ({ words, from, about, shot }) => {
      (globalThis as unknown as { say: (...what: unknown[]) => void }).say(words, from, about, shot);
    },
    { words: message, from: source, about: eventId, shot: picture },
  );
  await page.clock.runFor(1000);
  return sent;
}

/** Bundles the shop's SDK set-up with a function that sends feedback. */
async function bundledSdk(): Promise<string> {
  const built = await build({
    stdin: {
      contents: `
        import * as Sentry from '@sentry/react';
        Sentry.init({
          dsn: 'https://0f1e2d3c4b5a69788796a5b4c3d2e1f0@errors.acme.example/1',
          release: 'shop-web@2.5.1',
          environment: 'production',
          initialScope: { tags: { shop: 'acme', channel: 'web' } },
        });
        Sentry.setUser({ id: 'c-1042', email: 'ana@mail.example', username: 'ana', plan: 'plus' });
        globalThis.say = (message, source, associatedEventId, shot) =>
          Sentry.captureFeedback(
            { message, source, ...(associatedEventId && { associatedEventId }) },
            shot ? { attachments: [{ filename: 'screenshot.png', data: new Uint8Array(shot), contentType: 'image/png' }] } : {},
          );`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return built.outputFiles[0]!.text;
}

/** A cart with an unknown voucher code. */
const cartPage = `<!doctype html><meta charset="utf-8"><title>Acme</title>
<style>
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #1d1d1b; background: #faf8f4; }
  header { padding: 14px 20px; border-bottom: 1px solid #ddd6c8; font-weight: 700; letter-spacing: .08em; }
  main { padding: 20px; }
  h1 { margin: 0 0 14px; font-size: 22px; }
  li { display: flex; justify-content: space-between; padding: 9px 0; border-bottom: 1px solid #e8e2d6; }
  ul { margin: 0 0 18px; padding: 0; list-style: none; }
  form { display: flex; gap: 8px; }
  input { flex: 1; min-width: 0; padding: 9px; border: 1px solid #b9b09d; border-radius: 4px; font: inherit; }
  button { padding: 9px 16px; border: 0; border-radius: 4px; background: #2f5d50; color: #fff; font: inherit; }
  p { display: flex; justify-content: space-between; font-weight: 600; }
</style>
<header>ACME</header><main><h1>Your cart</h1>
<ul><li><span>2 × Enamel mug</span><span>25.80 €</span></li><li><span>2 × Linen towel</span><span>37.00 €</span></li></ul>
<form><input value="AUTUMN-15"><button type="button">Redeem</button></form>
<p><span>Total</span><span>62.80 €</span></p></main>`;
