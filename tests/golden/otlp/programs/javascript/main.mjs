// Versions: @opentelemetry/api 1.10.0 with @opentelemetry/sdk-node 0.301.0, and 1.9.0 with 0.208.0.
// Protocol, endpoint, headers, compression and resource come from OTEL_* variables.
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, propagation, trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { setTimeout as sleep } from 'node:timers/promises';

const sdk = new NodeSDK();
sdk.start();

const http = trace.getTracer('shop.http', '1.3.0', { schemaUrl: 'https://opentelemetry.io/schemas/1.37.0' });
const db = trace.getTracer('shop.db');

function charge() {
  throw new TypeError('payment provider sent no answer');
}

const remote = propagation.extract(ROOT_CONTEXT, {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'congo=t61rcWkgMzE',
});
const root = http.startSpan(
  'POST /api/checkout',
  {
    kind: SpanKind.SERVER,
    attributes: {
      'http.request.method': 'POST',
      'url.path': '/api/checkout',
      'http.route': '/api/checkout',
      'user_agent.original': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
      'client.address': '203.0.113.7',
    },
  },
  remote,
);
const inside = trace.setSpan(ROOT_CONTEXT, root);

const query = db.startSpan(
  'SELECT shop.carts',
  {
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.text': 'SELECT * FROM carts WHERE id = $1',
      'db.namespace': 'shop',
      'db.operation.name': 'SELECT',
    },
  },
  inside,
);
await sleep(12);
query.setStatus({ code: SpanStatusCode.OK });
query.end();

const cart = http.startSpan(
  'price cart',
  {
    links: [
      {
        context: { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 },
        attributes: { 'link.reason': 'cart was filled here', 'link.items': 3 },
      },
    ],
  },
  inside,
);
cart.setAttributes({
  'cart.id': 'c-1042',
  'cart.gift': true,
  'cart.items': 3,
  'cart.balance': -1,
  'cart.sequence': 9007199254740994, // 2^53 + 2; a number cannot be 2^53 + 1
  'cart.huge': 1e21, // an integer beyond 64 bits
  'cart.total': 129.9,
  'cart.discount': 10.0,
  'cart.ratio': NaN,
  'cart.skus': ['bike-7', 'lock-2'],
  'cart.quantities': [1, 2],
  'cart.weights': [12.5, 0.75],
  'cart.in_stock': [true, false],
  'cart.no_skus': [],
  'cart.coupon': '',
  'cart.note': 'Grüße aus Köln – 東京 🚲',
  'cart.payload': '0123456789'.repeat(500),
  // The API accepts these since 1.10.
  'cart.token': new Uint8Array([0, 1, 254, 255]),
  'cart.address': { city: 'Köln', zip: 50667, geo: { lat: 50.94 } },
  'cart.mixed': ['a', 1, true, null],
  'cart.none': null,
});
cart.addEvent('coupon.rejected', { 'coupon.code': 'SUMMER', 'coupon.tries': 2 });
cart.end();

const payment = http.startSpan(
  'POST',
  {
    kind: SpanKind.CLIENT,
    attributes: {
      'http.request.method': 'POST',
      'url.full': 'https://pay.example/v1/charges',
      'server.address': 'pay.example',
      'server.port': 443,
    },
  },
  inside,
);
await sleep(25);
try {
  charge();
} catch (error) {
  payment.recordException(error);
  payment.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
}
payment.end();

const send = http.startSpan(
  'send orders.failed',
  {
    kind: SpanKind.PRODUCER,
    attributes: { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders.failed', 'messaging.operation.type': 'send' },
  },
  inside,
);
send.end();

const now = Date.now();
http.startSpan('cache lookup', { startTime: now }, inside).end(now);

root.setAttribute('http.response.status_code', 500);
root.setStatus({ code: SpanStatusCode.ERROR });
root.end();

await sleep(Number(process.env.WAIT_SECONDS ?? 0) * 1000);
await sdk.shutdown();
