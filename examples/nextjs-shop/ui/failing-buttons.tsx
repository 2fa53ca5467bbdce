'use client';

import { captureException, captureMessage } from '@seismo/nextjs';

interface Basket {
  items?: { priceCents: number }[];
}

const basket: Basket = {};

function totalOf({ items }: Basket): number {
  return items!.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

const failures: Record<string, () => void> = {
  'A click throws': () => void totalOf(basket),
  'A promise is rejected': () => void Promise.reject(new RangeError('The voucher is not a number')),
  'An error is handled': () => {
    try {
      totalOf(basket);
    } catch (error) {
      captureException(new Error('The total is unknown', { cause: error }));
    }
  },
  'A message is sent': () => void captureMessage('Failures page opened'),
};

export function FailingButtons() {
  return (
    <div className="row">
      {Object.entries(failures).map(([what, fail]) => (
        <button key={what} onClick={fail}>
          {what}
        </button>
      ))}
    </div>
  );
}
