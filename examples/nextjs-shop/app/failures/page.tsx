import type { Metadata } from 'next';
import Link from 'next/link';
import { addToCart } from '../../shop/cart.ts';
import { FailingButtons } from '../../ui/failing-buttons.tsx';

export const metadata: Metadata = { title: 'Failures · Tea shop' };

const pages: [href: string, what: string][] = [
  ['/failures/server', 'A server component throws'],
  ['/failures/streamed', 'A part that comes later throws on the server'],
  ['/failures/client', 'A client component throws while it renders'],
  ['/failures/layout', 'A layout throws, below the global error page'],
  ['/failures/hydration', 'Server and browser render different things'],
  ['/failures/caught', 'A boundary of the page catches it'],
  ['/failures/redirect', 'A redirect: no error'],
  ['/failures/missing', 'Not found: no error'],
  ['/api/stock?product=none', 'A route handler throws'],
  ['/old-products', 'The proxy throws'],
  ['/classic/server', 'getServerSideProps throws, in the Pages Router'],
  ['/classic', 'A component throws in the Pages Router'],
  ['/api/prices', 'An API route throws'],
];

export default function FailuresPage() {
  return (
    <>
      <h1>Everything that can go wrong</h1>
      <FailingButtons />
      <form action={addToCart}>
        <input type="hidden" name="product" value="none" />
        <button>A server action throws</button>
      </form>
      <ul>
        {pages.map(([href, what]) => (
          <li key={href}>
            <Link href={href} prefetch={false}>
              {what}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
