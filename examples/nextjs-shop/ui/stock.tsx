'use client';

import { useState } from 'react';

/** The remaining stock, loaded on demand. */
export function Stock({ product }: { product: string }) {
  const [inStock, setInStock] = useState<number | null>(null);
  const ask = async (): Promise<void> => {
    const answer = await fetch(`/api/stock?product=${encodeURIComponent(product)}`);
    setInStock(((await answer.json()) as { inStock: number }).inStock);
  };
  return inStock === null ? <button onClick={() => void ask()}>How many are left?</button> : <p>{inStock} left</p>;
}
