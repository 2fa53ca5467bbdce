import { useState } from 'react';
import * as Sentry from '@sentry/react';
import { tokenizeCard } from './card-form.ts';
import { payWithFirstAvailable } from './pay.ts';

const EXPECTED_MS_MAX = 200;

export function PaymentPage() {
  const [state, setState] = useState('');

  async function pay() {
    const startedMs = performance.now();
    const authorization = await payWithFirstAvailable(12_990);
    const tookMs = Math.round(performance.now() - startedMs);
    if (authorization !== null && tookMs > EXPECTED_MS_MAX) {
      Sentry.captureMessage('Payment was authorized slower than expected', {
        level: 'warning',
        tags: { 'payment.step': 'authorize' },
        extra: { tookMs, expectedMsMax: EXPECTED_MS_MAX },
      });
    }
    setState(authorization === null ? 'Please try again later' : 'Thank you');
  }

  function watchLayout() {
    new ResizeObserver(() => {
      throw new Error('ResizeObserver loop completed with undelivered notifications.');
    }).observe(document.body);
  }

  return (
    <main>
      <h1>Payment</h1>
      <button id="pay" onClick={pay}>
        Pay now
      </button>
      <button id="save-card" onClick={() => void tokenizeCard('4242').then((card) => setState(card.token))}>
        Save card
      </button>
      <button id="details" onClick={watchLayout}>
        Details
      </button>
      <p id="state">{state}</p>
    </main>
  );
}
