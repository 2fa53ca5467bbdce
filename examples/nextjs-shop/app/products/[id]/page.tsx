import { notFound } from 'next/navigation';
import { addToCart } from '../../../shop/cart.ts';
import { price, productById } from '../../../shop/products.ts';
import { Stock } from '../../../ui/stock.tsx';

export default async function ProductPage({ params }: { params: Promise<{ id: string }> }) {
  const product = await productById((await params).id);
  if (!product) notFound();
  return (
    <>
      <h1>{product.name}</h1>
      <p>{price(product.priceCents)}</p>
      <Stock product={product.id} />
      <form action={addToCart}>
        <input type="hidden" name="product" value={product.id} />
        <button>Add to cart</button>
      </form>
    </>
  );
}
