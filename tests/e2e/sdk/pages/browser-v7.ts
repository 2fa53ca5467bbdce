import * as Sentry from 'sentry-browser-v7';
import './settings.ts';

Sentry.init({ ...window.e2eSettings, release: 'e2e-browser@1.0.0', environment: 'e2e' });
Sentry.setUser({ id: 'u-1', email: 'ana@mail.example' });
Sentry.setTag('page', 'basket');

function basketTotal(lines: { price: number }[]): number {
  if (lines.length === 0) throw new RangeError('The basket is empty');
  return lines.reduce((total, line) => total + line.price, 0);
}

function checkOut(): void {
  Sentry.addBreadcrumb({ category: 'basket', message: 'check-out pressed', level: 'info' });
  basketTotal([]);
}

document.querySelector('#fail')!.addEventListener('click', checkOut);
window.e2eFlush = () => Sentry.flush(30_000);
