import * as Sentry from '@sentry/react';
import { request } from '../api.ts';

export interface Authorization {
  id: string;
}

async function authorize(provider: string, cents: number): Promise<Authorization> {
  return request<Authorization>(`/api/payments/${provider}`, { method: 'POST', body: JSON.stringify({ cents }) });
}

/** The first provider that accepts wins; when none does, the customer is asked to try later. */
export async function payWithFirstAvailable(cents: number): Promise<Authorization | null> {
  const providers = ['stripe', 'adyen', 'paypal'];
  try {
    return await Promise.any(providers.map((provider) => authorize(provider, cents)));
  } catch (error) {
    Sentry.captureException(error, {
      tags: { 'payment.step': 'authorize', 'payment.providers': providers.length },
      contexts: { payment: { providers, cents, currency: 'EUR' } },
    });
    return null;
  }
}
