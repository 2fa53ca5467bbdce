import type { DemoProject } from './templates.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const DEMO_SPAN_MS = 14 * DAY_MS;

export const demoProjects: readonly { slug: DemoProject; name: string; platform: string }[] = [
  { slug: 'shop-web', name: 'Shop (web)', platform: 'javascript-react' },
  { slug: 'shop-api', name: 'Shop API', platform: 'node' },
  { slug: 'shop-worker', name: 'Shop worker', platform: 'node' },
];

/** Oldest first; each was live from `agoMs` before now until the next one. */
export const releases: readonly { version: string; agoMs: number }[] = [
  { version: '2.3.0', agoMs: 20 * DAY_MS },
  { version: '2.4.0', agoMs: 11 * DAY_MS },
  { version: '2.4.1', agoMs: 8.2 * DAY_MS },
  { version: '2.5.0', agoMs: 4.1 * DAY_MS },
  { version: '2.5.1', agoMs: 1.6 * DAY_MS },
];

/** When visits of a scenario happen: between two ages, with the day's rhythm, at least one of them at `firstAgoMs`. */
export interface Occurrence {
  scenario: string;
  count: number;
  fromAgoMs: number;
  toAgoMs: number;
}

const always = { fromAgoMs: DEMO_SPAN_MS - HOUR_MS, toAgoMs: 0 };

export const occurrences: readonly Occurrence[] = [
  // The old one that never goes away.
  { scenario: 'cart-total', count: 68, ...always },
  // Spikes since the last release, though it was there before.
  { scenario: 'currency-code', count: 7, fromAgoMs: 9 * DAY_MS, toAgoMs: 1.6 * DAY_MS },
  { scenario: 'currency-code', count: 88, fromAgoMs: 1.55 * DAY_MS, toAgoMs: 0 },
  // Stopped with 2.4.1 and has not been seen since.
  { scenario: 'search-html', count: 34, fromAgoMs: 13.5 * DAY_MS, toAgoMs: 8.2 * DAY_MS },
  // Brand-new today.
  { scenario: 'coupon-expiry', count: 11, fromAgoMs: 5 * HOUR_MS, toAgoMs: 0 },
  // One bad afternoon at the payment providers, five days ago.
  { scenario: 'payment-all-refused', count: 21, fromAgoMs: 5.3 * DAY_MS, toAgoMs: 5.1 * DAY_MS },
  { scenario: 'payment-all-refused', count: 4, ...always },
  { scenario: 'payment-slow', count: 16, ...always },
  { scenario: 'products-unavailable', count: 18, ...always },
  { scenario: 'card-incomplete', count: 22, ...always },
  { scenario: 'wishlist-quota', count: 6, ...always },
  { scenario: 'return-picture', count: 9, fromAgoMs: 10 * DAY_MS, toAgoMs: 0.4 * DAY_MS },
  { scenario: 'campaign-tracking', count: 24, fromAgoMs: 4.1 * DAY_MS, toAgoMs: 0 },
  { scenario: 'healthy', count: 40, ...always },
  { scenario: 'order-stored-twice', count: 14, ...always },
  { scenario: 'order-discount-missing', count: 19, fromAgoMs: 4.1 * DAY_MS, toAgoMs: 0 },
  { scenario: 'inventory-unreachable', count: 26, fromAgoMs: 6.4 * DAY_MS, toAgoMs: 6.2 * DAY_MS },
  { scenario: 'inventory-unreachable', count: 5, ...always },
  { scenario: 'webhook-not-json', count: 10, ...always },
  { scenario: 'carrier-timeout', count: 23, ...always },
  { scenario: 'postcode-invalid', count: 31, ...always },
  { scenario: 'import-prices', count: 13, ...always },
  { scenario: 'send-invoices', count: 15, ...always },
  { scenario: 'resize-pictures', count: 8, fromAgoMs: 8.2 * DAY_MS, toAgoMs: 1 * DAY_MS },
  { scenario: 'low-stock', count: 12, ...always },
];

const names = [
  'ana', 'ben', 'carla', 'daniel', 'elif', 'femi', 'greta', 'hugo', 'ines', 'jonas', 'karin', 'luca', 'mara', 'nils',
  'olga', 'paul', 'quentin', 'rosa', 'sven', 'tilda', 'uwe', 'vera', 'wanda', 'yusuf', 'zoe', 'amir', 'bianca', 'cem',
  'dora', 'emil', 'fatma', 'georg', 'hana', 'ivan', 'jule', 'kofi', 'lea', 'milan', 'nora', 'otto',
];

export interface DemoUser {
  id: string;
  email: string;
  username: string;
  address: string;
}

/** Addresses are of the blocks kept for documentation (RFC 5737). */
export const users: readonly DemoUser[] = names.map((username, index) => ({
  id: `c-${1042 + index * 7}`,
  email: `${username}@mail.example`,
  username,
  address: `${index % 2 === 0 ? '203.0.113' : '198.51.100'}.${10 + index}`,
}));

/** How likely a visit is in this hour of the day (UTC), from 0.08 at night to 1 in the evening. */
export function rhythm(hour: number): number {
  return 0.08 + 0.92 * Math.max(0, Math.sin(((hour - 5) / 18) * Math.PI)) ** 1.5;
}
