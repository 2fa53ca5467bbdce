import { HOUR_MS, releases } from '../plan.ts';
import { endpoint, job, query, queueOf, request, type Circumstances } from './steps.ts';
import { around, type Step } from './trace.ts';

/** The first servers run a release this long before all do. */
const ROLLOUT_MS = 14.5 * HOUR_MS;
const FIRST_SERVERS_SHARE = 0.03;
/** Since then, the replica of the stock database in us-east-1 has been behind. */
const REPLICA_SLOW_AGO_MS = 20 * HOUR_MS;
const PAYMENT_FAILED_SHARE = 0.03;
const origin = 'https://shop.acme.example';

/** The release of a server that answers now. */
export function serverVersion({ agoMs, chance }: Circumstances): string {
  const live = releases.filter((release) => !release.onStaging && release.agoMs >= agoMs);
  const newest = live.at(-1)!;
  const isEverywhere = newest.agoMs - agoMs > ROLLOUT_MS;
  return (isEverywhere || chance.next() < FIRST_SERVERS_SHARE ? newest : (live.at(-2) ?? newest)).version;
}

function cart({ chance }: Circumstances): Step {
  const lines = 'select sku, quantity, name, cents from cart_lines join products using (sku) where customer = ?';
  return endpoint('shop-api', 'GET /api/cart', around(6, chance), [query('shop-api', lines, around(11, chance))]);
}

function products(now: Circumstances): Step {
  const { chance } = now;
  return endpoint('shop-api', 'GET /api/products', around(9, chance), [
    query('shop-api', 'select sku, name, cents from products order by name', around(14, chance)),
    request('shop-api', 'GET http://stock.internal/stock', around(4, chance), [stock('/stock', now)]),
  ]);
}

function product(now: Circumstances): Step {
  const { chance } = now;
  return endpoint('shop-api', 'GET /api/products/:sku', around(7, chance), [
    query('shop-api', 'select sku, name, cents from products where sku = ?', around(6, chance)),
    request('shop-api', 'GET http://stock.internal/stock/SKU-2041', around(4, chance), [stock('/stock/{sku}', now)]),
  ]);
}

/** In Python. */
function stock(route: string, { agoMs, region, chance }: Circumstances): Step {
  const isSlow = region === 'us-east-1' && agoMs < REPLICA_SLOW_AGO_MS;
  const levels = 'SELECT sku, warehouse, quantity FROM stock_levels WHERE sku = ANY(%s)';
  return endpoint('stock', `GET ${route}`, around(5, chance), [
    query('stock', levels, around(isSlow ? 340 : 9, chance), {
      'server.address': `replica.${region}.internal`,
      'db.query.summary': 'SELECT stock_levels',
      'db.namespace': 'stock',
    }),
  ]);
}

/** Since 2.5.1 with a query for each order. */
function orders({ chance, plan }: Circumstances, version: string): Step {
  const orderCount = plan === 'business' ? 16 + chance.below(26) : 1 + chance.below(4);
  const list = 'select id, placed_at, cents from orders where customer = ? order by placed_at desc';
  const items = (condition: string, ms: number) =>
    query('shop-api', `select sku, quantity from order_items where ${condition}`, around(ms, chance));
  return endpoint('shop-api', 'GET /api/orders', around(8, chance), [
    query('shop-api', list, around(12, chance)),
    ...(version === '2.5.1'
      ? Array.from({ length: orderCount }, () => items('order_id = ?', 9))
      : [items('order_id in (?)', 13)]),
  ]);
}

function order(now: Circumstances): Step {
  const { chance } = now;
  const failed = chance.next() < PAYMENT_FAILED_SHARE;
  const charge = 'POST https://payments.example/v1/charges';
  const pay = request('shop-api', charge, around(failed ? 900 : 210, chance), [], failed);
  const store = [
    query('shop-api', 'insert into orders (customer, cents) values (?, ?) returning id', around(9, chance)),
    query('shop-api', 'insert into order_items (order_id, sku, quantity) values (?)', around(8, chance)),
    {
      app: 'shop-api',
      name: 'send-invoices',
      op: 'queue.publish',
      ms: around(3, chance),
      steps: [invoice(now)],
      attributes: queueOf('send-invoices'),
    } satisfies Step,
  ];
  const steps = failed ? [pay] : [pay, ...store];
  return endpoint('shop-api', 'POST /api/orders', around(12, chance), steps, { failed });
}

