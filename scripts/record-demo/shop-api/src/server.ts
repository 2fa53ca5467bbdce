import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as Sentry from '@sentry/node';
import { findCart } from './carts/cart.ts';
import { findCustomer, readCustomer, ValidationError } from './customers/customer.ts';
import { reserveStock } from './inventory/client.ts';
import { placeOrder } from './orders/place-order.ts';
import { listProducts } from './catalog/products.ts';
import { receiveWebhook } from './payments/webhook.ts';
import { shippingRates } from './shipping/rates.ts';

type Handler = (request: IncomingMessage, body: string) => unknown;

const routes: Record<string, Handler> = {
  'GET /health': () => ({ ok: true }),
  'GET /api/cart': () => findCart('c-1042'),
  'GET /api/products': () => listProducts(),
  'GET /api/prices': () => ({ currency: 'EUR' }),
  'GET /api/me': () => ({ id: 'c-1042', email: 'ana@mail.example', username: 'ana', plan: 'plus' }),
  'POST /orders': (_request, body) => placeOrder(JSON.parse(body)),
  'POST /stock/reservations': (_request, body) => reserveStock(JSON.parse(body)),
  'POST /webhooks/payments': (_request, body) => receiveWebhook(body),
  'GET /shipping/rates': () => shippingRates('DE-10115'),
  'POST /customers': (_request, body) => readCustomer(JSON.parse(body)),
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const route = `${request.method} ${new URL(request.url ?? '/', 'http://api').pathname}`;
  const customer = findCustomer(request.headers['x-customer']);
  if (customer) Sentry.setUser(customer);
  Sentry.getIsolationScope().setTransactionName(route);
  try {
    const handler = routes[route];
    if (!handler) return void response.writeHead(404).end();
    const result = await handler(request, await readBody(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  } catch (error) {
    if (error instanceof ValidationError) {
      Sentry.captureException(error, { level: 'warning', tags: { field: error.field } });
      return void response.writeHead(422).end();
    }
    Sentry.captureException(error, { mechanism: { type: 'shop_api.route', handled: false } });
    response.writeHead(500).end();
  }
}

const server = createServer((request, response) => void answer(request, response));
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`listening on ${address.port}`);
});

process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void Sentry.close(3000).then(() => process.exit(0));
});
