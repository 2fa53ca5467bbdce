import { useState } from 'react';
import { request } from '../api.ts';
import { saveWishlist, type WishlistEntry } from './wishlist.ts';

export function WishlistPage() {
  const [state, setState] = useState('');

  async function keepOffline() {
    const entries = await request<WishlistEntry[]>('/api/wishlist');
    saveWishlist(entries);
    setState('Saved on this device');
  }

  return (
    <main>
      <h1>Wishlist</h1>
      <button id="keep-offline" onClick={keepOffline}>
        Keep on this device
      </button>
      <p>{state}</p>
    </main>
  );
}
