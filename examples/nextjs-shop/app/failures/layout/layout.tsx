import { connection } from 'next/server';
import type { ReactNode } from 'react';

/** Fails in the page's own layout: `error.tsx` above it still catches the error. */
export default async function BrokenLayout({ children }: { children: ReactNode }) {
  await connection();
  if (process.env['SHOP_HAS_LAYOUT'] !== 'yes') throw new Error('The layout is missing');
  return children;
}
