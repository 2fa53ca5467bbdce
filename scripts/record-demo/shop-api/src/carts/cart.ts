import { findProduct } from '../catalog/products.ts';
import { query } from '../database.ts';

interface LineRow {
  sku: string;
  quantity: number;
}

/** One query for the lines, and one for each product in them. */
export async function findCart(customer: string) {
  const lines = await query<LineRow>('select sku, quantity from cart_lines where customer = ?', customer);
  const loaded = [];
  for (const { sku, quantity } of lines) {
    const product = await findProduct(sku);
    loaded.push({ sku, quantity, product: product && { name: product.name, price: product.cents } });
  }
  return loaded;
}
