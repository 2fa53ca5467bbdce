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
  'Search: treat non-JSON responses as empty results\n\nOn timeouts the gateway returns an HTML page.',
  'src/catalog/search.ts',
  'src/catalog/SearchPage.tsx',
);

/** Releases of each project with their commits and deploys, newest first. */
const commits: Record<DemoProject, Record<string, DemoCommit[]>> = {
  'shop-web': {
    '2.4.0': [
      commit('mira', 'Build: upload source maps to Seismo', 'package.json', 'vite.config.ts'),
      commit('jonas', 'Cart: show the price of each line', 'src/checkout/CartPage.tsx', 'src/checkout/cart.ts'),
      commit(
        'ines',
        'Wishlist: store it on the device with its pictures',
        'src/account/wishlist.ts',
        'src/account/WishlistPage.tsx',
      ),
    ],
    '2.4.1': [searchFix, commit('ines', 'Wishlist: resize pictures before storing them', 'src/account/wishlist.ts')],
    '2.5.0': [
      commit('mira', 'Measure campaign pages', 'index.html', 'src/monitoring.ts'),
      commit('ines', 'Wishlist: store full-size pictures again, by request', 'src/account/wishlist.ts'),
      commit('jonas', 'Payment: query three providers in parallel', 'src/checkout/pay.ts'),
    ],
    '2.5.1': [
      commit('jonas', 'Coupons: reject expired coupons', 'src/checkout/coupon.ts', 'src/checkout/CartPage.tsx'),
      commit(
        'ines',
        'Prices: read the currency from the price service',
        'src/catalog/ProductsPage.tsx',
        'src/catalog/format-price.ts',
      ),
    ],
    '2.6.0-rc.1': [commit('mira', 'Checkout: keep coupons when the cart reloads', 'src/checkout/CartPage.tsx')],
  },
  'shop-api': {
    '2.4.0': [commit('tom', 'Inventory: reserve single items', 'src/inventory/client.ts')],
    '2.4.1': [commit('jonas', 'Customers: validate postcodes', 'src/customers/customer.ts')],
    '2.5.0': [
      commit('jonas', 'Orders: apply a discount to each item', 'src/orders/place-order.ts', 'src/server.ts'),
      commit('tom', 'Shorten the timeout for carriers', 'src/shipping/rates.ts'),
    ],
    '2.5.1': [
      commit('jonas', 'Orders: read the items of each order when it is listed', 'src/orders/list-orders.ts'),
      commit('tom', 'Upgrade to Node 24', 'package.json'),
    ],
  },
  'shop-worker': {
    '2.4.0': [commit('tom', 'Import prices at night', 'src/import-prices.ts')],
    '2.4.1': [commit('ines', 'Pictures: use the widest variant', 'src/resize-pictures.ts')],
    '2.5.0': [commit('tom', 'Report low stock', 'src/low-stock.ts')],
    '2.5.1': [commit('tom', 'Upgrade to Node 24', 'package.json')],
  },
  'shop-office': {
    '2.5.0': [commit('ines', 'Refunds of a part of an order', 'src/app/orders/[id]/actions.ts')],
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
