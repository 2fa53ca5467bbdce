import { productById } from '../../../shop/products.ts';

export async function GET(request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get('product') ?? '';
  const product = await productById(id);
  if (!product) throw new RangeError('The stock of this product is unknown');
  return Response.json({ inStock: product.inStock });
}
