import Link from 'next/link';
import { allProducts, price } from '../shop/products.ts';

export default async function Home() {
  const products = await allProducts();
  return (
    <>
      <h1>Tea things</h1>
      <ul className="plain">
        {products.map(({ id, name, priceCents }) => (
          <li key={id} className="row">
            <Link href={`/products/${id}`}>{name}</Link>
            <span>{price(priceCents)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
