import * as Sentry from '@sentry/node';
import { insertOrder, type OrderRow } from './repository.ts';

class OrderError extends Error {
  override name = 'OrderError';
}

interface OrderInput extends OrderRow {
  items?: { sku: string; discount?: { percent: number } }[];
}

function discountOf(input: OrderInput): number {
  let percent = 0;
  for (const item of input.items ?? []) percent = Math.max(percent, item.discount!.percent);
  return percent;
}

export function placeOrder(input: OrderInput): { id: number } {
  Sentry.addBreadcrumb({ category: 'order', message: `placing order ${input.id}`, data: { sku: input.sku } });
  Sentry.setContext('order', { id: input.id, sku: input.sku, cents: input.cents });
  const cents = Math.round(input.cents * (1 - discountOf(input) / 100));
  try {
    insertOrder({ id: input.id, sku: input.sku, cents });
  } catch (cause) {
    throw new OrderError(`Order ${input.id} could not be stored`, { cause });
  }
  return { id: input.id };
}
