import * as Sentry from '@sentry/react';
import { request } from '../api.ts';

interface Customer {
  id: string;
  email: string;
  username: string;
  plan: string;
}

export async function loadCustomer(): Promise<void> {
  const customer = await request<Customer>('/api/me');
  Sentry.setUser({ id: customer.id, email: customer.email, username: customer.username });
  Sentry.setTag('customer.plan', customer.plan);
}
