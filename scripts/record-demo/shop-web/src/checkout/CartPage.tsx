import { useEffect, useState } from 'react';
import * as Sentry from '@sentry/react';
import { request } from '../api.ts';
import { applyCoupon } from './coupon.ts';
import { cartTotal, type CartLine } from './cart.ts';

function CartSummary({ lines, discount }: { lines: CartLine[]; discount: number }) {
  const total = cartTotal(lines);
  return (
    <p>
      {lines.length} articles, {total - discount} EUR
    </p>
  );
}

export function CartPage() {
  const [lines, setLines] = useState<CartLine[]>([]);
  const [discount, setDiscount] = useState(0);

  useEffect(() => {
    void request<CartLine[]>('/api/cart').then((loaded) => {
      Sentry.setContext('cart', { lines: loaded.length, skus: loaded.map((line) => line.sku) });
      setLines(loaded);
    });
  }, []);

  async function redeem() {
    const coupon = await applyCoupon('AUTUMN-15', cartTotal(lines));
    setDiscount(coupon);
  }

  return (
    <main>
      <h1>Your cart</h1>
      <button id="redeem" onClick={redeem}>
        Redeem coupon
      </button>
      <Sentry.ErrorBoundary fallback={<p id="failed">The cart cannot be shown.</p>}>
        <CartSummary lines={lines} discount={discount} />
      </Sentry.ErrorBoundary>
    </main>
  );
}
