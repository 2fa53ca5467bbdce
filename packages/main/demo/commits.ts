import { createHash } from 'node:crypto';
import { people, type Colleague } from './users.ts';
import type { DemoProject } from './templates.ts';

export interface DemoCommit {
  id: string;
  message: string;
  author: Colleague;
  files: string[];
}

function commit(author: Colleague, message: string, ...files: string[]): DemoCommit {
  return { id: createHash('sha1').update(message).digest('hex'), message, author, files };
}

/** The commit in which the search stopped reading error pages. */
export const searchFix = commit(
  'ines',
  'Search: an answer that is no JSON is an empty result\n\nThe gateway answers its time-outs with a page.',
  'src/catalog/search.ts',
  'src/catalog/SearchPage.tsx',
);

/** Releases of each project with their commits and deploys, newest first. */
const commits: Record<DemoProject, Record<string, DemoCommit[]>> = {
  'shop-web': {
    '2.4.0': [
      commit('mira', 'Build: source maps go to Seismo', 'package.json', 'vite.config.ts'),
      commit('jonas', 'Cart: lines show what each costs', 'src/checkout/CartPage.tsx', 'src/checkout/cart.ts'),
      commit(
        'ines',
        'Wishlist: kept on the device with its pictures',
        'src/account/wishlist.ts',
        'src/account/WishlistPage.tsx',
      ),
    ],
    '2.4.1': [
      searchFix,
      commit('ines', 'Wishlist: pictures are made smaller before they are kept', 'src/account/wishlist.ts'),
    ],
    '2.5.0': [
      commit('mira', 'Campaign pages are measured', 'index.html', 'src/monitoring.ts'),
      commit('ines', 'Wishlist: pictures in full size again, people asked for it', 'src/account/wishlist.ts'),
      commit('jonas', 'Payment: three providers are asked at once', 'src/checkout/pay.ts'),
    ],
    '2.5.1': [
      commit(
        'jonas',
        'Coupons: one that has expired takes nothing off',
        'src/checkout/coupon.ts',
        'src/checkout/CartPage.tsx',
      ),
      commit(
        'ines',
        'Prices: the currency comes from the price service',
        'src/catalog/ProductsPage.tsx',
        'src/catalog/format-price.ts',
      ),
    ],
    '2.6.0-rc.1': [commit('mira', 'Checkout: coupons stay when the cart is reloaded', 'src/checkout/CartPage.tsx')],
  },
  'shop-api': {
    '2.4.0': [commit('tom', 'Inventory: reservations for single articles', 'src/inventory/client.ts')],
    '2.4.1': [commit('jonas', 'Customers: postcodes are checked', 'src/customers/customer.ts')],
    '2.5.0': [
      commit('jonas', 'Orders: discounts of each article', 'src/orders/place-order.ts', 'src/server.ts'),
      commit('tom', 'Carriers are given less time', 'src/shipping/rates.ts'),
    ],
    '2.5.1': [commit('tom', 'Node 24', 'package.json')],
  },
  'shop-worker': {
    '2.4.0': [commit('tom', 'Prices are imported by night', 'src/import-prices.ts')],
    '2.4.1': [commit('ines', 'Pictures: the widest variant', 'src/resize-pictures.ts')],
    '2.5.0': [commit('tom', 'Low stock is reported', 'src/low-stock.ts')],
    '2.5.1': [commit('tom', 'Node 24', 'package.json')],
  },
};

/** Like sentry-cli: the newest commit is an hour older than the release. */
export function commitsFor(project: DemoProject, version: string, releasedAtMs: number) {
  return (commits[project][version] ?? []).map(({ id, message, author, files }, index) => ({
    id,
    message,
    authorName: people[author].name,
    authorEmail: people[author].email,
    atMs: releasedAtMs - (index * 7 + 1) * 3_600_000,
    repository: `acme/${project}`,
    files: files.map((path) => ({ path, change: 'modified' as const })),
  }));
}
