import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import './shop.css';

export const metadata: Metadata = { title: 'Tea shop', description: 'An example of an app that reports to Seismo.' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <Link href="/">Tea shop</Link>
          <nav aria-label="Shop">
            <Link href="/cart">Cart</Link>
            <Link href="/failures">Failures</Link>
          </nav>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
