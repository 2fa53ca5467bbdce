import type { DemoBuild, DemoProject } from './templates.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const DEMO_SPAN_MS = 14 * DAY_MS;

export const demoProjects: readonly { slug: DemoProject; name: string; platform: string }[] = [
  { slug: 'shop-web', name: 'Shop (web)', platform: 'javascript-react' },
  { slug: 'shop-api', name: 'Shop API', platform: 'node' },
  { slug: 'shop-worker', name: 'Shop worker', platform: 'node' },
  { slug: 'shop-office', name: 'Shop back office', platform: 'javascript-nextjs' },
];

export interface DemoRelease {
  version: string;
  /** Deployed until the next release. */
  agoMs: number;
  /** Of shop-web. */
  build: DemoBuild;
  /** Only for shop-web on staging, without customers. */
  onStaging: boolean;
}

const release = (version: string, agoMs: number, build: DemoBuild = 'production'): DemoRelease => ({
  version,
  agoMs,
  build,
  onStaging: build === 'staging',
});

/** Oldest first. The first has no source maps yet; those of the last were deleted. */
export const releases: readonly DemoRelease[] = [
  release('2.3.0', 20 * DAY_MS, 'first'),
  release('2.4.0', 11 * DAY_MS),
  release('2.4.1', 8.2 * DAY_MS),
  release('2.5.0', 4.1 * DAY_MS),
  release('2.5.1', 1.6 * DAY_MS),
  release('2.6.0-rc.1', 1.2 * DAY_MS, 'staging'),
];

/** When visits of a scenario happen: between two ages, with the day's rhythm. */
export interface Occurrence {
  scenario: string;
  count: number;
  fromAgoMs: number;
  toAgoMs: number;
  /** By colleagues, who test the next release. */
  staging?: true;
  /** All its users are new: none runs the release before. */
  justCame?: true;
}

const always = { fromAgoMs: DEMO_SPAN_MS - HOUR_MS, toAgoMs: 0 };
const mapped = { fromAgoMs: 10.9 * DAY_MS, toAgoMs: 0 };
const nextOne = { fromAgoMs: 1.15 * DAY_MS, toAgoMs: HOUR_MS, staging: true } as const;

