import { cartContent } from '../../shop/cart.ts';
import { CheckOut } from '../../ui/check-out.tsx';

export default async function CartPage() {
  const content = await cartContent();
  return (
    <>
      <h1>Cart</h1>
      {content.length === 0 ? <p>Nothing in it yet.</p> : null}
      <ul>
        {content.map((id, index) => (
          <li key={`${id} ${index}`}>{id}</li>
        ))}
      </ul>
      <CheckOut />
    </>
  );
}
