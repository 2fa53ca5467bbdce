import * as Sentry from '@sentry/node';

const stock = new Map([
  ['A-100', 3],
  ['B-310', 140],
]);

export function reportLowStock(): void {
  for (const [sku, left] of stock) {
    if (left >= 5) continue;
    Sentry.captureMessage(`Low stock for ${sku}: ${left} left`, {
      level: 'info',
      tags: { sku },
      fingerprint: ['low-stock', sku],
    });
  }
}