export const occurrences: readonly Occurrence[] = [
  // A known bug that stays open.
  { scenario: 'cart-total', count: 62, ...always },
  { scenario: 'cart-total', count: 3, fromAgoMs: 10.9 * DAY_MS, toAgoMs: 10.4 * DAY_MS, justCame: true },
  // Spikes since the last release, though it was there before and was archived.
  { scenario: 'currency-code', count: 7, fromAgoMs: 9 * DAY_MS, toAgoMs: 3 * DAY_MS },
  { scenario: 'currency-code', count: 120, fromAgoMs: 1.55 * DAY_MS, toAgoMs: 0 },
  // Stopped with 2.4.1 and has not been seen since.
  { scenario: 'search-html', count: 34, fromAgoMs: 13.5 * DAY_MS, toAgoMs: 8.2 * DAY_MS },
  // Brand-new today; a day before on staging.
  { scenario: 'coupon-expiry', count: 11, fromAgoMs: 5 * HOUR_MS, toAgoMs: 0, justCame: true },
  { scenario: 'coupon-expiry', count: 5, ...nextOne },
  // One bad afternoon at the payment providers, five days ago.
  { scenario: 'payment-all-refused', count: 21, fromAgoMs: 5.3 * DAY_MS, toAgoMs: 5.1 * DAY_MS },
  { scenario: 'payment-all-refused', count: 4, fromAgoMs: 10.9 * DAY_MS, toAgoMs: 5.3 * DAY_MS },
  { scenario: 'payment-slow', count: 16, ...mapped },
  { scenario: 'products-unavailable', count: 18, ...mapped },
  { scenario: 'card-incomplete', count: 22, ...mapped },
  // Fixed in 2.4.1, regressed in 2.5.0.
  { scenario: 'wishlist-quota', count: 8, fromAgoMs: 10.9 * DAY_MS, toAgoMs: 8.6 * DAY_MS },
  { scenario: 'wishlist-quota', count: 4, fromAgoMs: 3.8 * DAY_MS, toAgoMs: 1.7 * DAY_MS, justCame: true },
  { scenario: 'wishlist-quota', count: 5, fromAgoMs: 1.5 * DAY_MS, toAgoMs: 0.2 * DAY_MS },
  { scenario: 'return-picture', count: 9, fromAgoMs: 10 * DAY_MS, toAgoMs: 0.4 * DAY_MS },
  { scenario: 'campaign-tracking', count: 24, fromAgoMs: 4.1 * DAY_MS, toAgoMs: 0 },
  { scenario: 'healthy', count: 110, ...always },
  { scenario: 'healthy', count: 80, fromAgoMs: 1.1 * DAY_MS, toAgoMs: 0 },
  { scenario: 'healthy', count: 6, ...nextOne },
  // Events for the inbound filters.
  { scenario: 'extension-noise', count: 14, ...mapped },
  { scenario: 'layout-noise', count: 19, ...mapped },
  { scenario: 'crawler-noise', count: 11, fromAgoMs: 4.1 * DAY_MS, toAgoMs: 0 },
  { scenario: 'order-stored-twice', count: 14, ...always },
  { scenario: 'order-discount-missing', count: 4, fromAgoMs: 4.1 * DAY_MS, toAgoMs: 3.4 * DAY_MS, justCame: true },
  { scenario: 'order-discount-missing', count: 15, fromAgoMs: 3.4 * DAY_MS, toAgoMs: 0, justCame: true },
  { scenario: 'inventory-unreachable', count: 26, fromAgoMs: 6.4 * DAY_MS, toAgoMs: 6.2 * DAY_MS },
  { scenario: 'inventory-unreachable', count: 5, ...always },
  { scenario: 'webhook-not-json', count: 10, ...always },
  { scenario: 'carrier-timeout', count: 23, ...always },
  { scenario: 'postcode-invalid', count: 31, ...always },
  { scenario: 'import-prices', count: 13, ...always },
  { scenario: 'send-invoices', count: 15, ...always },
  { scenario: 'resize-pictures', count: 8, fromAgoMs: 8.2 * DAY_MS, toAgoMs: 1 * DAY_MS },
  { scenario: 'low-stock', count: 18, ...always },
  // User feedback, sent shortly after its event.
  { scenario: 'payment-all-refused-said', count: 1, fromAgoMs: 5.25 * DAY_MS, toAgoMs: 5.15 * DAY_MS },
  { scenario: 'offer-said', count: 1, fromAgoMs: 3.4 * DAY_MS, toAgoMs: 2.9 * DAY_MS },
  { scenario: 'return-picture-said', count: 1, fromAgoMs: 2.4 * DAY_MS, toAgoMs: 2 * DAY_MS },
  { scenario: 'wishlist-quota-said', count: 1, fromAgoMs: 1.4 * DAY_MS, toAgoMs: 1.1 * DAY_MS },
  { scenario: 'healthy-said', count: 1, fromAgoMs: 0.9 * DAY_MS, toAgoMs: 0.7 * DAY_MS },
  { scenario: 'cart-total-said', count: 1, fromAgoMs: 9 * HOUR_MS, toAgoMs: 6 * HOUR_MS },
  { scenario: 'currency-code-said', count: 1, fromAgoMs: 5 * HOUR_MS, toAgoMs: 3.5 * HOUR_MS },
  { scenario: 'coupon-expiry-said', count: 1, fromAgoMs: 2 * HOUR_MS, toAgoMs: 1 * HOUR_MS, justCame: true },
  // Pages in one trace with what they request.
  { scenario: 'trace-products', count: 30, ...mapped },
  { scenario: 'trace-cart', count: 24, ...mapped },
  // Ordered twice by a double click: the newest events of this issue are part of traces.
  { scenario: 'trace-order', count: 4, fromAgoMs: 5 * HOUR_MS, toAgoMs: 0.2 * HOUR_MS },
];

const names =
  'ana ben carla daniel elif femi greta hugo ines jonas karin luca mara nils olga paul quentin rosa ' +
  'sven tilda uwe vera wanda yusuf zoe amir bianca cem dora emil fatma georg hana ivan jule kofi lea ' +
  'milan nora otto';

export interface DemoUser {
  id: string;
  email: string;
  username: string;
  address: string;
}

/** Addresses are from the blocks reserved for documentation (RFC 5737). */
export const users: readonly DemoUser[] = names.split(' ').map((username, index) => ({
  id: `c-${1042 + index * 7}`,
  email: `${username}@mail.example`,
  username,
  address: `${index % 2 === 0 ? '203.0.113' : '198.51.100'}.${10 + index}`,
}));

/** How likely a visit is in this hour of the day (UTC), from 0.08 at night to 1 in the evening. */
export function rhythm(hour: number): number {
  return 0.08 + 0.92 * Math.max(0, Math.sin(((hour - 5) / 18) * Math.PI)) ** 1.5;
}
