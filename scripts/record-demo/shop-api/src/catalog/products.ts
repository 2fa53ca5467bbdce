import { query } from '../database.ts';

export interface ProductRow {
  sku: string;
  name: string;
  cents: number;
}

export const listProducts = (): Promise<ProductRow[]> => query('select sku, name, cents from products order by name');

export async function findProduct(sku: string): Promise<ProductRow | undefined> {
  const [product] = await query<ProductRow>('select sku, name, cents from products where sku = ?', sku);
  return product;
}
