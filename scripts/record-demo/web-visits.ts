import type { Page } from 'playwright-core';
import type { Visit } from './visit.ts';

/** An answer of the shop's API during a visit: a body, a status, or a broken connection; `afterMs` delays it. */
export interface Reply {
  body?: unknown;
  text?: string;
  status?: number;
  afterMs?: number;
  unreachable?: boolean;
}

export interface WebVisit {
  scenario: string;
  /** The builds with such visits. */
  builds: readonly Visit['build'][];
  byCrawler?: true;
  path: string;
  api: Record<string, Reply>;
  act(page: Page): Promise<void>;
}

const products = [
  { sku: 'A-100', name: 'Enamel mug', cents: 1290 },
  { sku: 'B-310', name: 'Linen towel', cents: 1850 },
];
const fullLines = products.map(({ sku, name, cents }) => ({ sku, quantity: 2, product: { name, price: cents } }));

function click(...selectors: string[]) {
  return async (page: Page) => {
    for (const selector of selectors) {
      await page.waitForSelector(selector);
      await page.click(selector);
    }
  };
}

export const webVisits: WebVisit[] = [
  {
    scenario: 'cart-total',
    builds: ['first', 'production'],
    path: '/cart',
    // A discontinued article has no product any more while a cart still contains it.
    api: { '/api/cart': { body: [...fullLines, { sku: 'C-400', quantity: 1 }] } },
    act: async (page) => void (await page.waitForSelector('#failed')),
  },
  {
    scenario: 'coupon-expiry',
    builds: ['production', 'staging'],
    path: '/cart',
    api: {
      '/api/cart': { body: fullLines },
      '/api/coupons/AUTUMN-15': { body: { code: 'AUTUMN-15', percent: 15, expiresAt: '2026-12-31T23:59:59Z' } },
    },
    act: click('#redeem'),
  },
  {
    scenario: 'currency-code',
    builds: ['production'],
    path: '/',
    api: { '/api/products': { body: products }, '/api/prices': { body: { currency: 'EURO' } } },
    act: async (page) => {
      await page.waitForSelector('li');
      await page.click('#switch-currency');
    },
  },
  {
    scenario: 'products-unavailable',
    builds: ['production'],
    path: '/',
    api: { '/api/products': { unreachable: true } },
    act: async (page) => void (await page.waitForSelector('h1')),
  },
  {
    scenario: 'search-html',
    builds: ['first', 'production'],
    path: '/search',
    api: { '/api/search': { text: '<!doctype html><title>Gateway time-out</title>', status: 504 } },
    act: async (page) => {
      await page.waitForSelector('#words');
      await page.fill('#words', 'linen towel');
      await page.click('#search');
    },
  },
  {
    scenario: 'payment-all-refused',
    builds: ['production'],
    path: '/checkout/payment',
    api: {
      '/api/payments/stripe': { status: 503 },
      '/api/payments/adyen': { status: 402 },
      '/api/payments/paypal': { unreachable: true },
    },
    act: click('#pay'),
  },
  {
    scenario: 'payment-slow',
    builds: ['production'],
    path: '/checkout/payment',
    api: {
      '/api/payments/stripe': { body: { id: 'auth_71' }, afterMs: 400 },
      '/api/payments/adyen': { status: 503 },
      '/api/payments/paypal': { status: 503 },
    },
    act: click('#details', '#pay'),
  },
  {
    scenario: 'card-incomplete',
    builds: ['production'],
    path: '/checkout/payment',
    api: {},
    act: click('#save-card'),
  },
  {
    scenario: 'wishlist-quota',
    builds: ['production'],
    path: '/account/wishlist',
    api: { '/api/wishlist': { body: [{ sku: 'A-100', note: 'in blue', picture: 'A'.repeat(5_300_000) }] } },
    act: click('#keep-offline'),
  },
  {
    scenario: 'return-picture',
    builds: ['production'],
    path: '/orders/10482/return',
    api: { '/api/orders/10482/pictures': { status: 413 } },
    act: click('#send'),
  },
  {
    scenario: 'campaign-tracking',
    builds: ['production'],
    path: '/campaign/autumn-sale',
    api: { '/api/products': { body: products } },
    act: async (page) => void (await page.waitForSelector('li')),
  },
  {
    scenario: 'healthy',
    builds: ['first', 'production', 'staging'],
    path: '/',
    api: { '/api/products': { body: products } },
    act: async (page) => void (await page.waitForSelector('li')),
  },
  {
    // Errors of a browser extension, which the browser reports as errors of the page.
    scenario: 'extension-noise',
    builds: ['production'],
    path: '/',
    api: { '/api/products': { body: products } },
    act: async (page) => {
      await page.waitForSelector('li');
      await page.addScriptTag({
        content: `setTimeout(function highlightPrices() {
          document.querySelector('#prices').getBoundingClientRect();
        }, 0);
        //# sourceURL=chrome-extension://mlkjihgfedcbaponmlkjihgfedcbapon/content.js`,
      });
    },
  },
  {
    // The text of older browsers; the SDK itself drops the newer one.
    scenario: 'layout-noise',
    builds: ['production'],
    path: '/',
    api: { '/api/products': { body: products } },
    act: async (page) => {
      await page.waitForSelector('li');
      await page.evaluate(() => {
        window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop limit exceeded' }));
      });
    },
  },
  {
    scenario: 'crawler-noise',
    builds: ['production'],
    byCrawler: true,
    path: '/campaign/autumn-sale',
    api: { '/api/products': { body: products } },
    act: async (page) => void (await page.waitForSelector('li')),
  },
];

export interface Device {
  name: string;
  userAgent: string;
  locale: string;
  timezoneId: string;
  viewport: { width: number; height: number };
}

export const devices: Device[] = [
  {
    name: 'chrome-windows',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1536, height: 730 },
  },
  {
    name: 'safari-iphone',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 393, height: 660 },
  },
  {
    name: 'firefox-linux',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1920, height: 940 },
  },
  {
    name: 'chrome-android',
    userAgent:
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36',
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 412, height: 780 },
  },
  {
    name: 'safari-mac',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1440, height: 800 },
  },
  {
    name: 'edge-windows',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0',
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1366, height: 650 },
  },
];

export const crawler: Device = {
  name: 'crawler',
  userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/136.0.0.0 Safari/537.36',
  locale: 'en-US',
  timezoneId: 'America/New_York',
  viewport: { width: 1280, height: 720 },
};