function invoice({ chance, user }: Circumstances): Step {
  return job('send-invoices', around(40, chance), [
    query('shop-worker', 'select id, cents, customer from orders where id = ?', around(7, chance)),
    request('shop-worker', `POST https://mail.example/v2/send?to=${user.id}`, around(160, chance)),
  ]);
}

interface Page {
  path: string;
  route: string;
  /** Of a hundred pages. */
  weight: number;
  calls(now: Circumstances, version: string): [request: string, endpoint: Step][];
}

const pages: Page[] = [
  {
    path: '/',
    route: '/',
    weight: 40,
    calls: (now, version) => [
      ['GET /api/cart', cart(now)],
      ['GET /api/orders?limit=3', orders(now, version)],
    ],
  },
  {
    path: '/products',
    route: '/products',
    weight: 16,
    calls: (now) => [
      ['GET /api/cart', cart(now)],
      ['GET /api/products', products(now)],
    ],
  },
  {
    path: '/products/SKU-2041',
    route: '/products/:sku',
    weight: 20,
    calls: (now) => [
      ['GET /api/cart', cart(now)],
      ['GET /api/products/SKU-2041', product(now)],
    ],
  },
  { path: '/cart', route: '/cart', weight: 10, calls: (now) => [['GET /api/cart', cart(now)]] },
  {
    path: '/checkout',
    route: '/checkout',
    weight: 5,
    calls: (now) => [
      ['GET /api/cart', cart(now)],
      ['POST /api/orders', order(now)],
    ],
  },
  {
    path: '/account/orders',
    route: '/account/orders',
    weight: 9,
    calls: (now, version) => [['GET /api/orders', orders(now, version)]],
  },
];

const resources = { 'index.js': 'resource.script', 'index.css': 'resource.css', 'inter.woff2': 'resource.other' };

/** A page of the shop and what it requests. The first of a visit loads the application, the others only change it. */
export function pageOf(now: Circumstances, version: string, isFirst: boolean): Step {
  const { chance } = now;
  let at = chance.below(100);
  const { path, route, calls } = pages.find(({ weight }) => (at -= weight) < 0)!;
  const loaded = Object.entries(resources).map(([file, op]): Step => ({
    app: 'shop-web',
    name: `${origin}/assets/${file}`,
    op,
    ms: around(28, chance),
  }));
  const requests = calls(now, version).map(([name, below]) =>
    request('shop-web', name.replace(' ', ` ${origin}`), around(38, chance), [below], below.failed),
  );
  return {
    app: 'shop-web',
    name: route,
    op: isFirst ? 'pageload' : 'navigation',
    ms: around(isFirst ? 240 : 45, chance),
    atOnce: true,
    steps: isFirst ? [...loaded, ...requests] : requests,
    attributes: { 'url.path': path, 'sentry.segment.name.source': 'route' },
  };
}

/** Jobs of the worker that the clock starts. */
export function scheduledJob({ chance }: Circumstances): Step {
  const which = chance.below(10);
  if (which < 7) {
    return job('resize-pictures', around(420, chance), [
      request('shop-worker', 'GET https://pictures.example/original', around(120, chance)),
      request('shop-worker', 'PUT https://pictures.example/small', around(90, chance)),
    ]);
  }
  if (which < 9) {
    return job('low-stock', around(30, chance), [
      query('shop-worker', 'select sku from stock_levels where quantity < minimum', around(60, chance)),
    ]);
  }
  return job('import-prices', around(900, chance), [
    request('shop-worker', 'GET https://prices.example/export.csv', around(700, chance)),
    ...Array.from({ length: 4 }, () =>
      query('shop-worker', 'insert into prices (sku, cents) values (?)', around(35, chance)),
    ),
  ]);
}
