'use client';

import { captureException } from '@seismo/nextjs';
import { useState } from 'react';
import { checkOut } from '../shop/cart.ts';

/** Calls the action from code, and keeps the page when it fails. */
export function CheckOut() {
  const [said, setSaid] = useState('');
  const order = async (): Promise<void> => {
    try {
      setSaid(await checkOut());
    } catch (error) {
      captureException(error);
      setSaid(`Checkout failed: ${(error as { digest?: string }).digest ?? 'no digest'}`);
    }
  };
  return (
    <>
      <button onClick={() => void order()}>Check out</button>
      <p role="status">{said}</p>
    </>
  );
}
