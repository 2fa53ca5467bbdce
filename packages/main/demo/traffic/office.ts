import { endpoint, query, request, type Circumstances } from './steps.ts';
import { around, type Step } from './trace.ts';

/**
 * The back office: a Next.js application whose pages are rendered on its server. Names of server actions are those of
 * `Sentry.withServerActionInstrumentation()` in SDK 11.
 */
const origin = 'https://office.acme.example';
const api = 'https://api.acme.example/api/office';
const REFUND_FAILED_SHARE = 0.07;

const pages = [
  {
    path: '/orders',
    route: '/orders',
    endpoint: '/orders',
    text: 'select id, customer, cents, state from orders order by placed_at desc limit 50',
    ms: 24,
  },
  {
    path: '/orders/10517',
    route: '/orders/[id]',
    endpoint: '/orders/:id',
    text: 'select id, customer, cents, state from orders where id = ?',
    ms: 12,
  },
  {
    path: '/prices',
    route: '/prices',
    endpoint: '/prices',
    text: 'select sku, cents, valid_from from prices order by valid_from desc limit 200',
    ms: 95,
  },
];

export function officePage({ chance }: Circumstances): Step {
  const page = chance.pick(pages);
  const read = endpoint('shop-api', `GET /api/office${page.endpoint}`, around(6, chance), [
    query('shop-api', page.text, around(page.ms, chance)),
  ]);
  const render: Step = {
    app: 'shop-office',
    name: `render route (app) ${page.route}`,
    op: 'function',
    ms: around(18, chance),
    steps: [request('shop-office', `GET ${api}${page.path}`, around(5, chance), [read])],
    attributes: { 'next.span_type': 'AppRender.getBodyResult', 'next.route': page.route },
  };
  return {
    app: 'shop-office',
    name: page.route,
    op: 'pageload',
    ms: around(190, chance),
    steps: [endpoint('shop-office', `GET ${page.route}`, around(14, chance), [render], { isSegment: true })],
    attributes: { 'url.path': page.path, 'sentry.segment.name.source': 'route' },
  };
}

const onOrder = { path: '/orders/10517', route: '/orders/[id]', endpoint: 'PATCH /api/office/orders/:id' };
const onPrices = { path: '/prices', route: '/prices', endpoint: 'PATCH /api/office/prices' };
const update = 'update orders set state = ? where id = ?';
const actions = [
  { name: 'refundOrder', ...onOrder, text: update },
  { name: 'refundOrder', ...onOrder, text: update },
  { name: 'addNote', ...onOrder, text: 'insert into notes (order_id, text) values (?, ?)' },
  { name: 'changePrice', ...onPrices, text: 'insert into prices (sku, cents) values (?)' },
];

/** What a form of the back office calls. The error of a failed refund happens in the span `action`. */
export function officeAction({ chance }: Circumstances): { root: Step; action: Step } {
  const called = chance.pick(actions);
  const isRefund = called.name === 'refundOrder';
  const failed = isRefund && chance.next() < REFUND_FAILED_SHARE;
  const refund = request('shop-office', 'POST https://payments.example/v1/refunds', around(240, chance), [], failed);
  const stored = endpoint('shop-api', called.endpoint, around(7, chance), [
    query('shop-api', called.text, around(12, chance)),
  ]);
  const store = request('shop-office', `PATCH ${api}${called.path}`, around(5, chance), [stored]);
  const action: Step = {
    app: 'shop-office',
    name: `serverAction/${called.name}`,
    op: 'function',
    ms: around(9, chance),
    failed,
    steps: [...(isRefund ? [refund] : []), ...(failed ? [] : [store])],
    attributes: { 'sentry.origin': 'auto.function.nextjs.server_action' },
  };
  const served = endpoint('shop-office', `POST ${called.route}`, around(8, chance), [action], {
    isSegment: true,
    failed,
  });
  const root = request('shop-office', `POST ${origin}${called.path}`, around(35, chance), [served], failed);
  return { root, action };
}

/** An API route that the carrier calls. */
export function carrierWebhook({ chance }: Circumstances): Step {
  return endpoint('shop-office', 'POST /api/webhooks/carrier', around(9, chance), [
    query('shop-office', 'update shipments set state = ? where tracking = ?', around(13, chance)),
  ]);
}
