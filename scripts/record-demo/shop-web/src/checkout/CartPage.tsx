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
  const [state, setState] = useState('');

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

  async function order() {
    const { sku, product } = lines[0]!;
    // Fails after a double click: the order is there already.
    const body = JSON.stringify({ id: 10482, sku, cents: product.price * lines[0]!.quantity });
    const placed = await request('/api/orders', { method: 'POST', body }).catch(() => null);
    setState(placed === null ? 'The order could not be placed.' : 'Thank you');
  }

  return (
    <main>
      <h1>Your cart</h1>
      <button id="redeem" onClick={redeem}>
        Redeem coupon
      </button>
      <button id="order" disabled={lines.length === 0} onClick={() => void order()}>
        Order
      </button>
      <p id="state">{state}</p>
      <Sentry.ErrorBoundary fallback={<p id="failed">The cart cannot be shown.</p>}>
        <CartSummary lines={lines} discount={discount} />
      </Sentry.ErrorBoundary>
    </main>
  );
}
