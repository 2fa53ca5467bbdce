import { connection } from 'next/server';
import type { ReactNode } from 'react';

/** Fails where the page asks for it in its own layout: `error.tsx` above it still holds. */
export default async function BrokenLayout({ children }: { children: ReactNode }) {
  await connection();
  if (process.env['SHOP_HAS_LAYOUT'] !== 'yes') throw new Error('The layout is missing');
  return children;
}
