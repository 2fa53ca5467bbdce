import type { NextApiRequest, NextApiResponse } from 'next';
import { productById } from '../../shop/products.ts';

export default async function handler(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  const { product } = request.query;
  const found = typeof product === 'string' ? await productById(product) : null;
  if (!found) throw new TypeError('The price list has no such product');
  response.status(200).json({ priceCents: found.priceCents });
}
