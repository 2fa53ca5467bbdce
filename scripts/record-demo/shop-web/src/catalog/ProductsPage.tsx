import { useEffect, useState } from 'react';
import { request } from '../api.ts';
import { formatPrice } from './format-price.ts';

interface Product {
  sku: string;
  name: string;
  cents: number;
}

interface Prices {
  currency: string;
}

async function loadProducts(): Promise<Product[]> {
  return request<Product[]>('/api/products?sort=popular');
}

export function ProductsPage() {
  const [products, setProducts] = useState<Product[]>([]);
  const [shown, setShown] = useState('');

  useEffect(() => {
    void loadProducts().then(setProducts);
  }, []);

  async function switchCurrency() {
    const prices = await request<Prices>('/api/prices');
    setShown(products.map((product) => formatPrice(product.cents, prices.currency, navigator.language)).join(', '));
  }

  return (
    <main>
      <h1>Popular now</h1>
      <ul>
        {products.map((product) => (
          <li key={product.sku}>{product.name}</li>
        ))}
      </ul>
      <button id="switch-currency" onClick={switchCurrency}>
        Show in my currency
      </button>
      <p>{shown}</p>
    </main>
  );
}
